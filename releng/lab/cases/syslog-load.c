/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
 * Who logs:
 *   syslog-load local LINES SECONDS                a program of this host: does 1 ms of work and tells of it by syslog(3), LINES times, or until SECONDS have
 *                                                  passed; prints how long that took
 *   syslog-load remote PORT LINES PAUSE_MS         another host, over TCP: sends LINES at a time, with pauses, until it is ended */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

static void must(int ok, const char *what) { if (!ok) { perror(what); exit(1); } }

static int64_t now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000000000ll + t.tv_nsec; }

static int ascending(const void *a, const void *b) { int64_t x = *(const int64_t *)a, y = *(const int64_t *)b; return (x > y) - (x < y); }

static void local(int lines, int seconds)
{
	int64_t *times = malloc(sizeof *times * lines), begin = now();
	openlog("shop", 0, LOG_USER);
	for (int i = 0; i < lines; i++) {
		if (now() - begin > seconds * 1000000000ll) { lines = i; break; }
		struct timespec cpu;
		int64_t until, at;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
		until = cpu.tv_sec * 1000000000ll + cpu.tv_nsec + 1000000;
		do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu); while (cpu.tv_sec * 1000000000ll + cpu.tv_nsec < until);
		at = now();
		syslog(LOG_INFO, "order %d is paid", i);
		times[i] = now() - at;
	}
	double took = (now() - begin) / 1e9;
	qsort(times, lines, sizeof *times, ascending);
	printf("%d lines in %.2f s: %.1f a second; syslog() took %.2f ms at the median, 95 %% of the times up to %.1f ms, at most %.1f ms\n", lines, took, lines / took, times[lines / 2] / 1e6, times[lines * 95 / 100] / 1e6, times[lines - 1] / 1e6);
}

static void remote(int port, int lines, int pause)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int s = socket(AF_INET, SOCK_STREAM, 0);
	char text[1 << 16];
	must(s >= 0 && !connect(s, (struct sockaddr *)&to, sizeof to), "connect");
	for (long i = 0;;) {
		int n = 0;
		for (int line = 0; line < lines; line++, i++) n += snprintf(text + n, sizeof text - n, "<14>Nov 25 12:00:00 till app: customer %ld came in\n", i);
		must(n < (int)sizeof text && send(s, text, n, 0) == n, "send");
		usleep(1000 * pause);
	}
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "local")) local(atoi(argv[2]), atoi(argv[3]));
	else if (argc == 5 && !strcmp(argv[1], "remote")) remote(atoi(argv[2]), atoi(argv[3]), atoi(argv[4]));
	else { fprintf(stderr, "syslog-load local LINES SECONDS | remote PORT LINES PAUSE_MS\n"); return 2; }
	return 0;
}
