void locals(int n)
{
	int vla[n] = { 1 }; extern int y = 1; int incomplete[]; struct hidden z; register int reg; &reg; static int st = n;
	void nested(void) { }
	int after;
}
// error: 3:6: array 'vla' of variable length has an initialiser
// error: 3:33: 'extern y' in a block has an initialiser
// error: 3:44: size of 'incomplete' is not known: its type 'int []' is incomplete
// error: 3:72: size of 'z' is not known: its type 'struct hidden' is incomplete
// error: 3:93: address of register variable 'reg'
// error: 3:115: initialiser of 'st' is not constant
// error: 4:7: function 'nested' is defined inside another function
