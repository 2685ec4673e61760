# A browser for tests of pages: chromium, or the one that $CHROMIUM names, without a window.
#
#	Browser->program or return skip('the page', 'no chromium');
#	my $b = Browser->start("$dir/profile");
#	$b->open_page("$dir/page.html");
#	$b->mouse('.column .barrier', 1);
#	$b->value('document.title');
#	$b->stop;
#
# It is driven through its debugging pipe (two descriptors, messages of JSON ended by NUL).
package Browser;
use strict;
use warnings;
use File::Path qw(remove_tree);
use IO::Handle;
use JSON::PP ();
use MIME::Base64 qw(decode_base64);
use POSIX ();

# Its path, or undef where there is none.
sub program {
	my ($program) = grep { defined && length && -x } $ENV{CHROMIUM}, map { "$_/chromium" } split /:/, $ENV{PATH};
	return $program;
}

my @flags = (qw(--headless --no-sandbox --disable-gpu --disable-quic --no-first-run
		--disable-background-networking --disable-component-update --disable-sync
		--disable-dev-shm-usage --remote-debugging-pipe), '--window-size=1400,900');

sub start {
	my ($class, $profile) = @_;
	my $program = program();
	pipe my $child_in, my $to or die;
	pipe my $from, my $child_out or die;
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		setpgrp;
		my ($in, $out) = (POSIX::dup(fileno $child_in), POSIX::dup(fileno $child_out));
		POSIX::dup2($in, 3);
		POSIX::dup2($out, 4);
		open STDERR, '>', '/dev/null';
		open STDOUT, '>', '/dev/null';
		{ no warnings; exec { $program } $program, @flags, "--user-data-dir=$profile", 'about:blank'; }
		POSIX::_exit(127);
	}
	close $child_in;
	close $child_out;
	binmode $_ for $to, $from;
	$to->autoflush(1);
	return bless { pid => $pid, to => $to, from => $from, id => 0, buffer => '', profile => $profile }, $class;
}

# Sends a command and waits for its answer; events on the way are dropped.
sub call {
	my ($self, $method, %params) = @_;
	my $id = ++$self->{id};
	my %message = (id => $id, method => $method, params => \%params);
	$message{sessionId} = $self->{session} if $self->{session};
	print { $self->{to} } JSON::PP::encode_json(\%message), "\0";
	my $until = time + 30;
	while (1) {
		while ($self->{buffer} =~ s/^([^\0]*)\0//) {
			my $answer = JSON::PP::decode_json($1);
			next unless ($answer->{id} // 0) == $id;
			die "$method: $answer->{error}{message}\n" if $answer->{error};
			return $answer->{result};
		}
		my $bits = '';
		vec($bits, fileno $self->{from}, 1) = 1;
		die "$method: no answer\n" if !select($bits, undef, undef, $until - time);
		sysread $self->{from}, $self->{buffer}, 65536, length $self->{buffer} or die "$method: the browser ended\n";
	}
}

# A file's path, or an address.
sub open_page {
	my ($self, $path) = @_;
	my $address = $path =~ m{^http:} ? $path : "file://$path";
	delete $self->{session};
	my $target = $self->call('Target.createTarget', url => 'about:blank')->{targetId};
	$self->{session} = $self->call('Target.attachToTarget', targetId => $target, flatten => JSON::PP::true)->{sessionId};
	$self->call('Page.enable');
	$self->call('Page.navigate', url => $address);
	for (1 .. 100) {
		last if $self->value('document.readyState') eq 'complete' && $self->value('location.protocol') =~ /^(file|http):/;
		select undef, undef, undef, 0.05;
	}
}

sub value {
	my ($self, $expression) = @_;
	my $r = $self->call('Runtime.evaluate', expression => $expression, returnByValue => JSON::PP::true);
	die "$expression: $r->{exceptionDetails}{exception}{description}\n" if $r->{exceptionDetails};
	return $r->{result}{value};
}

# The middle of the first element that the selector finds.
sub place_of {
	my ($self, $selector) = @_;
	my $q = JSON::PP::encode_json([$selector]);
	return @{ $self->value("(([s]) => { const e = document.querySelector(s); e.scrollIntoView({block: 'center', inline: 'nearest'}); "
		. "const r = e.getBoundingClientRect(); return [r.left + Math.min(30, r.width / 2), r.top + r.height / 2]; })($q)") };
}

sub mouse {
	my ($self, $selector, $click) = @_;
	my ($x, $y) = $self->place_of($selector);
	$self->call('Input.dispatchMouseEvent', type => 'mouseMoved', x => $x, y => $y);
	return if !$click;
	$self->call('Input.dispatchMouseEvent', type => $_, x => $x, y => $y, button => 'left', clickCount => 1)
		for qw(mousePressed mouseReleased);
}

sub key {
	my ($self, $key) = @_;
	my @text = length $key == 1 ? (text => $key) : ();
	$self->call('Input.dispatchKeyEvent', type => 'keyDown', key => $key, @text);
	$self->call('Input.dispatchKeyEvent', type => 'keyUp', key => $key);
}

sub stop {
	my ($self) = @_;
	eval { delete $self->{session}; $self->call('Browser.close') };
	kill 'KILL', -$self->{pid};
	waitpid $self->{pid}, 0;
	remove_tree($self->{profile});
}

# A picture of what is seen, for who writes a test.
sub picture {
	my ($self, $file) = @_;
	open my $out, '>:raw', $file or die "$file: $!\n";
	print $out decode_base64($self->call('Page.captureScreenshot', format => 'png')->{data});
	close $out;
}

# True as soon as the expression is, at most thirty seconds from now.
sub until_true {
	my ($self, $expression) = @_;
	for (1 .. 600) {
		return 1 if $self->value("Boolean($expression)");
		select undef, undef, undef, 0.05;
	}
	return 0;
}

1;
