#!/bin/sh
# Grids launched by device code in the simulator: results, nesting, and what goes wrong.

ptxsim=${BUILD:-build}/bin/ptxsim
ptx=tests/sim/ptx/launch.ptx
n=0

gives() {	# NAME STATUS PATTERN ARGUMENT...: exit status, and output or messages match
	name=$1 status=$2 pattern=$3; shift 3
	n=$((n + 1))
	out=$("$ptxsim" "$@" 2>&1)
	if [ $? = "$status" ] && echo "$out" | grep -q -e "$pattern"; then echo "ok $n - $name"; else
		echo "not ok $n - $name"; echo "$out" | sed 's/^/# /'; fi
}

for device in k40 v100; do
	gives "two teams, $device" 0 '^arg0: 2 1 1 1 4 2 2 2 6 3 3 3$' --device=$device --grid=3 --block=1 \
		$ptx parent 'out:u32[12]=0'
	gives "every lane, $device" 0 '^arg0: 5 5 5 5 5 5 5 5$' --device=$device --block=8 \
		$ptx lanes 'out:u32[8]=0'
	gives "nested, $device" 0 "^arg0: 0 55 55$" --device=$device --block=1 \
		$ptx nested 'out:u32[3]=0' u32:1 u32:10
	gives "nested too deep, $device" 1 'device launch: grids are nested deeper than 24' --device=$device \
		$ptx nested 'out:u32[3]=0' u32:1 u32:40
	gives "a launch too long, $device" 1 'the team and the grids that it launched ran longer' \
		--device=$device --max-instructions=200 $ptx nested 'out:u32[3]=0' u32:1 u32:20
	gives "a block too large, $device" 1 'more than 1024 threads in a block' --device=$device \
		$ptx too_many 'out:u32[3]=0'
	gives "a child's fault, $device" 1 "kernel 'child'.*global" --device=$device \
		$ptx outside 'out:u32[3]=0'
	gives "who launched it, $device" 1 "note: .*kernel 'outside'.*launched it" --device=$device \
		$ptx outside 'out:u32[3]=0'
	gives "no kernel, $device" 1 'device launch: 0x.* is no kernel of this module' --device=$device \
		$ptx no_kernel 'out:u32[3]=0'
	gives "timed, $device" 0 'divergent, 3 child kernels' --timing --device=$device --grid=3 --block=1 \
		$ptx parent 'out:u32[12]=0'
	gives "checked: it waits, $device" 0 '^arg0: 2 1 1 1 4 2 2 2$' --check=all --device=$device --grid=2 \
		--block=1 $ptx parent 'out:u32[8]=0'
	gives "checked: siblings share an element, $device" 1 "race: team 1.*reads 'arg0.0.'" --check=all \
		--device=$device --grid=2 --block=1 $ptx same 'out:u32[4]=0'
done

bad=tests/sim/ptx/launch_bad.ptx
shape() {	# PATTERN TEAMS THREADS BYTES STREAM BUFFER: what a launch with these gets
	gives "$1" 1 "$1" --device=k40 --block=1 $bad shape u32:$2 u32:$3 u32:$4 u64:$5 u64:$6
}
shape 'cannot be launched: a grid or block dimension is 0' 0 32 0 0 0
shape 'cannot be launched: more than 1024 threads in a block' 1 1025 0 0 0
shape 'cannot be launched: the grid is too large' 100000 1 0 0 0
shape 'cannot be launched: too much shared memory' 1 32 100000000 0 0
shape 'did not come from cudaGetParameterBufferV2, or was launched before' 1 32 0 0 64
shape 'device launch: only the default stream is there' 1 32 0 64 0
gives 'no device-side synchronisation on sm_90' 1 "'cudaDeviceSynchronize' is not there from sm_90 on" \
	--device=h200 $ptx parent 'out:u32[4]=0'

# The second interface; tails.
tail=tests/sim/ptx/tail.ptx
for device in v100 h200; do
	gives "tails come last and in order, $device" 0 '^arg0: 412 3 3$' --check=all --device=$device \
		--block=1 $tail order 'out:u32[3]=0'
	gives "a tail of a tail comes before the next tail, $device" 0 '^arg0: 543217$' --check=all \
		--device=$device --block=1 $tail nested 'out:u32[1]=0'
	gives "a chain for each team, $device" 0 '^arg0: 654321 654321 654321$' --check=all \
		--device=$device --block=1 --grid=3 $tail chains 'out:u32[3]=0' u32:6
	gives "a chain longer than grids nest, $device" 0 '^arg0: 2014922929$' --device=$device --block=1 \
		$tail link 'out:u32[1]=0' u32:0 u32:50
	gives "timed, $device" 0 'child kernels' --timing --device=$device --block=1 --grid=3 \
		$tail chains 'out:u32[3]=0' u32:6
	gives "launches that wait are counted, $device" 0 '^arg0: 2048 701 0$' --device=$device --block=1 \
		$tail many 'out:u32[3]=0' u32:3000
	gives "nobody waited, $device" 1 "race: .*reads 'arg0.0.'" --check=all --device=$device --block=1 \
		$tail hasty 'out:u32[2]=0'
done
gives 'children count for the limit' 1 \
	'device launch: the team and the grids that it launched ran longer than the instruction limit' \
	--max-instructions=100 --block=1 $ptx nested 'out:u32[3]=0' u32:1 u32:10
gives 'a chain without end' 1 \
	"its chain of tail launches ran longer than the instruction limit; the last grid was 'link'" --device=v100 --block=1 \
	--max-instructions=2000 $tail link 'out:u32[1]=0' u32:0 u32:1000000
gives 'not on a K40' 1 'this text is for sm_70' --device=k40 --block=1 $tail order 'out:u32[3]=0'
mkdir -p ${BUILD:-build}/tests
sed 's/sm_70/sm_35/' $tail > ${BUILD:-build}/tests/tail35.ptx
gives 'no second interface before sm_70' 1 "__cudaCDP2.*is not there before sm_70" --device=k40 \
	${BUILD:-build}/tests/tail35.ptx order 'out:u32[3]=0'
echo "1..$n"
