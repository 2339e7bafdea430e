/* SPDX-License-Identifier: GPL-2.0 */
/* Errnos that come with their reason. */
#ifndef KP_PLACE_WHY_H
#define KP_PLACE_WHY_H

/**
 * refuse() - an errno together with its reason
 * @error: the errno
 * @reason: for people; stays
 * @why: gets @reason
 *
 * Return: @error.
 */
static inline int refuse(int error, const char *reason, const char **why)
{
	*why = reason;
	return error;
}

#endif /* KP_PLACE_WHY_H */
