int x __attribute__((deprecated("x"
// error: 3:1: expected a closing bracket before end of file
