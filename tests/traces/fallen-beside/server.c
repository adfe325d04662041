/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/* server BUILD CLIENTS REQUESTS: a server with a thread for each of CLIENTS, and a load of as many threads that ask it in turn. herd wakes all who wait for its lock
 * whenever it lets go of it; batch computes with a lock in its hands, for longer the more clients there are, beside two processes that compute all the time; slots
 * turns away whom it has no place for, and they come again later; thrash touches pages of a file, which for many clients are more than it has memory for. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 64, PAGE = 4096, REGION = 4 << 20, SLOTS = 4, BUSY = 2 };
static int clients, each, to_server[MOST], to_client[MOST], slots = SLOTS, herd;
static const char *build;
static volatile char *file;
static pthread_mutex_t rows = PTHREAD_MUTEX_INITIALIZER;

static double seconds(clockid_t clock) { struct timespec t; clock_gettime(clock, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static void work(double millis) { double end = seconds(CLOCK_THREAD_CPUTIME_ID) + millis / 1e3; while (seconds(CLOCK_THREAD_CPUTIME_ID) < end); }
static void rest(double millis) { struct timespec t = {(long)(millis / 1e3), (long)(millis * 1e6) % 1000000000}; nanosleep(&t, 0); }
static int is(const char *name) { return !strcmp(build, name); }

static void take(void) { while (__atomic_exchange_n(&herd, 1, __ATOMIC_ACQUIRE)) syscall(SYS_futex, &herd, FUTEX_WAIT_PRIVATE, 1, 0, 0, 0); }
static void give(void) { __atomic_store_n(&herd, 0, __ATOMIC_RELEASE); syscall(SYS_futex, &herd, FUTEX_WAKE_PRIVATE, MOST, 0, 0, 0); }

static char request(long client, unsigned *random) {
	work(0.3);
	if (is("herd")) for (int i = 0; i < 4; i++) { take(); work(0.1); give(); }
	if (is("batch")) { pthread_mutex_lock(&rows); work(0.2 * clients); pthread_mutex_unlock(&rows); }
	if (is("slots")) {
		if (__atomic_sub_fetch(&slots, 1, __ATOMIC_ACQUIRE) < 0) { __atomic_add_fetch(&slots, 1, __ATOMIC_RELEASE); work(0.5); return 'n'; }
		rest(2); work(0.5);
		__atomic_add_fetch(&slots, 1, __ATOMIC_RELEASE);
	}
	if (is("thrash")) for (int i = 0; i < 8; i++) (void)file[client * REGION + (long)(rand_r(random) % (REGION / PAGE)) * PAGE];
	return 'y';
}
static void *serve(void *which) {
	long client = (long)which; char byte; unsigned random = client + 1;
	prctl(PR_SET_NAME, "server");
	if (is("thrash")) for (long i = 0; i < REGION; i += PAGE) (void)file[client * REGION + i];
	while (read(to_server[client], &byte, 1) == 1) { byte = request(client, &random); if (write(to_server[client], &byte, 1) != 1) break; }
	return 0;
}
static void *client(void *which) {
	long self = (long)which; char byte;
	prctl(PR_SET_NAME, "load");
	for (int i = 0; i < each; i++)
		for (double pause = 20;; pause *= 2) {
			byte = 'x';
			if (write(to_client[self], &byte, 1) != 1 || read(to_client[self], &byte, 1) != 1) _exit(1);
			if (byte == 'y') break;
			rest(pause > 320 ? 320 : pause);
		}
	return 0;
}
int main(int count, char **words) {
	if (count < 4) return 2;
	build = words[1]; clients = atoi(words[2]); each = atoi(words[3]) / clients;
	if (clients < 1 || clients > MOST) return 2;
	if (is("thrash")) {
		int data = open("/data/pages", O_RDONLY);
		file = mmap(0, (long)clients * REGION, PROT_READ, MAP_SHARED, data, 0);
		if (file == MAP_FAILED || madvise((void *)file, (long)clients * REGION, MADV_RANDOM)) return 1;
	}
	pid_t busy[BUSY];
	if (is("batch")) for (int i = 0; i < BUSY; i++) if (!(busy[i] = fork())) { prctl(PR_SET_NAME, "batch"); prctl(PR_SET_PDEATHSIG, SIGKILL); for (;;) work(1); }
	for (int i = 0; i < clients; i++) { int pair[2]; if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 1; to_server[i] = pair[0]; to_client[i] = pair[1]; }
	pthread_t threads[MOST];
	pid_t load = fork();
	if (load == 0) {
		for (int i = 0; i < clients; i++) close(to_server[i]);
		rest(is("thrash") ? 3000 : 100); /* until the server is there */
		double start = seconds(CLOCK_MONOTONIC), since = seconds(CLOCK_REALTIME);
		for (long i = 0; i < clients; i++) pthread_create(threads + i, 0, client, (void *)i);
		for (int i = 0; i < clients; i++) pthread_join(threads[i], 0);
		double took = seconds(CLOCK_MONOTONIC) - start;
		printf("requests per second: %.2f,%.0f,%.0f\n", each * clients / took, since * 1e9, took * 1e9);
		return fflush(stdout);
	}
	for (int i = 0; i < clients; i++) close(to_client[i]);
	for (long i = 0; i < clients; i++) pthread_create(threads + i, 0, serve, (void *)i);
	for (int i = 0; i < clients; i++) pthread_join(threads[i], 0);
	waitpid(load, 0, 0);
	if (is("batch")) for (int i = 0; i < BUSY; i++) { kill(busy[i], SIGKILL); waitpid(busy[i], 0, 0); }
	return 0;
}
