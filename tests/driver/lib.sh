# What the driver's tests share: a folder of their own, TAP, and what a command said and returned.
# Source it from the top folder of the tree; `plan` comes at the end.  Not a test itself.
#
#	try CMD ARG...		runs it; sets $status, writes out and err into the folder
#	is "name" GOT WANTED	ok "name" COMMAND...	nok "name" COMMAND...
#	said "name" PATTERN	err has a line that matches the extended regular expression

TOP=$PWD
case ${BUILD:=build} in /*) ;; *) BUILD=$TOP/$BUILD ;; esac
MINICC=$BUILD/bin/minicc
WORK=$(mktemp -d) || exit 1
trap 'rm -rf "$WORK"' EXIT
XDG_CACHE_HOME=$WORK/cache TMPDIR=$WORK/tmp
export XDG_CACHE_HOME TMPDIR
mkdir "$TMPDIR" "$WORK/d"
cd "$WORK/d" || exit 1
count=0 failed=0

result() { # STATUS NAME
	count=$((count + 1))
	if [ "$1" = 0 ]; then
		echo "ok $count - $2"
	else
		echo "not ok $count - $2"
		failed=$((failed + 1))
		[ -f ../err ] && sed 's/^/# stderr: /' ../err | head -10
	fi
}

try() {
	"$@" >../out 2>../err </dev/null
	status=$?
}

ok() {
	name=$1
	shift
	"$@"
	result $? "$name"
}

nok() {
	name=$1
	shift
	! "$@"
	result $? "$name"
}

is() {
	[ "$2" = "$3" ]
	result $? "$1"
	[ "$2" = "$3" ] || printf '# got: %s\n# wanted: %s\n' "$2" "$3"
}

said() {
	grep -Eq -e "$2" ../err
	result $? "$1"
}

# Nothing but the inputs is in the folder, and nothing in the one for temporary files.
clean() { # NAME FILES...
	name=$1
	shift
	is "$name" "$(ls | tr '\n' ' ')$(ls "$TMPDIR")" "$(printf '%s\n' "$@" | sort | tr '\n' ' ')"
}

plan() {
	echo "1..$count"
	[ "$failed" = 0 ]
}
