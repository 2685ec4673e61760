#!/usr/bin/perl
# The system's own headers, each alone and unmodified, and every program of the tree, through the
# front end without a message.  A header that this system lacks is skipped.
use strict;
use warnings;
require './tests/parse/tool.pl';
our $dir;

my @headers = qw(assert.h complex.h ctype.h dirent.h dlfcn.h elf.h endian.h errno.h fcntl.h fenv.h
	float.h getopt.h glob.h inttypes.h iso646.h limits.h link.h locale.h malloc.h math.h netdb.h
	netinet/in.h obstack.h omp.h poll.h pthread.h pwd.h regex.h sched.h search.h semaphore.h
	setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h
	stdnoreturn.h string.h strings.h sys/epoll.h sys/ioctl.h sys/mman.h sys/resource.h sys/select.h
	sys/socket.h sys/stat.h sys/time.h sys/types.h sys/uio.h sys/un.h sys/wait.h syslog.h termios.h
	tgmath.h threads.h time.h uchar.h ucontext.h unistd.h wchar.h wctype.h immintrin.h);
my $uses = <<'EOC';
#include <complex.h>
#include <tgmath.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <signal.h>
#include <sys/wait.h>
#include <sys/socket.h>
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
typedef int v4 __attribute__((vector_size(16)));
static v4 add(v4 a, v4 b) { return a + b * (v4){ 1, 2, 3, 4 }; }
static atomic_int counter;
static int sum(int n, ...)
{
	va_list ap, copy;
	int s = 0;
	va_start(ap, n);
	va_copy(copy, ap);
	while (n--)
		s += va_arg(ap, int);
	s += vprintf("%d\n", copy);
	va_end(ap);
	return s;
}
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void handler(int s) { (void)s; }
static void *thread(void *p) { return p; }
int main(int argc, char **argv)
{
	double complex z = 1.0 + 2.0 * I;
	float f = sqrt(2.0f) + fabs(creal(z)) + pow(2, 3);
	int array[4] = { 3, 1, 2, 0 }, status;
	pthread_t id;
	struct sockaddr_in *in = NULL;
	struct sigaction act = { .sa_handler = handler };
	v4 v = add((v4){ 0 }, (v4){ 1 });
	assert(argc > 0 && "arguments");
	qsort(array, 4, sizeof array[0], compare);
	sigaction(SIGINT, &act, NULL);
	if (isalpha(argv[0][0]) && isnan(f) && signbit(f) && isinf((double)f))
		bind(0, in, 0);
	atomic_fetch_add(&counter, 1);
	errno = EINVAL;
	wait(&status);
	pthread_create(&id, NULL, thread, strdup("x"));
	return sum(2, v[0], tolower('A')) + WEXITSTATUS(status) + cimag(z) + atomic_load(&counter);
}
EOC
$uses =~ s/#include <sys\/socket.h>/#include <sys\/socket.h>\n#include <netinet\/in.h>/;

my $tool = tool();

sub silent {
	my ($name, $file) = @_;
	my $r = run(cmd => [ $tool, $file ]);
	ok($r->{status} eq 'exit 0' && "$r->{out}$r->{err}" eq '', $name, $r->{out}, $r->{err});
}

# Those that the system has, as cc says of all at once.
spew("$dir/has.c", map { "#if __has_include(<$_>)\nhas $_\n#endif\n" } @headers);
my %has = map { $_ => 1 } 'omp.h', run(cmd => [ qw(cc -E -P), "$dir/has.c" ])->{out} =~ /^has (\S+)/mg;
for my $h (@headers) {
	spew("$dir/h.c", "#define _GNU_SOURCE\n#include <$h>\nint main(void) { return 0; }\n");
	if ($has{$h}) { silent("<$h>", "$dir/h.c") } else { ok(1, "$h # SKIP not on this system") }
}
spew("$dir/uses.c", "#define _GNU_SOURCE\n$uses");
silent('a program that uses many headers', "$dir/uses.c");
for my $file (glob('tests/parse/accept/*.c tests/run/*/*.c examples/*.c tests/baseline/*.c')) {
	my ($top) = TestKit::slurp($file) =~ /^((?:.*\n){3})/;
	next if $top =~ m{^// args:.* -I}m;                     # headers in a folder of their own
	next if $top =~ m{^// minicc-args:.* -w\b}m;            # what it is warned of is what it is about
	silent($file, $file);
}
finish();
