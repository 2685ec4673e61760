/* complex numbers: real operands stay real beside complex ones, dividends but for (C11 6.3.1.8, G.5.1); parts are members */
double _Complex z = 1.0 + 2.0i;
float _Complex f = __builtin_complex(1.0f, -2.0f);
static double x = __real__ (3.0 - 1.0i);
static int n = (int)(2.5 + 1.0fi), t = !(0.0 + 0.0i);
double _Complex braced = { 3 };

int g(const double _Complex *p, float _Complex w)
{
	z = x * z;
	z = x / w;
	z = w / x;
	z -= n;
	x *= z;
	z++;
	__imag__ z = __real__ *p;
	z = ~w;
	n = __imag__ x;
	return &__imag__ z != &x && w == 1 && z;
}
