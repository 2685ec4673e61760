// functions of the device's library without their header: their results are no int (C11 6.5.2.2p6)
int f(char *b, int n)
{
	int k = 0;

	#pragma omp target map(tofrom: b[0:n], k)
	{
		k = strnlen(b, 3);
		k += div(n, 2);
		bzero(b, 2);
	}
	return k;
}
// warning: 8:7: implicit declaration of function 'strnlen' [-Wimplicit-function-declaration]
// warning: 9:8: implicit declaration of function 'div' [-Wimplicit-function-declaration]
// warning: 10:3: implicit declaration of function 'bzero' [-Wimplicit-function-declaration]
// error: 8:7: 'strnlen' returns 'unsigned long', which this call takes for 'int': declare it above, or include its header
// error: 9:8: 'div' returns 'struct div', which this call takes for 'int': declare it above, or include its header
