/* SPDX-License-Identifier: GPL-2.0 */
/* What coming_client.ko knows of coming_target.ko. */
#ifndef KP_COMING_H
#define KP_COMING_H

/* Symbols of its init part: many more than it has besides. */
#define COMING_SYMBOLS	40000

#endif /* KP_COMING_H */
