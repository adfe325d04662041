/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static double cpu(void) { struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static void burn(double ms) { double end = cpu() + ms / 1e3; while (cpu() < end) for (volatile int i = 0; i < 500; i++); }
static void nap(double ms) { struct timespec t = { 0, (long)(ms * 1e6) }; nanosleep(&t, 0); }
static void name(const char *s) { prctl(PR_SET_NAME, s); }
static int tcp(void) { int s = socket(AF_INET, SOCK_STREAM, 0), one = 1; setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, 4); setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, 4); return s; }
static struct sockaddr_in at(const char *ip, int port) { struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(port) }; inet_aton(ip, &a.sin_addr); return a; }
static int dial(const char *ip, int port) { struct sockaddr_in a = at(ip, port); for (int i = 0; i < 900; i++) { int s = tcp(); if (!connect(s, (void *)&a, sizeof a)) return s; close(s); nap(50); } exit(1); }
static int get(int s, char *b) { int k = 0, r; while (k < 64 && (r = recv(s, b + k, 64 - k, 0)) > 0) k += r; return k == 64; }
static void put(int s, char *b) { send(s, b, 64, MSG_NOSIGNAL); }
/* svc NAME PORT WORK SLEEP: a thread for each connection, until somebody sends a q */
static const char *who; static double work, rest;
static void *conn(void *x) { int s = (long)x; char b[64]; name(who); while (get(s, b)) { if (b[0] == 'q') exit(0); burn(work); if (rest > 0) nap(rest); put(s, b); } close(s); return 0; }
static int bound(int port) { int l = tcp(); struct sockaddr_in a = at("0.0.0.0", port); if (bind(l, (void *)&a, sizeof a) || listen(l, 32)) exit(1); return l; }
static void svc(int port) { int l = bound(port); name(who); for (;;) { int s = accept(l, 0, 0); setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, 4); pthread_t t; pthread_create(&t, 0, conn, (void *)(long)s); } }
/* gate MODE HOST: a thread for each connection, which asks three services: fan, one after the other; par, all at once; n1, the first one fifteen times; one, the last one alone */
static const char *mode, *back; static double total; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *gated(void *x) { int c = (long)x, s[3]; char b[64]; name("gateway"); for (int i = 0; i < 3; i++) s[i] = dial(back, 7101 + i);
	while (get(c, b)) { double t = now(); if (b[0] == 'q') { for (int i = 0; i < 3; i++) put(s[i], b); printf("gateway answered in %.1f ms all together\n", total * 1e3); fflush(stdout); nap(300); exit(0); }
		burn(0.5);
		if (!strcmp(mode, "fan")) for (int i = 0; i < 3; i++) { put(s[i], b); get(s[i], b); burn(0.2); }
		if (!strcmp(mode, "par")) { for (int i = 0; i < 3; i++) put(s[i], b); for (int i = 0; i < 3; i++) { get(s[i], b); burn(0.2); } }
		if (!strcmp(mode, "n1")) for (int i = 0; i < 15; i++) { put(s[0], b); get(s[0], b); burn(0.1); }
		if (!strcmp(mode, "one")) { put(s[2], b); get(s[2], b); }
		pthread_mutex_lock(&m); total += now() - t; pthread_mutex_unlock(&m); put(c, b); }
	return 0; }
static void gate(void) { int l = bound(7100); name("gateway"); for (;;) { int s = accept(l, 0, 0); setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, 4); pthread_t t; pthread_create(&t, 0, gated, (void *)(long)s); } }
static int n; static void *client(void *x) { int s = dial(back, 7100); char b[64] = "x"; name("client"); for (int i = 0; i < n; i++) { put(s, b); get(s, b); burn(0.2); } return 0; }
int main(int k, char **v) { who = v[2];
	if (!strcmp(v[1], "svc")) { work = atof(v[4]); rest = atof(v[5]); svc(atoi(v[3])); }
	if (!strcmp(v[1], "gate")) { mode = v[2]; back = v[3]; gate(); }
	if (!strcmp(v[1], "ask")) { back = v[2]; n = atoi(v[3]); int c = atoi(v[4]); pthread_t t[16]; double b = now(); for (int i = 0; i < c; i++) pthread_create(t + i, 0, client, 0); for (int i = 0; i < c; i++) pthread_join(t[i], 0); printf("client took %.1f ms for %d requests\n", (now() - b) * 1e3, n * c); char q[64] = "q"; put(dial(back, 7100), q); nap(400); }
	return 0; }
