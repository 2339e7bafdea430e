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

# set_arch KERNEL: sets arch, what Debian calls it (debian), what compilers' names
# begin with (tools), and what kbuild is told (cross).
set_arch()
{
	local kbuild

	case $1 in
	arm64-*) arch=arm64 tools=aarch64-linux-gnu- ;;
	ppc64le-*) arch=ppc64le tools=powerpc64le-linux-gnu- kbuild=powerpc ;;
	ppc64-*) arch=ppc64 tools=powerpc64-linux-gnu- kbuild=powerpc ;;
	*) arch=x86_64 tools= ;;
	esac
	debian=$arch
	[ "$arch" != ppc64le ] || debian=ppc64el
	cross=("ARCH=${kbuild:-$arch}" "CROSS_COMPILE=$tools")
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

has_index()
{
	find "$cache/apt-$1/lists" -name '*_Packages*' -mtime 0 2>/dev/null |
		grep -q .
}

# foreign_index ARCH: fetch the index, unless there is one of today. One of
# several sites may fail.
foreign_index()
{
	has_index "$1" || foreign_apt "$1" apt-get update -q >&2 ||
		has_index "$1"
}

# source_apt COMMAND...: apt that knows source packages, whether or not the
# machine's own does. The sites are the machine's.
source_apt()
{
	local state=$cache/apt-source
	local apt=(-o Dir::State="$state" -o Dir::Cache="$state/cache"
		   -o Dir::State::status=/dev/null -o APT::Sandbox::User=root
		   -o Dir::Etc::sourcelist="$state/sources.list"
		   -o Dir::Etc::sourceparts=/dev/null)

	mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
	if ! find "$state/lists" -name '*Sources*' -mtime 0 | grep -q .; then
		apt-get indextargets 'Created-By: Packages' 'Origin: Debian' \
			--format 'deb-src $(SITE) $(RELEASE) $(COMPONENT)' |
			sort -u >"$state/sources.list"
		apt-get "${apt[@]}" update -q >&2
	fi
	apt-get "${apt[@]}" "$@"
}
