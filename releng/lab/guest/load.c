/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
 * A program whose requests are timed, to see what recording it costs. The work of a request is counted, not timed.
 *   load rpc N           N requests of one byte and their replies over TCP on this host: nothing but waking each other
 *   load app N FILE      N requests over TCP; each is computed on by one thread and handed through a lock to a second, which computes and
 *                        writes 4 KiB to FILE, through to the disk
 * Prints the mean and the median time of a request in ns; the first tenth is not counted. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#ifdef BOWLINE
#include <bowline.h>
#define BEGIN(i) bowline_interval_begin(i, "load")
#define END(i) bowline_interval_end(i)
#else
#define BEGIN(i)
#define END(i)
#endif

enum { SHARE = 20000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int handed, done, disk = -1, app;
static char block[4096];

static void must(int ok, const char *what) { if (!ok) { perror(what); exit(1); } }

__attribute__((noinline)) static void step(volatile uint32_t *x) { for (int i = 0; i < 1000; i++) *x = *x * 1103515245u + 12345u; }

__attribute__((noinline)) static void compute(int share) { volatile uint32_t x = 1; for (int i = 0; i < share / 1000; i++) step(&x); }

static void *second(void *unused)
{
	for (;;) {
		pthread_mutex_lock(&lock);
		while (!handed) pthread_cond_wait(&changed, &lock);
		pthread_mutex_unlock(&lock);
		compute(SHARE);
		must(pwrite(disk, block, sizeof block, 0) == sizeof block && !fdatasync(disk), "write");
		pthread_mutex_lock(&lock);
		handed = 0; done = 1;
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

static void *server(void *listening)
{
	int s = accept(*(int *)listening, 0, 0), one = 1; char byte;
	must(s >= 0, "accept");
	setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	while (recv(s, &byte, 1, 0) == 1) {
		if (app) {
			compute(SHARE);
			pthread_mutex_lock(&lock);
			handed = 1;
			pthread_cond_broadcast(&changed);
			while (!done) pthread_cond_wait(&changed, &lock);
			done = 0;
			pthread_mutex_unlock(&lock);
		}
		must(send(s, &byte, 1, 0) == 1, "send");
	}
	return 0;
}

static int64_t now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000000000ll + t.tv_nsec; }

__attribute__((no_instrument_function)) static int ascending(const void *a, const void *b) { int64_t x = *(const int64_t *)a, y = *(const int64_t *)b; return (x > y) - (x < y); }

int main(int count, char **words)
{
	if (count < 3 || ((app = !strcmp(words[1], "app")) && count < 4)) { fprintf(stderr, "load rpc N | load app N FILE\n"); return 2; }
	int n = atoi(words[2]), first = n / 10, l = socket(AF_INET, SOCK_STREAM, 0), s = socket(AF_INET, SOCK_STREAM, 0), one = 1;
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof a; pthread_t thread; int64_t sum = 0, *times = malloc(n * sizeof *times); char byte = 0;
	if (app) must((disk = open(words[3], O_RDWR | O_CREAT, 0600)) >= 0, words[3]);
	must(!bind(l, (void *)&a, sizeof a) && !listen(l, 1) && !getsockname(l, (void *)&a, &size), "listen");
	pthread_create(&thread, 0, server, &l);
	if (app) pthread_create(&thread, 0, second, 0);
	must(!connect(s, (void *)&a, sizeof a), "connect");
	setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	for (int i = 0; i < n; i++) {
		int64_t begin = now();
		BEGIN(i);
		must(send(s, &byte, 1, 0) == 1 && recv(s, &byte, 1, 0) == 1, "request");
		END(i);
		times[i] = now() - begin;
	}
	for (int i = first; i < n; i++) sum += times[i];
	qsort(times + first, n - first, sizeof *times, ascending);
	printf("%lld %lld\n", (long long)(sum / (n - first)), (long long)times[first + (n - first) / 2]);
	return 0;
}
