/* SPDX-License-Identifier: GPL-2.0 */
/* Modules that are being loaded, and which of them can be probed. */
#ifndef KP_PLACE_COMING_H
#define KP_PLACE_COMING_H

#include <linux/types.h>

struct module;

void kp_coming_add(const struct module *mod);
void kp_coming_remove(const struct module *mod);
void kp_coming_exit(void);
bool kp_module_is_there(const struct module *mod);
bool kp_coming_has_static_call(const struct module *mod, unsigned long addr);

#endif /* KP_PLACE_COMING_H */
