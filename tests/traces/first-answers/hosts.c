/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
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
static void sum(const char *what, double s) { printf("%s %.3f s\n", what, s); fflush(stdout); }

/* pinned: four workers of which each has a tenth of a round; all may use processor 0 only, and processor 1 is idle */
static pthread_barrier_t bar;
static void *pin(void *x) { cpu_set_t s; CPU_ZERO(&s); CPU_SET(0, &s); sched_setaffinity(0, sizeof s, &s); number("h-pin", (long)x); for (int i = 0; i < n; i++) { burn(4); pthread_barrier_wait(&bar); } return 0; }
static void pinned(void) { pthread_t t[4]; name("h-pinned"); pthread_barrier_init(&bar, 0, 4); for (long i = 0; i < 4; i++) start(t + i, pin, i); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); }

static int tcp(void) { int s = socket(AF_INET, SOCK_STREAM, 0), one = 1; setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, 4); setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, 4); return s; }
static struct sockaddr_in at(const char *ip, int port) { struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(port) }; inet_aton(ip, &a.sin_addr); return a; }
static int dial(const char *ip, int port) { struct sockaddr_in a = at(ip, port); for (int i = 0; i < 600; i++) { int s = tcp(); if (!connect(s, (void *)&a, sizeof a)) return s; close(s); nap(50); } exit(1); }
static int serve(int port, int q) { int s = tcp(); struct sockaddr_in a = at("0.0.0.0", port); if (bind(s, (void *)&a, sizeof a) || listen(s, q)) exit(1); return s; }
static int get(int s, char *b, int z) { int k = 0, r; while (k < z && (r = recv(s, b + k, z - k, 0)) > 0) k += r; return k == z; }
static void put(int s, char *b, int z) { int k = 0, r; while (k < z && (r = send(s, b + k, z - k, MSG_NOSIGNAL)) > 0) k += r; }
/* ask, echo: a client and a server on another host, which needs so many ms for an answer */
static void echo(const char *who, int port, double ms) { int l = serve(port, 8), s = accept(l, 0, 0); setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, 4); char b[64]; name(who); while (get(s, b, 64)) { burn(ms); put(s, b, 64); } }
static void askers(const char *ip, int port, double ms) { int s = dial(ip, port); char b[64] = ""; name("h-client"); double w = 0; for (int i = 0; i < n; i++) { burn(ms); double t = now(); put(s, b, 64); get(s, b, 64); w += now() - t; } sum("client waited", w); }

/* udp: every sixth answer is not sent; the asker waits 80 ms and asks again */
static void udp_answer(void) { int s = socket(AF_INET, SOCK_DGRAM, 0); struct sockaddr_in a = at("0.0.0.0", 7053), f; socklen_t z = sizeof f; bind(s, (void *)&a, sizeof a); name("h-names"); char b[64]; int k = 0; for (;;) { z = sizeof f; if (recvfrom(s, b, 64, 0, (void *)&f, &z) < 0) exit(1); if (b[0] == 'q') break; burn(0.5); if (++k % 6) sendto(s, b, 32, 0, (void *)&f, z); } }
static void udp_ask(const char *ip) { int s = socket(AF_INET, SOCK_DGRAM, 0), late = 0; struct sockaddr_in a = at(ip, 7053); connect(s, (void *)&a, sizeof a); struct timeval v = { 0, 80000 }; setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &v, sizeof v); name("h-lookup"); char b[64] = "x"; double w = 0; nap(300); for (int i = 0; i < n; i++) { burn(0.5); double t = now(); for (;;) { send(s, b, 32, 0); if (recv(s, b, 64, 0) > 0) break; late++; } w += now() - t; } b[0] = 'q'; send(s, b, 1, 0); sum("asker waited", w); printf("timeouts %d\n", late); }

/* kept: two workers, each of which serves one connection until its client closes it; five clients that ask once a connection, and close it 60 ms later */
static void kept_serve(void) { int l = serve(7002, 16); name("h-kept"); for (int i = 0; i < 2; i++) if (!fork()) { name("h-worker"); char b[64] = ""; while (b[0] != 'q') { int s = accept(l, 0, 0); setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, 4); while (b[0] != 'q' && get(s, b, 64)) { burn(1); put(s, b, 64); } close(s); } exit(0); } for (int i = 0; i < 2; i++) wait(0); }
static const char *kept_at;
static void *kept_client(void *x) { number("h-client", (long)x); double w = 0; for (int i = 0; i < n; i++) { char b[64] = ""; double t = now(); int s = dial(kept_at, 7002); put(s, b, 64); get(s, b, 64); w += now() - t; nap(60); close(s); } sum("client waited", w); return 0; }
static void kept_ask(const char *ip) { pthread_t t[5]; kept_at = ip; close(dial(ip, 7002)); name("h-asks"); for (long i = 0; i < 5; i++) start(t + i, kept_client, i); for (int i = 0; i < 5; i++) pthread_join(t[i], 0); for (int i = 0; i < 2; i++) { char b[64] = "q"; int s = dial(ip, 7002); put(s, b, 64); get(s, b, 64); close(s); } }

/* pool: two workers, each of which takes a connection, answers what is asked over it after 25 ms, and closes it; one thread asks over eight connections at a time, as an event loop does */
static void pool_serve(void) { int l = serve(7003, 16); name("h-pool"); for (int i = 0; i < 2; i++) if (!fork()) { name("h-worker"); char b[64] = ""; while (b[0] != 'q') { int s = accept(l, 0, 0); if (get(s, b, 64)) { burn(0.3); nap(25); put(s, b, 64); } close(s); } exit(0); } for (int i = 0; i < 2; i++) wait(0); }
static void pool_ask(const char *ip) { close(dial(ip, 7003)); name("h-loop"); struct pollfd p[8]; double w = 0, since[8]; int sent = 0, done = 0; char b[64] = ""; for (int i = 0; i < 8; i++) { p[i].events = POLLIN; p[i].fd = -1; }
	while (done < n) { for (int i = 0; i < 8; i++) if (p[i].fd < 0 && sent < n) { burn(0.2); p[i].fd = dial(ip, 7003); since[i] = now(); put(p[i].fd, b, 64); sent++; } poll(p, 8, -1); for (int i = 0; i < 8; i++) if (p[i].fd >= 0 && p[i].revents) { get(p[i].fd, b, 64); w += now() - since[i]; close(p[i].fd); p[i].fd = -1; done++; } }
	sum("client waited", w); for (int i = 0; i < 2; i++) { b[0] = 'q'; int s = dial(ip, 7003); put(s, b, 64); get(s, b, 64); close(s); } }

int main(int k, char **v) {
	const char *w = v[1], *ip = k > 3 ? v[3] : "10.77.0.2"; if (k > 2) n = atoi(v[2]); double t = now();
	if (!strcmp(w, "pinned")) pinned(); if (!strcmp(w, "echo")) echo("h-server", 7001, 0.5); if (!strcmp(w, "ask")) askers(ip, 7001, 0.5);
	if (!strcmp(w, "udp-answer")) udp_answer(); if (!strcmp(w, "udp-ask")) udp_ask(ip);
	if (!strcmp(w, "kept-serve")) kept_serve(); if (!strcmp(w, "kept-ask")) kept_ask(ip);
	if (!strcmp(w, "pool-serve")) pool_serve(); if (!strcmp(w, "pool-ask")) pool_ask(ip); printf("%s %d took %.3f s\n", w, n, now() - t); return 0;
}
