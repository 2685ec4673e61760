# DriverShim.pm: a CUDA driver for tests, written from the list of calls in cuda_abi.h: each passes on to
# the simulator that FAULT_REAL names.
#
# The one that FAULT_CALL names returns FAULT_CODE at its FAULT_NTH call; with FAULT_COUNT=FILE each adds
# its name to the file.  With FAULT_ENDS=1 the library ends with the program, as NVIDIA's does: in a handler
# that it registers when it is initialised, has a context and has loaded code; a call that is under way
# then, or comes later, aborts.  Not a simulator: DEVRT_DEVICE=sim:... and cuda:0 both find it.
package DriverShim;
use strict;
use warnings;
use TestKit;
use Exporter 'import';
our @EXPORT = qw(driver_shim);

# name => parameter list, of every call
sub calls {
	my %calls;
	my $abi = slurp('devrt/include/cuda_abi.h');
	$abi =~ s/\\\n//g;
	while ($abi =~ /\bX\((cu\w+),\s*(\((?:[^()]|\([^()]*\))*\))\)/g) {
		$calls{$1} = $2;
	}
	return %calls;
}

# What libdevrt looks up.
sub used {
	my ($list) = slurp('devrt/host/rt.h') =~ /define DEVRT_DRIVER_CALLS\(X\)((?:[^\n]*\\\n)*[^\n]*)/;
	return $list =~ /X\((\w+)\)/g;
}

sub wrapper {
	my ($name, $params) = @_;
	my $arguments = $params eq '(void)' ? ''
		: join ', ', map { /(\w+)(?:\[\])?\s*$/ ? $1 : die "$name: $_" } split /,/, $params =~ s/^\(|\)$//gr;
	my $log = $name eq 'cuLinkCreate_v2' ? 'remember_log(noptions, options, values);' : '';
	return <<"END";
CUresult $name$params
{
	${name}_fn *real = (${name}_fn *)real_call("$name");
	int fault = begins("$name");
	$log
	CUresult result = fault ? (CUresult)fault : real($arguments);

	ends("$name");
	return result;
}
END
}

# Writes and builds DIR/libptxsim.so, which is DIR/libcuda.so.1 as well.
sub driver_shim {
	my ($dir) = @_;
	my %calls = calls();
	my @missing = grep { !$calls{$_} } used();
	die "not found in cuda_abi.h: @missing\n" if @missing;
	spew("$dir/shim.c", <<'END' . join '', map { wrapper($_, $calls{$_}) } sort keys %calls);
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cuda_abi.h"

static void *real_call(const char *name)
{
	static void *lib;

	if (!lib)
		lib = dlopen(getenv("FAULT_REAL"), RTLD_NOW | RTLD_LOCAL);
	return dlsym(lib, name);
}

static void *link_log;          /* of the last cuLinkCreate_v2 */

static void remember_log(unsigned n, CUjit_option *options, void **values)
{
	for (unsigned i = 0; i < n; i++)
		if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
			link_log = values[i];
}

/* The code to return, or 0.  With FAULT_COUNT each call adds its name to that file. */
static int fails(const char *name)
{
	static long calls;
	const char *call = getenv("FAULT_CALL"), *count = getenv("FAULT_COUNT");
	FILE *out;

	if (count && (out = fopen(count, "a"))) {
		fprintf(out, "%s\n", name);
		fclose(out);
	}
	if (!call || strcmp(call, name) || ++calls != atol(getenv("FAULT_NTH")))
		return 0;
	if (getenv("FAULT_LOG") && link_log)
		strcpy(link_log, getenv("FAULT_LOG"));
	return atoi(getenv("FAULT_CODE"));
}

/* ---- the end of the driver ---- */

static _Atomic int under_way, ended;

static void end(void)
{
	ended = 1;
	if (under_way)
		abort();
}

static int begins(const char *name)
{
	under_way++;
	if (ended)
		abort();
	return fails(name);
}

static void ends(const char *name)
{
	if (getenv("FAULT_ENDS") && (!strcmp(name, "cuInit") || !strcmp(name, "cuDevicePrimaryCtxRetain")
		|| !strcmp(name, "cuModuleLoadDataEx")))
		atexit(end);
	under_way--;
}

int ptxsimAnnotate(CUdeviceptr a, size_t n, const char *name, const char *place, CUdeviceptr origin, const char *shape)
{
	return ((ptxsimAnnotate_fn *)real_call("ptxsimAnnotate"))(a, n, name, place, origin, shape);
}

int ptxsimSetOption(const char *key, const char *value)
{
	return ((ptxsimSetOption_fn *)real_call("ptxsimSetOption"))(key, value);
}

const char *ptxsimLastMessage(void)
{
	return ((ptxsimLastMessage_fn *)real_call("ptxsimLastMessage"))();
}

END
	my $r = run(cmd => [ host_cc(), '-w', '-shared', '-fPIC', '-Idevrt/include', "$dir/shim.c",
		'-o', "$dir/libptxsim.so", '-ldl' ]);
	die "the shim: $r->{err}" if $r->{status} ne 'exit 0';
	symlink 'libptxsim.so', "$dir/libcuda.so.1";
}

1;
