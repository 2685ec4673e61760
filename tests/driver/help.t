#!/bin/sh
# --help, --version and the manual pages of minicc and ptxsim: every option in all of them, and the variables that libdevrt
# knows (check_names in devrt/host/state.c) are those of minicc's page and of README's table.
. tests/driver/lib.sh

try $MINICC --help
is '--help: status' "$status" 0
sed -n 's/^  \(-[^ ]*\).*/\1/p; s/^  \([A-Z_]*\) .*/\1/p' ../out | sed 's/[=[].*//; s/LEVEL$//; s/NAME$//; s/WORDS$//' >../options
ok 'it lists options' [ "$(wc -l <../options)" -gt 40 ]
missing=
man=$(sed 's/\\-/-/g; s/\\f.//g' "$TOP/minicc/minicc.1")
while read -r word; do
	case $man in *"$word"*) ;; *) missing="$missing $word" ;; esac
done <../options
is 'the manual page has them all' "$missing" ''
# The words of a manual page, as a reader sees them; and those of a list that are not among them.
words() { sed 's/\\-/-/g; s/\\f.//g' "$1"; }
first() { sed -n "s/^  *\($1[a-zA-Z=_-]*\).*/\1/p" | sed 's/[=[].*//' | sort -u; }
missing() { while read -r word; do grep -qw -e "$word" "$1" || echo "$word"; done; }

known=$(sed -n '/^check_names/,/^}/p' "$TOP/devrt/host/state.c" | grep -o '"DEVRT_[A-Z][A-Z_]*"' | tr -d '"' | sort)
ok 'libdevrt has variables' [ "$(echo "$known" | wc -l)" -gt 12 ]
is "the manual page's variables are libdevrt's" "$(grep -o 'DEVRT_[A-Z_]*' "$TOP/minicc/minicc.1" | sort -u)" "$known"
is "README's variables are libdevrt's" "$(grep -o '^| `DEVRT_[A-Z_]*' "$TOP/README.md" | tr -d '|\` ' | sort)" "$known"

ptxsim=$BUILD/bin/ptxsim manual=$TOP/devrt/sim/ptxsim.1
words "$manual" >../manual
try "$ptxsim" --help
is "ptxsim's manual page has all of its options" "$(first -- <../out | missing ../manual)" ''
is 'and no other' "$(grep -o -e '--[a-z-]*' ../manual | sort -u | missing ../out)" ''
for page in "$TOP/minicc/minicc.1" "$manual"; do
	command -v groff >/dev/null && is "${page##*/} is well formed" "$(groff -man -ww -z "$page" 2>&1)" ''
done

try $MINICC --version
ok '--version' grep -q '^minicc [0-9]' ../out
try $MINICC -scheme=list
is '-scheme=list: status' "$status" 0
for scheme in generic ifmaster inspector jumptable spmd switch; do
	ok "-scheme=list names $scheme" grep -Eq "^$scheme +.* \(.*\)$" ../out
done
try $MINICC -dumpmachine
is '-dumpmachine is answered by cc' "$(cat ../out)" "$(cc -dumpmachine)"
plan
