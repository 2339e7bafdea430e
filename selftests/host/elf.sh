# SPDX-License-Identifier: GPL-2.0
# The reader of ELF files in user space: every function of programs and libraries
# is where readelf says; and files that nobody would write, under sanitizers.
# KP_SEED= and KP_COUNT= as for decode.sh.
. "$(dirname "$(realpath "$0")")/lib.bash"

# expect WHAT WANTED COMMAND...
expect()
{
	local what=$1 wanted=$2 got
	shift 2
	got=$("$@" 2>&1) || :
	if [ "$got" = "$wanted" ]; then
		result ok "$what"
	else
		result 'not ok' "$what"
		printf '# %s\n' "$got" | head -n 20
	fi
}

mkdir -p "$out/shim/linux/sched"
for header in overflow sched sched/signal slab string; do
	: >"$out/shim/linux/$header.h"
done
gcc -D_GNU_SOURCE -O1 -g -Wall -Wextra -Werror -Wno-sign-compare \
	-Wno-unused-parameter -Wno-missing-field-initializers -fsanitize=address,undefined \
	-fno-sanitize-recover -include "$here/elf_shim.h" -I"$out/shim" \
	-I"$root/include" -idirafter "$root" -o "$out/elf_test" "$here/elf_test.c" \
	"$root/user/elf_symbol.c"

# --- files to look at

cd "$out"
cat >one.c <<'END'
static __attribute__((noinline, used)) int twice(int a) { return a * 2; }
__attribute__((weak)) int weak(int a) { return a + 1; }
int variable = 5;
int one(int a) { return twice(a) + weak(a) + variable; }
END
cat >two.c <<'END'
static __attribute__((noinline, used)) int twice(int a) { return a * 3; }
static int (*choose(void))(int) { return twice; }
int chosen(int) __attribute__((ifunc("choose")));
static __attribute__((noinline, used)) int once(int a) { return a * 5; }
int one(int);
int main(void) { return one(1) + twice(2) + once(3); }
END
sed 's/main/two/' two.c >lib.c
# A local function of the name of a global one.
echo 'static __attribute__((noinline, used)) int one(int a) { return a; }
int three(int a) { return one(a); }' >three.c
gcc -O1 -static -no-pie -o static one.c two.c three.c
gcc -O1 -fPIE -pie -o pie one.c two.c three.c
gcc -O1 -shared -fPIC -o library.so one.c lib.c
gcc -O1 -shared -fPIC -s -o stripped.so one.c lib.c
gcc -O1 -static -no-pie -s -o none one.c two.c
# Functions of two entries.
powerpc64le-linux-gnu-gcc -O1 -static -o ppc64le one.c three.c two.c
powerpc64le-linux-gnu-gcc -O1 -shared -fPIC -s -o ppc64le.so one.c lib.c

# Every function's name, offset and local entry, as readelf has them: those of one
# name at several addresses left out.
functions()
{
	readelf -lW "$1" | awk '$1 == "LOAD" && / R E / {
		print "load", $2, $3, $5 }' >segments
	readelf -sW "$1" | awk '{ entry = 0 }
		match($0, / \[<localentry>: [0-9]+\] /) {
			entry = substr($0, RSTART + 16, RLENGTH - 18)
			# one entry, and no r2
			if (entry == 1)
				entry = 0
			$0 = substr($0, 1, RSTART) substr($0, RSTART + RLENGTH)
		}
		$4 == "FUNC" && $7 != "UND" && $5 != "LOCAL" {
		sub("@.*", "", $8); print "symbol", "0x" $2, $8, entry }' >symbols
	python3 - <<'END'
segments = [[int(x, 16) for x in line.split()[1:]]
            for line in open('segments')]
where = {}
for line in open('symbols'):
    _, value, name, entry = line.split()
    for offset, start, size in segments:
        if start <= int(value, 16) < start + size:
            where.setdefault(name, set()).add(
                f'{int(value, 16) - start + offset:#x}+{entry}')
for name, offsets in sorted(where.items()):
    if len(offsets) == 1:
        print(name, *offsets)
END
}

for file in static pie library.so stripped.so ppc64le ppc64le.so; do
	functions $file >wanted
	cut -d' ' -f1 wanted | ./elf_test names $file >got
	expect "$file: $(wc -l <wanted) functions are where readelf says" '' \
		diff wanted got
	[ "$(wc -l <wanted)" -ge 3 ] || result 'not ok' "$file has functions"
done
check_entries()
{
	grep -o '+.*' wanted | sort -u | tr '\n' ' '
}
functions ppc64le >wanted
expect 'ppc64le: with local entries and without' '+0 +8 ' check_entries
expect 'two local functions of one name' \
	'-76 several symbols of that name' ./elf_test name static twice
expect 'one local function' 0 sh -c './elf_test name static once | cut -d" " -f1'
expect 'a global one before a local one' "$(functions static | grep '^one ')" \
	sh -c 'echo one | ./elf_test names static'
expect 'data' '-2 no such symbol in the file' ./elf_test name static variable
expect 'a function that is chosen later' \
	'-95 chosen when the program starts' ./elf_test name static chosen
expect 'no such symbol' '-2 no such symbol in the file' \
	./elf_test name pie nowhere
expect 'a symbol of another file' '-2 no such symbol in the file' \
	./elf_test name pie __libc_start_main
expect 'no symbols at all' '-2 the file has no symbols' ./elf_test name none one
expect 'no ELF file' '-8 not an ELF file' ./elf_test name one.c one
gcc -c one.c
expect 'an object' '-8 neither a program nor a library' ./elf_test name one.o one
expect 'killed meanwhile' '-4 the caller is being killed' \
	./elf_test killed static one

# many NUM: a file of so many symbols, all zero
many()
{
	python3 - "$1" <<'END'
import struct, sys
size = 16 * int(sys.argv[1])
section = struct.Struct('<10I')
with open('many', 'wb') as out:
    out.write(b'\x7fELF' + bytes([1, 1, 1]) + bytes(9))
    out.write(struct.pack('<HHIIIIIHHHHHH', 2, 3, 1, 0, 0, 52, 0, 52, 0, 0,
                          40, 2, 0))
    out.write(section.pack(0, 2, 0, 0, 256, size, 1, 0, 0, 0))
    out.write(section.pack(0, 3, 0, 0, 256, 1, 0, 0, 0, 0))
    out.truncate(256 + size)
END
}
many $((16 << 20))
expect 'as many symbols as may be' '-2 no such symbol in the file' \
	./elf_test name many one
many $(((16 << 20) + 1))
expect 'one more' '-8 broken tables of symbols' ./elf_test name many one
rm many

for file in pie stripped.so ppc64le.so; do
	expect "$file, broken in ${KP_COUNT:-20000} ways" fine \
		./elf_test break $file one "${KP_SEED:-1}" "${KP_COUNT:-20000}"
done
echo "1..$results"
