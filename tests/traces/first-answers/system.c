/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int n = 50;
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static double cpu(void) { struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static void burn(double ms) { double end = cpu() + ms / 1e3; while (cpu() < end) { for (volatile int i = 0; i < 500; i++) { } } }
static void nap(double ms) { struct timespec t = { (long)(ms / 1e3), (long)(ms * 1e6) % 1000000000 }; nanosleep(&t, 0); }
static void name(const char *s) { prctl(PR_SET_NAME, s); }
static void start(pthread_t *t, void *(*f)(void *), long i) { pthread_create(t, 0, f, (void *)i); }
static void number(const char *s, long i) { char b[16]; snprintf(b, sizeof b, "%s-%ld", s, i); name(b); }
static int file(const char *p) { return open(p, O_RDWR | O_CREAT, 0600); }
static void commit(int fd) { char b[512] = "x"; if (pwrite(fd, b, sizeof b, 0) < 0) exit(1); fdatasync(fd); }
static void sum(const char *what, double s) { printf("%s %.3f s\n", what, s); fflush(stdout); }

/* dirty: buffered writes until the kernel holds the writer back; another thread hands it blocks */
static int full[2], empty[2];
static void *spool(void *x) { (void)x; name("h-spool"); int f = file("/data/spool"); char *b = calloc(1, 1 << 20), k; off_t o = 0; while (read(full[0], &k, 1) == 1) { if (pwrite(f, b, 1 << 15, o) < 0) exit(1); o = (o + (1 << 15)) % (64 << 20); if (write(empty[1], "x", 1) < 0) exit(1); } return 0; }
static void dirty(void) {
	pthread_t t; char k; if (pipe(full) || pipe(empty)) exit(1); name("h-ingest"); start(&t, spool, 0); double w = 0;
	for (int i = 0; i < n; i++) { burn(0.2); if (write(full[1], "x", 1) < 0) exit(1); double b = now(); if (read(empty[0], &k, 1) < 0) exit(1); w += now() - b; } close(full[1]); pthread_join(t, 0); sum("ingest waited", w);
}
/* loopdev: commits to a file system on a loop device, asked by a client */
static int to[2], back[2];
static void *store(void *x) { (void)x; name("h-store"); int f = file("/loop/data"); char k; while (read(to[0], &k, 1) == 1) { commit(f); if (write(back[1], "x", 1) < 0) exit(1); } return 0; }
static void loopdev(void) { pthread_t t; char k; if (pipe(to) || pipe(back)) exit(1); name("h-asker"); start(&t, store, 0); for (int i = 0; i < n; i++) { burn(0.5); if (write(to[1], "x", 1) < 0 || read(back[0], &k, 1) < 0) exit(1); } close(to[1]); pthread_join(t, 0); }

/* spin: a lock for which threads spin; four threads, 1 ms inside, 0.3 ms outside */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int lk; static void *spinner(void *x) { number("h-spin", (long)x); for (int i = 0; i < n; i++) { int got = 0; for (int k = 0; k < 3000 && !got; k++) got = !__sync_lock_test_and_set(&lk, 1); if (!got) pthread_mutex_lock(&m), pthread_mutex_unlock(&m); while (!got) { got = !__sync_lock_test_and_set(&lk, 1); if (!got) sched_yield(); } burn(1); __sync_lock_release(&lk); burn(0.3); } return 0; }
static void spin(void) { pthread_t t[4]; name("h-spins"); for (long i = 0; i < 4; i++) start(t + i, spinner, i); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); }

/* link: for a shell: work for so many ms, and read what others wrote */
static void work(void) { name("h-cc"); burn(n); }
static void link_(void) { name("h-ld"); burn(n); }

static int tcp(void) { int s = socket(AF_INET, SOCK_STREAM, 0), one = 1; setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, 4); setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, 4); return s; }
static struct sockaddr_in at(const char *ip, int port) { struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(port) }; inet_aton(ip, &a.sin_addr); return a; }
static int serve(int port, int q) { int s = tcp(); struct sockaddr_in a = at("0.0.0.0", port); if (bind(s, (void *)&a, sizeof a) || listen(s, q)) exit(1); return s; }
static int get(int s, char *b, int z) { int k = 0, r; while (k < z && (r = recv(s, b + k, z - k, 0)) > 0) k += r; return k == z; }
static void put(int s, char *b, int z) { int k = 0, r; while (k < z && (r = send(s, b + k, z - k, MSG_NOSIGNAL)) > 0) k += r; }

/* backlog: four clients connect for each request; the server accepts one at a time, and its queue is of one */
static void backlog_serve(void) { int l = serve(7001, 1); char b[64]; name("h-accept"); for (int i = 0; i < 4 * n; i++) { int s = accept(l, 0, 0); get(s, b, 64); burn(4); put(s, b, 64); close(s); } }
static const char *peer; static void *connector(void *x) { number("h-connect", (long)x); char b[64] = ""; struct sockaddr_in a = at(peer, 7001); for (int i = 0; i < n; i++) { int s = tcp(); while (connect(s, (void *)&a, sizeof a)) { close(s); nap(20); s = tcp(); } put(s, b, 64); get(s, b, 64); close(s); burn(0.5); } return 0; }
static void backlog_ask(const char *ip) { peer = ip; pthread_t t[4]; name("h-clients"); for (long i = 0; i < 4; i++) start(t + i, connector, i); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); }

static void io(int r) { if (r < 0) exit(1); }
/* pool: eight callers, a pool of two workers; a job waits 6 ms for a device (a sleep) and works 1 ms */
static int job[2]; static int done[8][2];
static void *poolWorker(void *x) { number("x-worker", (long)x); char b; while (read(job[0], &b, 1) == 1) { burn(0.5); nap(6); burn(0.5); io(write(done[(int)b][1], &b, 1)); } return 0; }
static void *caller(void *x) { long k = (long)x; number("x-caller", k); char b = k; for (int i = 0; i < n; i++) { burn(0.5); io(write(job[1], &b, 1)); io(read(done[k][0], &b, 1)); } return 0; }
static void poolx(void) { pthread_t t[8], w[2]; if (pipe(job)) exit(1); for (int i = 0; i < 8; i++) if (pipe(done[i])) exit(1); for (long i = 0; i < 2; i++) start(w + i, poolWorker, i); name("x-main"); for (long i = 0; i < 8; i++) start(t + i, caller, i); for (int i = 0; i < 8; i++) pthread_join(t[i], 0); close(job[1]); }

int main(int k, char **v) {
	const char *w = v[1]; if (k > 2) n = atoi(v[2]); double t = now();
	struct { const char *s; void (*f)(void); } one[] = { { "dirty", dirty }, { "loopdev", loopdev }, { "spin", spin }, { "cc", work }, { "ld", link_ }, { "backlog-serve", backlog_serve }, { "pool", poolx } };
	for (unsigned i = 0; i < sizeof one / sizeof *one; i++) if (!strcmp(w, one[i].s)) one[i].f();
	if (!strcmp(w, "backlog-ask")) backlog_ask(k > 3 ? v[3] : "10.77.0.2");
	printf("%s %d took %.3f s\n", w, n, now() - t); return 0;
}
