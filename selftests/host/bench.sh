#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What makes tables, plots and verdicts of the bench's figures.
PYTHONDONTWRITEBYTECODE=1 exec python3 selftests/host/bench_test.py
