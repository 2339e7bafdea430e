# SPDX-License-Identifier: GPL-2.0
# For the lab's scripts; sourced. `here` is the folder of this file.

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
# begin with (tools), what kbuild is told (cross), the kernel's kind and version, and
# from `versions` its suites, release and compiler. A compiler that this Debian does
# not have comes ahead in PATH. Kernels that are built here have this Debian's.
set_arch()
{
	local kbuild rest=$1

	case $1 in
	arm64-*) arch=arm64 tools=aarch64-linux-gnu- ;;
	ppc64le-*) arch=ppc64le tools=powerpc64le-linux-gnu- kbuild=powerpc ;;
	ppc64-*) arch=ppc64 tools=powerpc64-linux-gnu- kbuild=powerpc ;;
	*) arch=x86_64 tools= ;;
	esac
	debian=$arch
	case $arch in
	x86_64) debian=amd64 ;;
	ppc64le) debian=ppc64el ;;
	esac
	cross=("ARCH=${kbuild:-$arch}" "CROSS_COMPILE=$tools")
	rest=${rest#"$arch-"}
	kind=${rest%%-*}
	version=${rest#"$kind"}
	version=${version#-}
	version=${version:-6.1}
	read -r _ suites release compiler < <(grep "^$arch-$version[[:space:]]" \
		"$here/versions" || grep "^$version[[:space:]]" "$here/versions") ||
		die "there is no kernel of $version"
	# Debian's headers ask for the compiler that the kernel was built with.
	case $kind in
	stock | generic)
		cross+=("CC=$tools$compiler")
		[ "$compiler" != gcc-14 ] || PATH=$("$here/toolchain"):$PATH
		;;
	esac
}

# set_kbuild KERNEL_FOLDER SRC: sets kbuild (make, for that kernel) and ours (what is told it
# of our sources, copied to SRC); after set_arch. Two callers with other words would
# compile all again, one after the other. Types (BTF) need a tool as old as the kernel. W=1
# starts kernel-doc for each file, scripts/lint does once for all. No name of a folder is in
# what is built, so the same sources give the same guest; nor what is for debuggers, 40 MB of
# Debian's guests and read by each insmod: the code is the same without.
set_kbuild()
{
	kbuild=(make -C "$1/build" "${cross[@]}" CONFIG_DEBUG_INFO_BTF_MODULES= cmd_checkdoc=)
	ours=("M=$2" KP_CLIENTS=1 W=1 "KCFLAGS=-ffile-prefix-map=$2/= -g0")
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

# debian_site SUITE: where the machine has Debian from.
debian_site()
{
	local label=Debian site

	case $1 in *-security) label=Debian-Security ;; esac
	site=$(apt-get indextargets 'Created-By: Packages' "Label: $label" \
		--format '$(SITE)' | sort -u | head -n 1)
	[ -n "$site" ] || die "apt has no index of $label"
	echo "$site"
}

# suite_apt SUITES ARCH COMMAND...: apt of suites of Debian (with a comma between two)
# and an architecture, with an index of its own: the machine's stays as it is.
suite_apt()
{
	local state=$cache/apt-$1-$2 arch=$2 command=$3
	shift 3
	"$command" -o APT::Architecture="$arch" -o APT::Architectures="$arch" \
		-o Dir::State="$state" -o Dir::State::status="$state/status" \
		-o Dir::Cache="$state/cache" -o APT::Sandbox::User=root \
		-o Dir::Etc::sourcelist="$state/sources.list" \
		-o Dir::Etc::sourceparts=/dev/null -o Acquire::Retries=3 "$@"
}

# suite_index SUITES ARCH: fetch the index, unless there is one of today. One of
# several suites may fail; if all do, a mirror may be being renewed.
suite_index()
{
	local state=$cache/apt-$1-$2 suite pause

	! has_index "$state" || return 0
	mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
	touch "$state/status"
	for suite in ${1//,/ }; do
		echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
			"$(debian_site "$suite") $suite main"
	done >"$state/sources.list"
	for pause in 20 60 0; do
		! suite_apt "$1" "$2" apt-get update -q \
			-o APT::Update::Error-Mode=any >&2 || return 0
		! has_index "$state" || return 0
		sleep $pause
	done
	return 1
}

has_index()
{
	find "$1/lists" -name '*_Packages*' -mtime 0 2>/dev/null | grep -q .
}

# suite_unpack FOLDER SUITES ARCH PACKAGE...
suite_unpack()
(
	cd "$1"
	shift
	suite_apt "$1" "$2" apt-get download -q "${@:3}"
	for package in ./*.deb; do
		dpkg-deb -x "$package" .
		rm "$package"
	done
)

# suite_needed SUITES ARCH PACKAGE...: these, and all libraries that they depend on; what
# else they do is not run.
suite_needed()
{
	local wanted

	wanted=$(printf '%s$|' "${@:3}")
	suite_apt "$1" "$2" apt-cache depends --recurse --no-recommends \
		--no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances \
		"${@:3}" | grep -E "^(lib|zlib1g\$|${wanted%|})" | sort -u
}

# take FILE FOLDER: copy a file, and into $lib the libraries that it asks for, out of
# $packages.
take()
{
	local from=$1 to=$2 library
	cp -L "$from" "$to/$(basename "$from")"
	for library in $(patchelf --print-needed "$from"); do
		[ -e "$lib/$library" ] ||
			take "$(find "$packages" -name "$library" | head -n 1)" "$lib"
	done
}

# with_libraries FOLDER TOOLCHAIN: the programs below FOLDER, of another Debian, run
# with the libraries of TOOLCHAIN.
with_libraries()
{
	local libraries=$2/usr/lib/x86_64-linux-gnu file

	find "$1" -type f -perm /u+x ! -name 'ld-linux*' ! -name 'libc.so*' |
	while read -r file; do
		! patchelf --print-interpreter "$file" 2>/dev/null |
			grep -q ld-linux-x86-64 ||
			patchelf --set-interpreter "$libraries/ld-linux-x86-64.so.2" \
				--force-rpath --set-rpath "$libraries" "$file"
	done
}

# source_apt COMMAND...: apt that knows source packages, whether or not the
# machine's own does. The sites are the machine's.
source_apt()
{
	local state=$cache/apt-source
	local apt=(-o Dir::State="$state" -o Dir::Cache="$state/cache"
		   -o Dir::State::status=/dev/null -o APT::Sandbox::User=root
		   -o Dir::Etc::sourcelist="$state/sources.list"
		   -o Dir::Etc::sourceparts=/dev/null -o Acquire::Retries=3)

	mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
	if ! find "$state/lists" -name '*Sources*' -mtime 0 | grep -q .; then
		apt-get indextargets 'Created-By: Packages' 'Origin: Debian' \
			--format 'deb-src $(SITE) $(RELEASE) $(COMPONENT)' |
			sort -u >"$state/sources.list"
		apt-get "${apt[@]}" update -q >&2
	fi
	apt-get "${apt[@]}" "$@"
}
