/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static double cpu(void) { struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static void burn(double ms) { double end = cpu() + ms / 1e3; while (cpu() < end) for (volatile int i = 0; i < 500; i++); }
static void nap(double ms) { struct timespec t = { (long)(ms / 1e3), (long)(ms * 1e6) % 1000000000 }; nanosleep(&t, 0); }
static void name(const char *s) { prctl(PR_SET_NAME, s); }
static int n, k; static const char *mode; static double hold, tot, wait_s; static long vain; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, st = PTHREAD_MUTEX_INITIALIZER;
static void sum(double w, double h, long v) { pthread_mutex_lock(&st); wait_s += w; tot += h; vain += v; pthread_mutex_unlock(&st); }
/* try N THREADS MS: a lock is tried; try0: without a pause after it was had; tryn: the holder sleeps; back: exponential back-off */
static void *try(void *x) { name("taker"); unsigned r = (long)x * 77 + 5; for (int i = 0; i < n; i++) { double t = now(); long v = 0; while (pthread_mutex_trylock(&m)) { v++; nap(!strcmp(mode, "back") ? (1 << (v < 4 ? v : 4)) * (1 + (rand_r(&r) % 100) / 100.0) : 8); } double a = now(); if (!strcmp(mode, "tryn")) { burn(0.3); nap(hold); burn(0.2); } else burn(hold); pthread_mutex_unlock(&m); sum(a - t, now() - a, v); if (strcmp(mode, "try0")) nap(3); } return 0; }
/* lockd, want N THREADS MS HOST: a server that gives one lock, and clients that ask for it */
static int tcp(void) { int s = socket(AF_INET, SOCK_STREAM, 0), one = 1; setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, 4); setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, 4); return s; }
static struct sockaddr_in at(const char *ip, int port) { struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(port) }; inet_aton(ip, &a.sin_addr); return a; }
static int dial(const char *ip, int port) { struct sockaddr_in a = at(ip, port); for (int i = 0; i < 900; i++) { int s = tcp(); if (!connect(s, (void *)&a, sizeof a)) return s; close(s); nap(50); } exit(1); }
static int get(int s, char *b) { int q = 0, r; while (q < 16 && (r = recv(s, b + q, 16 - q, 0)) > 0) q += r; return q == 16; }
static void put(int s, char *b) { send(s, b, 16, MSG_NOSIGNAL); }
static int held;
static void *conn(void *x) { int s = (long)x; char b[16]; name("lockd"); while (get(s, b)) { if (b[0] == 'q') { nap(300); exit(0); } pthread_mutex_lock(&m); burn(0.05); if (b[0] == 'l') { b[0] = held ? 'n' : 'y'; held = 1; } else held = 0; pthread_mutex_unlock(&m); put(s, b); } return 0; }
static void lockd(void) { int l = tcp(); struct sockaddr_in a = at("0.0.0.0", 7300); if (bind(l, (void *)&a, sizeof a) || listen(l, 16)) exit(1); name("lockd"); for (;;) { int s = accept(l, 0, 0); setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, 4); pthread_t t; pthread_create(&t, 0, conn, (void *)(long)s); } }
static const char *ip; static void *want(void *x) { int s = dial(ip, 7300); char b[16] = ""; name("wanter"); for (int i = 0; i < n; i++) { double t = now(); long v = 0; for (;;) { b[0] = 'l'; put(s, b); get(s, b); if (b[0] == 'y') break; v++; nap(15); } double a = now(); burn(hold); b[0] = 'u'; put(s, b); get(s, b); sum(a - t, now() - a, v); nap(4); } return 0; }
/* jobs, jobs1: pollers of a queue of jobs; tick, book: threads that work by the clock */
static int jobs, done; static void *poller(void *x) { name("poller"); while (done < n) { pthread_mutex_lock(&m); int j = jobs > 0; if (j) jobs--; pthread_mutex_unlock(&m); if (j) { burn(hold); __sync_fetch_and_add(&done, 1); } else nap(10); } return 0; }
static void *ticker(void *x) { name("ticker"); nap(5.0 * (long)x); for (int i = 0; i < n; i++) { burn(!strcmp(mode, "book") && i % 10 ? 0.1 : hold); nap(20); } return 0; }
int main(int c, char **v) { mode = v[1]; n = atoi(v[2]); k = atoi(v[3]); hold = atof(v[4]); ip = c > 5 ? v[5] : 0; pthread_t t[16]; void *(*f)(void *) = 0; double b = now();
	if (!strcmp(mode, "lockd")) lockd(); if (!strncmp(mode, "try", 3) || !strcmp(mode, "back")) f = try; if (!strcmp(mode, "want")) f = want; if (!strncmp(mode, "jobs", 4)) f = poller; if (!strcmp(mode, "tick") || !strcmp(mode, "book")) f = ticker;
	if (!strcmp(mode, "burn")) { burn(hold); return 0; }
	for (long i = 0; i < k; i++) pthread_create(t + i, 0, f, (void *)i);
	if (f == poller) for (int i = 0; i < n; i++) { nap(!strcmp(mode, "jobs1") ? 50 : 5); pthread_mutex_lock(&m); jobs++; pthread_mutex_unlock(&m); }
	for (int i = 0; i < k; i++) pthread_join(t[i], 0); double e = now() - b; printf("%s: %.1f ms, held %.1f ms, waited %.1f ms, in vain %ld\n", mode, e * 1e3, tot * 1e3, wait_s * 1e3, vain);
	if (!strcmp(mode, "want") && c > 6) { char q[16] = "q"; put(dial(ip, 7300), q); nap(400); } return 0; }
