#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Documentation/hit.svg is what scripts/hit-picture.py prints, and is well-formed.
set -u
echo 'KTAP version 1'
scripts/hit-picture.py | cmp - Documentation/hit.svg &&
	echo 'ok 1 the picture is as its script makes it' ||
	echo 'not ok 1 the picture is as its script makes it'
python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' \
	Documentation/hit.svg && echo 'ok 2 it is XML' || echo 'not ok 2 it is XML'
echo '1..2'
