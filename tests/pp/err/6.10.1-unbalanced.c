#else
#elif 1
#if 1
#else
#else
#elif 0
#endif
#ifdef A
 #if 0
