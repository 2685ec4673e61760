#!/bin/sh
# Which functions are built into their callers: small ones, ones called from one place, in a loop, with
# an address of the caller's variable, or as the program says.
. tests/driver/lib.sh

many() { # N: additions, about two operations each
	awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) printf "s ^= s * %d;\n", 2 * i + 1 }'
}

built() { # NAME CALLS [OPTION…]; f's declaration and the region's text are in DECL and REGION
	name=$1 calls=$2
	shift 2
	{
		echo "$DECL { unsigned s = x; $(many "${OPS:-100}") return s; }"
		echo 'unsigned a[64]; int main(void) {'
		echo '#pragma omp target map(a)'
		echo "{ $REGION } return (int)a[0]; }"
	} >t.c
	"$MINICC" -S -arch=sm_70 "$@" t.c -o t.ptx 2>../err || calls="compiled"
	is "$name" "$(grep -c 'call\.uni.* f,' t.ptx)" "$calls"
}

DECL='static unsigned f(unsigned x)'
REGION='a[0] = f(a[1]);'
built 'called from one place' 0
OPS=3000 built '... and very large' 1
built '... and optimisation is off' 1 -O0
built '... and it is left out' 1 -fno-device-inline
REGION='a[0] = f(a[1]); a[2] = f(a[3]);'
built 'called from two places' 2
OPS=30 built '... and small' 0
REGION='for (int i = 0; i < (int)a[9]; i++) { a[i] = f(a[i]); a[i + 1] = f(a[1]); }'
built '... in a loop' 0
OPS=300 built '... in a loop, and larger' 2
DECL='static inline unsigned f(unsigned x)' REGION='a[0] = f(a[1]); a[2] = f(a[3]);'
built '... and inline' 0
DECL='static __attribute__((always_inline)) unsigned f(unsigned x)'
OPS=600 built '... and always_inline' 0
DECL='static unsigned f(unsigned x) __attribute__((noinline)); static unsigned f(unsigned x)'
OPS=5 built '... and noinline' 2
DECL='static unsigned f(unsigned x)' REGION='a[0] = f(a[1]);'
OPS=5 built 'small, and called from one place' 0

DECL='__attribute__((weak)) unsigned f(unsigned x);
#pragma omp declare target(f)
unsigned f(unsigned x)'
REGION='a[0] = f(a[1]); }
#pragma omp target map(a)
{ a[2] = f(a[3]);'
OPS=5 built 'weak' 2
DECL='inline unsigned f(unsigned x);
#pragma omp declare target(f)
inline unsigned f(unsigned x)'
OPS=5 built 'inline, and of this file and others' 0
DECL='static unsigned f(unsigned x)'
built 'once in each of two kernels' 0

# A variable of which the callee gets the address.
{
	echo "static void f(unsigned x, unsigned *to) { unsigned s = x; $(many 100) *to = s; }"
	echo 'unsigned a[64]; int main(void) {'
	echo '#pragma omp target map(a)'
	echo '{ unsigned u, v; f(a[1], &u); f(a[2], &v); a[0] = u + v; } return (int)a[0]; }'
} >t.c
"$MINICC" -S -arch=sm_70 t.c -o t.ptx
is 'addresses of variables' "$(grep -c 'call\.uni\|local' t.ptx)" 0

# Mathematics: the large function is built in once only, and the way of large numbers never is.
powers() { # EXPRESSION: calls of pow and for large numbers
	echo "double pow(double, double), sin(double), a[9]; int main(void) {
	#pragma omp target map(a)
	a[0] = $1; return 0; }" >t.c
	"$MINICC" -S -arch=sm_70 t.c -o t.ptx
	echo "$(grep -c 'call\.uni.* pow,' t.ptx) $(grep -c 'call\.uni.* reduce_large,' t.ptx)"
}
is 'pow once' "$(powers 'pow(a[1], a[2])')" '0 0'
is 'pow twice' "$(powers 'pow(a[1], a[2]) + pow(a[3], a[4])')" '2 0'
is 'sin' "$(powers 'sin(a[1])')" '0 1'

# A loop may have such a way, which only computes: what stays the same still leaves it, and it loads as others do.
cat >t.c <<'END'
double sin(double), sqrt(double);
void waves(int n, int m, double *restrict y, const double *restrict k, double e)
{
	#pragma omp target teams distribute parallel for map(tofrom: y[:n]) map(to: k[:m])
	for (int i = 0; i < n; i++) {
		double s = 0;
		for (int j = 0; j < m; j++)
			s += sin(k[j] * y[i]) * sqrt(e);
		y[i] = s;
	}
}
END
"$MINICC" -S -arch=sm_70 -Rpass=invariant t.c -o t.ptx 2>../err
is 'y[i] is loaded before the loop' "$(grep -c 't\.c:8:.*loaded once, before the loop' ../err)" 1
is 'the root comes before the loop' "$(awk '/sqrt\.rn/ { root = 1 } /global\.nc/ && !root { late++ } /^}/ { root = 0 } END { print late + 0 }' t.ptx)" 0
is 'k[j] is read-only' "$(grep -c 'global\.nc\.f64' t.ptx)" "$(grep -c 'call\.uni.* reduce_large,' t.ptx)"

# A call of the same value leaves the loop as a whole, and two are one.
sed 's/s += .*/s += k[j] * sin(y[i]) + k[j] * k[j] * sin(y[i]) * exp(e);/; 1s/$/ double exp(double);/' t.c >same.c
"$MINICC" -S -arch=sm_70 same.c -o t.ptx
is 'the sine is known before the loop' "$(awk '/call.* reduce_large,/ { sine = 1 } /global\.nc/ && !sine { late++ } /^}/ { sine = 0 } END { print late + 0 }' t.ptx)" 0
is 'one sine for each kernel' "$(grep -c 'call\.uni.* reduce_large,' t.ptx)" "$(grep -c '^\.visible \.entry' t.ptx)"

# What is always_inline and cannot be.
cat >t.c <<'END'
static inline __attribute__((always_inline)) int f(int n) { return n > 1 ? n * f(n - 1) : 1; }
int main(void)
{
	int r = 4;
	#pragma omp target map(tofrom: r)
	r = f(r);
	return r != 24;
}
END
"$MINICC" -S t.c -o t.ptx 2>../err
is 'always_inline and recursive' "$(grep -c 'warning: .f. is always_inline, but not built into its caller on the device: it calls itself \[-Wattributes\]' ../err)" 2

# What calls a function of another file, where there may be regions that see its variables.
cat >t.c <<'END'
#pragma omp declare target
double sum(const double *a, int n);
static double twice(double x) { double a[2] = { x, x }; return sum(a, 2); }
double both(double x) { return twice(x) + twice(x + 1); }
double other(double x);
static double more(double x) { return other(x) + other(-x); }
double two(double x) { return more(x) + more(x + 1); }
#pragma omp end declare target
END
"$MINICC" -S -Rpass-missed=inline t.c -o t.ptx 2>../err
is 'a callee of another file' "$(grep -c "'twice' is not built into its caller: what it calls may have parallel regions \[MC513\]" ../err)" 2
is 'a callee of another file that nothing is shared with' "$(grep -c "'more' is not built" ../err)/$(grep -c 'call.uni.* other,' t.ptx)/$(grep -c 'call.uni.* more,' t.ptx)" 0/4/0
plan
