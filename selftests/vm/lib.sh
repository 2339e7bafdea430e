# SPDX-License-Identifier: GPL-2.0
# For the lab's scripts; sourced.

# Outside of the checkout.
cache=${KPROBES_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kprobes-lab}

say()
{
	echo "$(basename "$0"): $*" >&2
}

die()
{
	say "$*"
	exit 1
}

as_root()
{
	if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# set_arch KERNEL: sets arch, what compilers' names begin with (tools), and what
# kbuild is told (cross).
set_arch()
{
	case $1 in
	arm64-*) arch=arm64 tools=aarch64-linux-gnu- ;;
	*) arch=x86_64 tools= ;;
	esac
	cross=("ARCH=$arch" "CROSS_COMPILE=$tools")
}

# make_folder NAME FUNCTION: fill $cache/NAME by FUNCTION, once.
make_folder()
{
	local final=$cache/$1 tmp=$cache/$1.tmp

	mkdir -p "$(dirname "$final")"
	exec 9>"$final.lock"
	flock 9
	if [ ! -d "$final" ]; then
		rm -rf "$tmp"
		mkdir "$tmp"
		"$2" "$tmp" "$final" >&2
		mv "$tmp" "$final"
	fi
	exec 9>&-
	echo "$final"
}

# foreign_apt ARCH COMMAND...: apt of another architecture, with an index of its
# own: the machine's architectures stay as they are. The sources are the
# machine's.
foreign_apt()
{
	local arch=$1 state=$cache/apt-$1 command=$2
	shift 2
	mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
	touch "$state/status"
	"$command" -o APT::Architecture="$arch" -o APT::Architectures="$arch" \
		-o Dir::State="$state" -o Dir::State::status="$state/status" \
		-o Dir::Cache="$state/cache" -o APT::Sandbox::User=root "$@"
}

# foreign_index ARCH: fetch the index, unless there is one of today.
foreign_index()
{
	find "$cache/apt-$1/lists" -name '*Packages*' -mtime 0 2>/dev/null |
		grep -q . || foreign_apt "$1" apt-get update -q >&2
}
