PT=/work/main/build/ptxas/usr/bin/ptxas; f=$1; shift; b=$(echo $f | tr '/' '_')
for v in old new; do M=/work/main/build/bin/minicc; [ $v = old ] && M=/tmp/w/exp/build/bin/minicc
 $M -O3 -arch=sm_90 -w "$@" -S -o $b.$v.ptx $f >/dev/null 2>&1 || { echo "$f $v fails"; exit; }; done
cmp -s $b.old.ptx $b.new.ptx && { rm -f $b.*.ptx; exit; }
for v in old new; do timeout 120 $PT -v -arch=sm_90 -O3 -o $b.$v.cubin $b.$v.ptx 2>&1 | perl -ne "if(/Compiling entry function '(\S+)'/){\$f=\$1} if(/(\d+) bytes stack frame, (\d+) bytes spill stores/){\$s=\"\$1/\$2\"} if(/Used (\d+) registers/ && \$f){print \"\$f \$1 \$s\n\"; \$f=undef}" | sort > $b.$v.txt; done
join $b.old.txt $b.new.txt | awk -v f=$f '$2!=$4 || $3!=$5 {print f, $0}'; rm -f $b.*.ptx $b.*.cubin
