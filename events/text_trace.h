/* SPDX-License-Identifier: GPL-2.0 */
/* The file `trace_pipe`. */
#ifndef KPE_TEXT_TRACE_H
#define KPE_TEXT_TRACE_H

struct file_operations;

extern const struct file_operations kpe_trace_pipe_fops;

#endif /* KPE_TEXT_TRACE_H */
