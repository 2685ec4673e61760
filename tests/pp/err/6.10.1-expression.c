#if
#endif
#if 1 +
#endif
#if 1 2
#endif
#if (1
#endif
#if 1.0
#endif
#if 1 / 0
#endif
#if f(1)
#endif
#if defined
#endif
#if defined(X
#endif
#if "s"
#endif
#if 1 ? 2
#endif
#if __has_include
#endif
#if 09
#endif
