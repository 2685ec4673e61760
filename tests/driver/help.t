#!/bin/sh
# --help, --version and the manual page: every option in all of them.
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
