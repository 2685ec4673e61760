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
	gives "nested too deep, $device" 1 'nested deeper than 24' --device=$device \
		$ptx nested 'out:u32[3]=0' u32:1 u32:40
	gives "a block too large, $device" 1 'more than 1024 threads in a block' --device=$device \
		$ptx too_many 'out:u32[3]=0'
	gives "a child's fault, $device" 1 "kernel 'child'.*global" --device=$device \
		$ptx outside 'out:u32[3]=0'
	gives "who launched it, $device" 1 "note: .*kernel 'outside'.*launched it" --device=$device \
		$ptx outside 'out:u32[3]=0'
	gives "no kernel, $device" 1 'is no kernel of this module' --device=$device \
		$ptx no_kernel 'out:u32[3]=0'
	gives "timed, $device" 0 'divergent, 3 child kernels' --timing --device=$device --grid=3 --block=1 \
		$ptx parent 'out:u32[12]=0'
	gives "not with checks, $device" 1 'checks do not follow' --check=all \
		--device=$device $ptx parent 'out:u32[4]=0'
done
gives 'no device-side synchronisation on sm_90' 1 "'cudaDeviceSynchronize' is not there from sm_90 on" \
	--device=h200 $ptx parent 'out:u32[4]=0'
echo "1..$n"
