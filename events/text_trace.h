/* SPDX-License-Identifier: GPL-2.0 */
/* The files `trace_pipe` and `trace_now`. */
#ifndef KPE_TEXT_TRACE_H
#define KPE_TEXT_TRACE_H

#include <linux/fs.h>

extern const struct file_operations kpe_trace_pipe_fops;
extern const struct file_operations kpe_trace_now_fops;

#endif /* KPE_TEXT_TRACE_H */
