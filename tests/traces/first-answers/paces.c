/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int n;
static double cpu(void) { struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static void burn(double ms) { double end = cpu() + ms / 1e3; while (cpu() < end) { for (volatile int i = 0; i < 500; i++) { } } }
static void nap(double ms) { struct timespec t = { (long)(ms / 1e3), (long)(ms * 1e6) % 1000000000 }; nanosleep(&t, 0); }
static void name(const char *s) { prctl(PR_SET_NAME, s); }

static struct sockaddr_in at(const char *ip) { struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(7031) }; inet_aton(ip, &a.sin_addr); return a; }
static int tcp(void) { int s = socket(AF_INET, SOCK_STREAM, 0), one = 1; setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, 4); setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, 4); return s; }

/* visits: a client opens a connection for each request, closes it when the answer is there, and then pauses for 30 ms */
static void visits(void) {
	struct sockaddr_in a = at("10.77.0.2"); char b[64] = ""; name("e-visits");
	for (int i = 0; i < n; i++) {
		int s = tcp(), tries = 0;
		while (connect(s, (void *)&a, sizeof a)) { close(s); if (i || tries++ > 600) exit(1); nap(50); s = tcp(); }
		burn(1); send(s, b, 64, 0); recv(s, b, 64, MSG_WAITALL); close(s); nap(30);
	}
}
static void visited(void) {
	int l = tcp(); struct sockaddr_in a = at("0.0.0.0"); char b[64]; name("e-visited");
	if (bind(l, (void *)&a, sizeof a) || listen(l, 8)) exit(1);
	for (int i = 0; i < n; i++) { int s = accept(l, 0, 0); recv(s, b, 64, MSG_WAITALL); burn(2); send(s, b, 64, 0); close(s); }
}

/* alone: four threads work for 2 ms each and meet; after every third meeting one of them works alone for 12 ms, and they meet again */
static pthread_barrier_t meeting;
static void *part(void *x) {
	long k = (long)x; char s[16]; snprintf(s, sizeof s, "e-part-%ld", k); name(s);
	for (int i = 0; i < n; i++) {
		burn(2); pthread_barrier_wait(&meeting);
		if (i % 3 == 2) { if (!k) burn(12); pthread_barrier_wait(&meeting); }
	}
	return 0;
}
static void alone(void) {
	pthread_t t[4]; pthread_barrier_init(&meeting, 0, 4); name("e-alone");
	for (long i = 0; i < 4; i++) pthread_create(t + i, 0, part, (void *)i);
	for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
}

int main(int k, char **v) {
	n = k > 2 ? atoi(v[2]) : 40;
	if (!strcmp(v[1], "visits")) visits();
	if (!strcmp(v[1], "visited")) visited();
	if (!strcmp(v[1], "alone")) alone();
	return 0;
}
