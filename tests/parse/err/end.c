int last(void) { if (1) { return 0; 
// error: 3:1: expected '}' before end of file
