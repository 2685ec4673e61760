#warning  this   is "fine" isn't it
#error you   can't /* comment */ do this
#ifdef NEVER
#error not this
#endif
