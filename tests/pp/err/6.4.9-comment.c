int a;
  /* never ends
