/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static double cpu(void) { struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static void burn(double ms) { double end = cpu() + ms / 1e3; while (cpu() < end) { for (volatile int i = 0; i < 500; i++) { } } }

static int pipes[2];
static void *tell(void *x) { char c; (void)x; prctl(PR_SET_NAME, "d-tell"); while (read(pipes[0], &c, 1) == 1) burn(0.2); return 0; }

/* scan: reads a file of n pieces, which is not in memory, and computes for 8 ms on each; another thread tells how far it is, now and then */
static void scan(int n) {
	pthread_t t; (void)!pipe(pipes); pthread_create(&t, 0, tell, 0);
	static char b[1 << 16]; int f = open("/data/scan", O_RDWR | O_CREAT, 0600); memset(b, 'x', sizeof b);
	for (int i = 0; i < n; i++) (void)!write(f, b, sizeof b);
	fsync(f); posix_fadvise(f, 0, 0, POSIX_FADV_RANDOM); posix_fadvise(f, 0, 0, POSIX_FADV_DONTNEED);
	prctl(PR_SET_NAME, "d-scan");
	for (int i = 0; i < n; i++) { (void)!pread(f, b, 4096, (off_t)i * sizeof b); burn(8); if (i % 16 == 15) (void)!write(pipes[1], "", 1); }
	close(pipes[1]); pthread_join(t, 0);
}

/* create: four threads make n files each, write a few bytes into each, and sync it */
static int files;
static void *create(void *x) {
	char p[64]; snprintf(p, 64, "p-creat-%ld", (long)x); prctl(PR_SET_NAME, p);
	for (int i = 0; i < files; i++) { snprintf(p, 64, "/data/c-%ld-%d", (long)x, i); int f = open(p, O_WRONLY | O_CREAT, 0600); burn(0.5); (void)!write(f, p, 64); fsync(f); close(f); }
	return 0;
}
static void creators(int n) { pthread_t t[4]; files = n; for (long i = 0; i < 4; i++) pthread_create(t + i, 0, create, (void *)i); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); }

int main(int k, char **v) { int n = k > 2 ? atoi(v[2]) : 60; if (!strcmp(v[1], "scan")) scan(n); else if (!strcmp(v[1], "create")) creators(n); else burn(n); return 0; }
