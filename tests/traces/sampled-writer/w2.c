/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
 * W2: the example of the wPerf paper (OSDI'18).  w2 gen N | w2 serve FILE CAP
 * thread A: receive a request from the generator (TCP, another process), funA 2 ms of CPU, enqueue
 * thread B: dequeue, funB 5 ms of CPU, append a record and fdatasync (5 ms on the disk)
 * bounded queue of CAP, mutex + 2 condition variables.  Knot expected: B <-> disk. */
#include "wl.h"
static struct { pthread_mutex_t m; pthread_cond_t ne, nf; int q[64], h, n, cap; } Q = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER };
static NOI void enqueue(int r) { pthread_mutex_lock(&Q.m); while (Q.n == Q.cap) pthread_cond_wait(&Q.nf, &Q.m); Q.q[(Q.h + Q.n++) % 64] = r; TP(queue, r, "enqueue", Q.n); pthread_cond_signal(&Q.ne); pthread_mutex_unlock(&Q.m); }
static NOI int dequeue(void) { pthread_mutex_lock(&Q.m); while (!Q.n) pthread_cond_wait(&Q.ne, &Q.m); int r = Q.q[Q.h]; Q.h = (Q.h + 1) % 64; Q.n--; TP(queue, r, "dequeue", Q.n); pthread_cond_signal(&Q.nf); pthread_mutex_unlock(&Q.m); return r; }
static NOI void funA(int r) { TP(stage_begin, r, 0, "funA"); burn(2000); TP(stage_end, r, 0, "funA"); }
static NOI void funB(int r) { TP(stage_begin, r, 0, "funB"); burn(5000); TP(stage_end, r, 0, "funB"); }
static NOI void log_record(int f, char *b, int r) { TP(stage_begin, r, 0, "disk"); if (pwrite(f, b, 4096, (r % 256) * 4096l) != 4096) perror("pwrite"); fdatasync(f); TP(stage_end, r, 0, "disk"); }
static void *thread_b(void *p)
{
	static char b[1 << 20]; int f = open(p, O_RDWR | O_CREAT, 0644); role("w2-B"); if (pwrite(f, b, sizeof b, 0) < 0) perror(p); fsync(f);
	uint64_t t = now(CLOCK_MONOTONIC); int n = 0;
	for (;;) { int r = dequeue(); if (r < 0) break; funB(r); log_record(f, b, r); n++; }
	printf("W2 n=%d per_request_ms=%.3f\n", n, (now(CLOCK_MONOTONIC) - t) / 1e6 / n); return 0;
}
int main(int c, char **v)
{
	if (c > 2 && !strcmp(v[1], "gen")) {
		role("w2-gen"); int s = connect_to("127.0.0.1", 7003), z = 4608; setsockopt(s, SOL_SOCKET, SO_SNDBUF, &z, sizeof z); struct msg m = { 0 };
		for (int i = 0; i < atoi(v[2]); i++) { m.req = i; TP(req_begin, i, 0, "gen"); snd(s, &m); }
		m.stop = 1; snd(s, &m); pause_us(100000); rcv(s, &m);
	} else {
		pthread_t t; Q.cap = atoi(v[3]); int l = listen_on(7003), one = 1, z = 4096; setsockopt(l, SOL_SOCKET, SO_RCVBUF, &z, sizeof z); role("w2-A"); puts("READY"); fflush(stdout);
		int s = accept(l, 0, 0); setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
		pthread_create(&t, 0, thread_b, v[2]);
		struct msg m; for (;;) { rcv(s, &m); if (m.stop) break; funA(m.req); enqueue(m.req); }
		enqueue(-1); pthread_join(t, 0); snd(s, &m);
	}
	return 0;
}
