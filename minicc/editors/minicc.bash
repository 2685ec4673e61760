# Completion of minicc and ptxsim in bash: options from --help, values from the lists that minicc prints.
# `make install` puts it where bash looks; by hand: . minicc/editors/minicc.bash

_minicc_words()
{
	local tool=$1 word=$2
	case $word in
	-scheme=*) "$tool" -scheme=list | sed 's/^(*\([a-z]*\))* .*/-scheme=\1/' ;;
	-arch=*) printf '%s\n' -arch=sm_35 -arch=sm_70 -arch=sm_90 ;;
	-code=*) printf '%s\n' -code=sm_70 -code=sm_90 ;;
	-fno-device-*) "$tool" -fno-device-list | sed 's/^\([^ ]*\) .*/-fno-device-\1/' ;;
	--device=*) "$tool" --devices | sed 's/^\([^ ]*\) .*/--device=\1/' ;;
	-*) "$tool" --help | sed -n 's/^  *\(-[-A-Za-z#]*=\{0,1\}\).*/\1/p' |
		sed 's/\(NAME\|LEVEL\|WORDS\)$//' ;;
	esac
}

_minicc()
{
	local tool=${COMP_WORDS[0]} word=$2 line
	# bash splits words at '='
	line=${COMP_LINE:0:COMP_POINT}
	line=${line##* }
	COMPREPLY=($(compgen -W "$(_minicc_words "$tool" "$line" 2>/dev/null)" -- "$line"))
	[ "$line" = "$word" ] || COMPREPLY=("${COMPREPLY[@]#"${line%"$word"}"}")
	[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
	return 0
}

complete -o default -F _minicc minicc ptxsim
