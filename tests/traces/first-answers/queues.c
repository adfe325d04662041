/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int n = 50;
static const char *peer = "10.77.0.2";
static double cpu(void) { struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static void burn(double ms) { double end = cpu() + ms / 1e3; while (cpu() < end) { for (volatile int i = 0; i < 500; i++) { } } }
static void nap(double ms) { struct timespec t = { (long)(ms / 1e3), (long)(ms * 1e6) % 1000000000 }; nanosleep(&t, 0); }
static void name(const char *s) { prctl(PR_SET_NAME, s); }
static void number(const char *s, long i) { char b[16]; snprintf(b, sizeof b, "%s-%ld", s, i); name(b); }
static void start(pthread_t *t, void *(*f)(void *), long i) { pthread_create(t, 0, f, (void *)i); }
static void join(pthread_t *t, int k) { for (int i = 0; i < k; i++) pthread_join(t[i], 0); }
static void io(int r) { if (r < 0) exit(1); }
static void commit(int fd) { char b[512] = "x"; io(pwrite(fd, b, sizeof b, 0)); fdatasync(fd); }
static int tcp(void) { int s = socket(AF_INET, SOCK_STREAM, 0), one = 1; setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, 4); return s; }
static void nodelay(int s) { int one = 1; setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, 4); }
static struct sockaddr_in at(const char *ip, int port) { struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(port) }; inet_aton(ip, &a.sin_addr); return a; }
static int dial(const char *ip, int port) { struct sockaddr_in a = at(ip, port); for (int i = 0; i < 600; i++) { int s = tcp(); if (!connect(s, (void *)&a, sizeof a)) return s; close(s); nap(50); } exit(1); }
static int serve(int port, int q) { int s = tcp(); struct sockaddr_in a = at("0.0.0.0", port); if (bind(s, (void *)&a, sizeof a) || listen(s, q)) exit(1); return s; }
static int get(int s, char *b, int z) { int k = 0, r; while (k < z && (r = recv(s, b + k, z - k, 0)) > 0) k += r; return k == z; }
static void put(int s, char *b, int z) { int k = 0, r; while (k < z && (r = send(s, b + k, z - k, MSG_NOSIGNAL)) > 0) k += r; }

/* two ends over pipes: who asks works for so many ms, and waits for an answer */
static int box[2], out[2];
static void asks(void *(*server)(void *), const char *who, double ms) { pthread_t t; char k = 'x'; if (pipe(box) || pipe(out)) exit(1); start(&t, server, 0); name(who); for (int i = 0; i < n; i++) { burn(ms); io(write(box[1], &k, 1)); io(read(out[0], &k, 1)); } close(box[1]); pthread_join(t, 0); }

/* sends: a client sends head and body of a request apart, and the kernel keeps the body back until the head is acknowledged; answers: the server */
static void sends(void) { int s = dial(peer, 7001); name("q-client"); char b[64] = ""; for (int i = 0; i < n; i++) { burn(0.5); put(s, b, 16); put(s, b, 48); get(s, b, 64); } }
static void answers(void) { int l = serve(7001, 16), s = accept(l, 0, 0); nodelay(s); char b[64]; name("q-server"); while (get(s, b, 64)) { burn(0.5); put(s, b, 64); } }

/* neighbour: four threads of a backup write all the time to the disk on which a store commits */
static void *backup(void *x) { long k = (long)x; number("n-backup", k); int f = open("/data/backup", O_RDWR | O_CREAT | O_DIRECT, 0600); void *b; if (posix_memalign(&b, 4096, 1 << 16)) exit(1); memset(b, 1, 1 << 16); for (int i = 0;; i = (i + 1) % 60) io(pwrite(f, b, 1 << 16, ((off_t)k * 60 + i) << 16)); return 0; }
static void *commits(void *x) { (void)x; name("n-store"); int f = open("/data/store", O_RDWR | O_CREAT, 0600); char k; while (read(box[0], &k, 1) == 1) { commit(f); io(write(out[1], &k, 1)); } return 0; }
static void neighbour(void) { pid_t p = fork(); if (!p) { pthread_t t[3]; for (long k = 0; k < 3; k++) start(t + k, backup, k); backup((void *)3); } nap(200); asks(commits, "n-client", 1); kill(p, 9); wait(0); }

/* accept: one thread accepts and greets (3 ms), four others serve (1 ms); six clients */
static void *client(void *x) { number("a-client", (long)x); char b[64] = ""; for (int i = 0; i < n; i++) { burn(0.3); int s = dial("127.0.0.1", 7100); nodelay(s); put(s, b, 64); get(s, b, 64); close(s); } return 0; }
static void *work(void *x) { number("a-work", (long)x); int s; char b[64]; while (read(box[0], &s, sizeof s) == sizeof s) { get(s, b, 64); burn(1); put(s, b, 64); close(s); } return 0; }
static void *greet(void *x) { int l = (int)(long)x; name("a-accept"); for (int i = 0; i < 6 * n; i++) { int s = accept(l, 0, 0); nodelay(s); burn(3); io(write(box[1], &s, sizeof s)); } close(box[1]); return 0; }
static void accepts(void) { pthread_t t[6], w[4], a; if (pipe(box)) exit(1); int l = serve(7100, 64); name("a-main"); for (long i = 0; i < 4; i++) start(w + i, work, i); start(&a, greet, l); for (long i = 0; i < 6; i++) start(t + i, client, i); join(t, 6); pthread_join(a, 0); join(w, 4); }

/* hogs: six processes that compute, and a client and a server */
static void *quick(void *x) { (void)x; name("g-server"); char k; while (read(box[0], &k, 1) == 1) { burn(1); io(write(out[1], &k, 1)); } return 0; }
static void hogs(void) { pid_t p[6]; for (long k = 0; k < 6; k++) if (!(p[k] = fork())) { number("g-batch", k); for (;;) burn(10); } asks(quick, "g-client", 1); for (int k = 0; k < 6; k++) kill(p[k], 9); while (wait(0) > 0) { } }

/* uneven: six threads meet at a barrier after 1 ms of work each, one of them after 6 ms; two processors */
static pthread_barrier_t meeting;
static void *meets(void *x) { long k = (long)x; number("b-worker", k); for (int i = 0; i < n; i++) { burn(k == 3 ? 6 : 1); pthread_barrier_wait(&meeting); } return 0; }
static void uneven(void) { pthread_t t[6]; pthread_barrier_init(&meeting, 0, 6); for (long k = 0; k < 6; k++) start(t + k, meets, k); join(t, 6); }

static void compute(void) { name("h-burn"); burn(n); }

int main(int k, char **v) {
	if (k < 2) return 2;
	if (k > 2) n = atoi(v[2]);
	if (k > 3) peer = v[3];
	struct { const char *s; void (*f)(void); } all[] = { { "sends", sends }, { "answers", answers }, { "neighbour", neighbour }, { "accept", accepts }, { "hogs", hogs }, { "uneven", uneven }, { "burn", compute } };
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) if (!strcmp(v[1], all[i].s)) all[i].f();
	return 0;
}
