/* SPDX-License-Identifier: GPL-2.0 */
/* Results for run_kmod of selftests/guest/lib.sh. */
#ifndef KP_KTAP_H
#define KP_KTAP_H

#include <linux/module.h>
#include <linux/printk.h>

#define ktap_begin()	pr_info("KTAP: begin " KBUILD_MODNAME "\n")
#define ktap_end()	pr_info("KTAP: end " KBUILD_MODNAME "\n")
#define ktap_note(fmt, ...)	pr_info("KTAP: # " fmt "\n", ##__VA_ARGS__)
#define ktap_result(is_ok, fmt, ...) \
	pr_info("KTAP: %s " fmt "\n", (is_ok) ? "ok" : "not ok", ##__VA_ARGS__)

#endif /* KP_KTAP_H */
