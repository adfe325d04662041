/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/* server BUILD CLIENTS REQUESTS: a server with a thread for each of CLIENTS, and a load of as many threads that ask it in turn. What a request takes grows with
 * the number of clients in all builds but even: ask asks somebody else with a lock in its hands, who takes longer the more others wait for it (the answer is a sleep); evict has fewer pages than clients and
 * writes somebody else's before its own; select looks through all connections; backoff sleeps. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 64, PAGE = 4096, PAGES = 8 };
static int clients, each, disk, to_server[MOST], to_client[MOST], waiting;
static const char *build;
static char *page;
static pthread_mutex_t rows = PTHREAD_MUTEX_INITIALIZER;

static double seconds(clockid_t clock) { struct timespec t; clock_gettime(clock, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static void work(double millis) { double end = seconds(CLOCK_THREAD_CPUTIME_ID) + millis / 1e3; while (seconds(CLOCK_THREAD_CPUTIME_ID) < end); }
static void rest(double millis) { struct timespec t = {0, (long)(millis * 1e6)}; nanosleep(&t, 0); }
static void put(long number) { if (pwrite(disk, page, PAGE, number * PAGE) != PAGE) _exit(1); }

static void request(long client) {
	work(0.3);
	if (!strcmp(build, "select")) work(0.3 * clients);
	if (!strcmp(build, "backoff")) rest(0.3 * clients * clients);
	if (!strcmp(build, "ask") || !strcmp(build, "even")) {
		__atomic_add_fetch(&waiting, 1, __ATOMIC_RELAXED);
		pthread_mutex_lock(&rows);
		int others = __atomic_sub_fetch(&waiting, 1, __ATOMIC_RELAXED);
		if (build[0] == 'a') rest(0.4 + 0.4 * others); else work(0.4);
		pthread_mutex_unlock(&rows);
	}
	if (!strcmp(build, "evict")) {
		if (clients > PAGES) { put((client + 1) % clients); put((client + 2) % clients); }
		put(client);
	}
}
static void *serve(void *which) {
	long client = (long)which; char byte;
	prctl(PR_SET_NAME, "server");
	while (read(to_server[client], &byte, 1) == 1) { request(client); if (write(to_server[client], &byte, 1) != 1) break; }
	return 0;
}
static void *client(void *which) {
	long self = (long)which; char byte = 'x';
	prctl(PR_SET_NAME, "load");
	for (int i = 0; i < each; i++) if (write(to_client[self], &byte, 1) != 1 || read(to_client[self], &byte, 1) != 1) _exit(1);
	return 0;
}
int main(int count, char **words) {
	if (count < 4) return 2;
	build = words[1]; clients = atoi(words[2]); each = atoi(words[3]) / clients;
	if (clients < 1 || clients > MOST || posix_memalign((void **)&page, PAGE, PAGE)) return 2;
	memset(page, 1, PAGE);
	disk = open("/data/pages", O_RDWR | O_CREAT | O_DIRECT | O_DSYNC, 0600);
	if (disk < 0 || posix_fallocate(disk, 0, MOST * PAGE)) return 1;
	for (int i = 0; i < clients; i++) { int pair[2]; if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 1; to_server[i] = pair[0]; to_client[i] = pair[1]; }
	pthread_t threads[MOST];
	pid_t load = fork();
	if (load == 0) {
		for (int i = 0; i < clients; i++) close(to_server[i]);
		usleep(100000); /* until the server is there */
		double start = seconds(CLOCK_MONOTONIC);
		for (long i = 0; i < clients; i++) pthread_create(threads + i, 0, client, (void *)i);
		for (int i = 0; i < clients; i++) pthread_join(threads[i], 0);
		printf("requests per second: %.2f\n", each * clients / (seconds(CLOCK_MONOTONIC) - start));
		return fflush(stdout);
	}
	for (int i = 0; i < clients; i++) close(to_client[i]);
	for (long i = 0; i < clients; i++) pthread_create(threads + i, 0, serve, (void *)i);
	for (int i = 0; i < clients; i++) pthread_join(threads[i], 0);
	waitpid(load, 0, 0);
	return 0;
}
