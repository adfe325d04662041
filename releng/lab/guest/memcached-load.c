/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
 * Clients of memcached, on this host:
 *   memcached-load fill PORT KEYS                             a value of 100 bytes for each key
 *   memcached-load work PORT KEYS CLIENTS REQUESTS SETS       each client, a thread, asks for REQUESTS values in turn, SETS of 100 times
 *                                                             to replace one, else to get one; of keys by chance, the same in each run
 *   memcached-load ask PORT COMMAND TIMES PAUSE_MS            asks, reads up to END, waits
 * work prints the mean and the median time of a request in ns; the first tenth is not counted. Then, on a second line, requests per second, the 99th
 * percentile and the longest. ask prints how many lines came, and how long that took, of all times together. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { VALUE = 100, MOST = 64 };

static int port, keys, requests, sets;
static int64_t *times[MOST];

static void must(int ok, const char *what) { if (!ok) { perror(what); exit(1); } }

static int64_t now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000000000ll + t.tv_nsec; }

static int connected(void)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int s = socket(AF_INET, SOCK_STREAM, 0), one = 1;
	must(s >= 0 && !connect(s, (struct sockaddr *)&to, sizeof to), "connect");
	setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	return s;
}

/* Reads until what came ends like this; returns how many lines that were. */
static long answer(int s, const char *end)
{
	static __thread char text[1 << 16];
	size_t kept = 0, length = strlen(end);
	long lines = 0;
	for (;;) {
		ssize_t n = recv(s, text + kept, sizeof text - kept, 0);
		must(n > 0, "recv");
		for (ssize_t i = 0; i < n; i++) lines += text[kept + i] == '\n';
		kept += n;
		if (kept >= length && !memcmp(text + kept - length, end, length)) return lines;
		if (kept > length) { memmove(text, text + kept - length, length); kept = length; }
	}
}

static void set(int s, int key)
{
	char text[VALUE + 64];
	int n = sprintf(text, "set key%08d 0 0 %d\r\n", key, VALUE);
	memset(text + n, 'x', VALUE);
	memcpy(text + n + VALUE, "\r\n", 2);
	must(send(s, text, n + VALUE + 2, 0) == n + VALUE + 2, "send");
	answer(s, "STORED\r\n");
}

static void get(int s, int key)
{
	char text[64];
	int n = sprintf(text, "get key%08d\r\n", key);
	must(send(s, text, n, 0) == n, "send");
	answer(s, "END\r\n");
}

static void *client(void *which)
{
	int s = connected(), id = (int)(intptr_t)which;
	uint32_t chance = 2654435761u * (uint32_t)(id + 1);
	for (int i = 0; i < requests; i++) {
		int64_t begin = now();
		chance = chance * 1664525u + 1013904223u;
		int key = (int)((chance >> 8) % (uint32_t)keys);
		chance = chance * 1664525u + 1013904223u;
		if ((int)((chance >> 8) % 100) < sets) set(s, key); else get(s, key);
		times[id][i] = now() - begin;
	}
	close(s);
	return 0;
}

static int ascending(const void *a, const void *b) { int64_t x = *(const int64_t *)a, y = *(const int64_t *)b; return (x > y) - (x < y); }

static void work(int clients)
{
	pthread_t threads[MOST];
	must(clients > 0 && clients <= MOST && requests > 9, "clients");
	int first = requests / 10, each = requests - first;
	int64_t *all = malloc(sizeof *all * each * clients), begin = now(), sum = 0;
	for (int i = 0; i < clients; i++) {
		times[i] = malloc(sizeof **times * requests);
		must(!pthread_create(&threads[i], 0, client, (void *)(intptr_t)i), "thread");
	}
	for (int i = 0; i < clients; i++) {
		pthread_join(threads[i], 0);
		memcpy(all + (size_t)i * each, times[i] + first, sizeof *all * each);
	}
	int64_t took = now() - begin;
	int n = each * clients;
	qsort(all, n, sizeof *all, ascending);
	for (int i = 0; i < n; i++) sum += all[i];
	printf("%lld %lld\n", (long long)(sum / n), (long long)all[n / 2]);
	printf("%.1f requests per second; 99 %% of them within %.2f ms, the longest %.2f ms\n", requests * clients * 1e9 / took, all[n * 99 / 100] / 1e6, all[n - 1] / 1e6);
}

int main(int argc, char **argv)
{
	must(argc > 3, "usage");
	port = atoi(argv[2]);
	if (!strcmp(argv[1], "fill")) {
		int s = connected();
		for (int key = 0; key < atoi(argv[3]); key++) set(s, key);
	} else if (!strcmp(argv[1], "work") && argc == 7) {
		keys = atoi(argv[3]); requests = atoi(argv[5]); sets = atoi(argv[6]);
		work(atoi(argv[4]));
	} else if (!strcmp(argv[1], "ask") && argc == 6) {
		char command[128];
		int s = connected(), n = snprintf(command, sizeof command, "%s\r\n", argv[3]);
		must(n < (int)sizeof command, "command");
		long lines = 0;
		int64_t took = 0;
		for (int i = 0; i < atoi(argv[4]); i++) {
			int64_t begin = now();
			must(send(s, command, n, 0) == n, "send");
			lines += answer(s, "END\r\n");
			took += now() - begin;
			usleep(1000 * atoi(argv[5]));
		}
		printf("%s: %ld lines in %.1f ms\n", argv[3], lines, took / 1e6);
	} else must(0, "usage");
	return 0;
}
