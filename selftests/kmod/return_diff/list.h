/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions: RD(kind, entries, name, type of result, types of arguments,
 * statements). Arguments are a0, a1, ...; h is a hash of them; FN(name) is a
 * function entered in the same way. One call enters so many functions.
 *
 * LEAF and NEST  make a result of h
 * PROC           has none
 * LEAN           has integer arguments only, and returns by itself
 * TAIL, VTAIL    as LEAN; all that it calls is reached by jumps
 * PTAIL          as TAIL, if a pair is returned in registers
 * MTAIL          as TAIL where that can be; the result is in memory
 * INNER, VINNER  as LEAN, and DEEP as NEST; called by others of the list only
 *
 * Included more than once.
 */

/* 0 to 12 arguments */
RD(LEAF, 1, none, int, ())
RD(LEAF, 1, one, long, (long))
RD(LEAF, 1, two, int, (int, u8))
RD(LEAF, 1, three, u64, (s8, u16, long))
RD(LEAF, 1, four, u32, (u64 *, int, s16, u8))
RD(LEAF, 1, five, s64, (bool, char, short, int, long))
RD(LEAF, 1, six, int, (u32, u64 *, s8, u64, bool, s16))
RD(LEAF, 1, seven, long, (int, s8, u64 *, u16, long, s32, u8))
RD(LEAF, 1, eight, u32, (s8, s16, s32, s64, u8, u16, u32, u64))
RD(LEAF, 1, nine, int, (u64 *, u64 *, int, int, s8, long, bool, u64 *, s8))
RD(LEAF, 1, ten, s64, (s64, s32, s16, s8, s64, s32, s16, s8, s64, s32))
RD(LEAF, 1, eleven, u16, (bool, int, bool, int, bool, int, bool, int, bool,
			  int, u64 *))
RD(LEAF, 1, twelve, long, (int, s8, u64 *, u16, long, s32, u8, s8, s16, bool,
			   u64 *, u64))
RD(LEAF, 1, twelve_chars, s8, (s8, u8, s8, u8, s8, u8, s8, u8, s8, u8, s8, u8))
RD(LEAF, 1, twelve_longs, u64, (u64, u64, u64, u64, u64, u64, u64, u64, u64,
				u64, u64, u64))
RD(LEAF, 1, twelve_pointers, u64 *, (u64 *, u64 *, u64 *, u64 *, u64 *, u64 *,
				     u64 *, u64 *, u64 *, u64 *, u64 *, u64 *))

/* results in a register */
RD(LEAF, 1, to_bool, bool, (int))
RD(LEAF, 1, to_char, char, (long, char))
RD(LEAF, 1, to_s8, s8, (long))
RD(LEAF, 1, to_u8, u8, (long))
RD(LEAF, 1, to_short, short, (long))
RD(LEAF, 1, to_u16, u16, (long))
RD(LEAF, 1, to_int, int, (short, short))
RD(LEAF, 1, to_u32, u32, (int, short))
RD(LEAF, 1, to_long, long, (s8))
RD(LEAF, 1, to_pointer, void *, (u64 *))

/* no result */
RD(PROC, 1, no_result, void, ())
RD(PROC, 1, no_result_pointer, void, (u64 *))
RD(PROC, 1, no_result_struct, void, (u64 *, struct rd_40))
RD(PROC, 1, no_result_twelve, void, (int, int, int, int, int, int, u64 *, s8,
				     s8, u64 *, bool, long))

/* structs as arguments */
RD(LEAF, 1, take_4, int, (struct rd_4))
RD(LEAF, 1, take_12, int, (struct rd_12))
RD(LEAF, 1, take_16, long, (struct rd_16))
RD(LEAF, 1, take_24, int, (struct rd_24))
RD(LEAF, 1, take_40, int, (struct rd_40))
RD(LEAF, 1, take_72, long, (struct rd_72))
RD(LEAF, 1, take_4_often, int, (struct rd_4, struct rd_4, struct rd_4,
				struct rd_4, struct rd_4, struct rd_4,
				struct rd_4, struct rd_4))
RD(LEAF, 1, take_12_often, int, (struct rd_12, struct rd_12, struct rd_12,
				 struct rd_12))
RD(LEAF, 1, take_16_on_stack, long, (long, int, s8, u64 *, long, struct rd_16,
				     s16, u64 *))
RD(LEAF, 1, take_24_between, int, (int, struct rd_24, long, struct rd_24, s8))
RD(LEAF, 1, take_all, long, (struct rd_4, struct rd_72, struct rd_12,
			     struct rd_40, struct rd_16, struct rd_24))
RD(LEAF, 1, take_256, u64, (struct rd_72, struct rd_72, u64 *, struct rd_72,
			    struct rd_40, s8))

/* structs as results: in a register, in two, in memory; or all in memory */
RD(LEAF, 1, give_4, struct rd_4, (int))
RD(LEAF, 1, give_12, struct rd_12, (int, s8, u64 *))
RD(LEAF, 1, give_16, struct rd_16, (long, long, long, long, long, long, long))
RD(LEAF, 1, give_24, struct rd_24, ())
RD(LEAF, 1, give_40, struct rd_40, (u64 *, s8, int))
RD(LEAF, 1, give_72, struct rd_72, (int, long))
RD(LEAF, 1, swap_4, struct rd_4, (struct rd_4, struct rd_4))
RD(LEAF, 1, swap_12, struct rd_12, (struct rd_12))
RD(LEAF, 1, swap_16, struct rd_16, (struct rd_16, struct rd_16, struct rd_16,
				    struct rd_16))
RD(LEAF, 1, swap_24, struct rd_24, (struct rd_24))
RD(LEAF, 1, swap_40, struct rd_40, (int, int, int, int, int, int,
				    struct rd_40, int))
RD(LEAF, 1, swap_72, struct rd_72, (struct rd_72, long, long, long, long, long,
				    long, struct rd_16, u64 *))

/* 128 bits */
RD(LEAF, 1, wide, __int128, (__int128))
RD(LEAF, 1, wide_to_int, int, (int, __int128, s8))
RD(LEAF, 1, wide_often, __uint128_t, (__int128, __uint128_t, __int128,
				      __int128))
RD(LEAF, 1, wide_on_stack, __int128, (long, long, long, long, long, __int128,
				      long))
RD(LEAF, 1, wide_aligned, long, (long, long, long, long, long, long, int,
				 __int128, s8, __int128))
RD(LEAF, 1, wide_and_structs, struct rd_24, (struct rd_24, __int128,
					     struct rd_12, __int128))

/* calls within calls */
RD(NEST, 4, nest, long, (int, u64 *),
   h += FN(nest_middle)(a0, h, (struct rd_40){ { h, h + 1, 2, 3, 4 } }).v[2];
   h ^= FN(to_int)(h, a0);)
RD(DEEP, 2, nest_middle, struct rd_24, (s8, u64, struct rd_40),
   h ^= FN(nest_inner)(h, a0, a1, a0, a1, a0, a1, a0, a2.v[1]);)
RD(DEEP, 1, nest_inner, __int128, (u64, s8, u64, s8, u64, s8, u64, s8, u64))
RD(NEST, 4, nest_in_arguments, u32, (int, int),
   h += FN(two)(FN(two)(a0, a1), FN(two)(a1, a0));)

/* calls that are jumps */
RD(TAIL, 2, tail_2, long, (long, int), return FN(tail_to)(h, a0);)
RD(TAIL, 3, tail_3, long, (int), return FN(tail_2)(h, a0);)
RD(TAIL, 4, tail_4, long, (s8, long, u16), return FN(tail_3)(h);)
RD(INNER, 1, tail_to, long, (u64, long), return h;)
RD(MTAIL, 2, tail_struct, struct rd_40, (long),
   RD_TAIL_STRUCT(h, 1))
RD(DEEP, 1, tail_to_struct, struct rd_40, (u64, int))
RD(PTAIL, 2, tail_pair, struct rd_16, (int, s8), return FN(tail_to_pair)(h);)
RD(DEEP, 1, tail_to_pair, struct rd_16, (u64))
RD(TAIL, 2, tail_stack, int, (int, int, int, int, int, int, int, s8),
   return FN(tail_to_stack)(a7, a6, a5, a4, a3, a2, a1, h);)
RD(INNER, 1, tail_to_stack, int, (s8, int, int, int, int, int, int, u32),
   return h;)
RD(VTAIL, 2, tail_no_result, void, (long), FN(tail_to_no_result)(h);)
RD(VINNER, 1, tail_to_no_result, void, (u64), rd_side[0] ^= h;)
RD(NEST, 6, tail_nested, long, (int),
   h += FN(tail_2)(h, a0);
   h ^= FN(tail_3)(a0);)

/* recursion */
RD(NEST, 72, recursion, long, (int),
   h += FN(recurse)(70, a0);)
RD(INNER, 1, recurse, long, (u8, long),
   if (a0)
	h ^= rd_hide(FN(recurse)(a0 - 1, h));
   return h;)
RD(NEST, 42, mutual, int, (int, u64 *),
   h += FN(mutual_even)(h, 40);)
RD(INNER, 1, mutual_even, int, (u32, u8),
   if (a1)
	h += rd_hide(FN(mutual_odd)(a1 - 1, h, a0));
   return h;)
RD(INNER, 1, mutual_odd, u64, (u8, u64, long),
   if (a0)
	h ^= rd_hide(FN(mutual_even)(h, a0 - 1));
   return h;)
RD(NEST, 16, recursion_struct, struct rd_24, (int),
   h ^= FN(recurse_struct)(14, a0).v[8];)
RD(DEEP, 1, recurse_struct, struct rd_72, (u8, long),
   if (a0)
	h ^= FN(recurse_struct)(a0 - 1, h).v[a0 % 9];)
RD(NEST, 32, recursion_tree, u64, (long),
   h += FN(recurse_tree)(4, a0);)
RD(INNER, 1, recurse_tree, u64, (u8, long),
   if (a0)
	h += rd_hide(FN(recurse_tree)(a0 - 1, h));
   if (a0)
	h ^= rd_hide(FN(recurse_tree)(a0 - 1, h + 1));
   return h;)
RD(NEST, 12, recursion_tail, u64, (long),
   h += FN(recurse_tail)(10, a0);)
RD(INNER, 1, recurse_tail, u64, (u8, long),
   if (a0)
	return FN(recurse_tail_too)(a0 - 1, h);
   return h;)
RD(INNER, 1, recurse_tail_too, u64, (u8, long),
   if (a0)
	return FN(recurse_tail)(a0 - 1, h);
   return h;)
