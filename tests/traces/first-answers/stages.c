/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/* stages serve MILLIS | ask HOST CLIENTS COUNT: a server of three stages, each a thread or two of its own, as cluster file systems have: one reads requests from all
   connections, one puts them in order, and two answer, for which each sleeps for MILLIS and computes for a moment. Each client asks, waits, and pauses for 30 ms. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { PORT = 7300, MOST = 64 };

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t more;
	int items[MOST], first, count;
};

static struct queue arrived = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0, 0};
static struct queue ready = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0, 0};
static int millis;
static volatile double sink;

static void put(struct queue *q, int item)
{
	pthread_mutex_lock(&q->lock);
	q->items[(q->first + q->count++) % MOST] = item;
	pthread_cond_signal(&q->more);
	pthread_mutex_unlock(&q->lock);
}

static int take(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	while (!q->count) pthread_cond_wait(&q->more, &q->lock);
	int item = q->items[q->first];
	q->first = (q->first + 1) % MOST;
	q->count--;
	pthread_mutex_unlock(&q->lock);
	return item;
}

static void ms(int n)
{
	struct timespec t = {n / 1000, n % 1000 * 1000000L};
	nanosleep(&t, 0);
}

static void work(int n)
{
	for (int i = 0; i < n; i++) sink += i * 1.5 / (i + 1);
}

static void *order(void *unused)
{
	(void)unused;
	prctl(PR_SET_NAME, "s-order");
	for (;;) {
		int item = take(&arrived);
		work(2000);
		put(&ready, item);
	}
	return NULL;
}

static void *answer(void *unused)
{
	(void)unused;
	prctl(PR_SET_NAME, "s-answer");
	for (;;) {
		int fd = take(&ready);
		ms(millis);
		work(20000);
		if (write(fd, "y", 1) != 1) close(fd);
	}
	return NULL;
}

static int serve(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(PORT)};
	int s = socket(AF_INET, SOCK_STREAM, 0), one = 1, n = 1;
	pthread_t t;
	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	if (bind(s, (struct sockaddr *)&a, sizeof a) || listen(s, 16)) return perror("listen"), 1;
	struct pollfd p[MOST] = {{s, POLLIN, 0}};
	pthread_create(&t, 0, order, 0);
	for (int i = 0; i < 2; i++) pthread_create(&t, 0, answer, 0);
	prctl(PR_SET_NAME, "s-read");
	for (;;) {
		poll(p, n, -1);
		if (p[0].revents && n < MOST) {
			int c = accept(s, 0, 0);
			setsockopt(c, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
			p[n++] = (struct pollfd){c, POLLIN, 0};
		}
		for (int i = 1; i < n; i++) {
			char b;
			if (!p[i].revents) continue;
			if (read(p[i].fd, &b, 1) == 1) put(&arrived, p[i].fd);
			else p[i--] = p[--n];
		}
	}
}

struct client {
	const char *host;
	int count;
};

static void *ask(void *v)
{
	struct client *c = v;
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(PORT)};
	int s = socket(AF_INET, SOCK_STREAM, 0), one = 1;
	char b;
	prctl(PR_SET_NAME, "s-client");
	inet_pton(AF_INET, c->host, &a.sin_addr);
	if (connect(s, (struct sockaddr *)&a, sizeof a)) return perror("connect"), NULL;
	setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	for (int i = 0; i < c->count; i++) {
		if (write(s, "x", 1) != 1 || read(s, &b, 1) != 1) break;
		ms(30);
	}
	close(s);
	return NULL;
}

int main(int n, char **v)
{
	if (n == 3 && !strcmp(v[1], "serve")) {
		millis = atoi(v[2]);
		return serve();
	}
	if (n == 5 && !strcmp(v[1], "ask")) {
		int clients = atoi(v[3]);
		struct client c = {v[2], atoi(v[4])};
		pthread_t t[MOST];
		for (int i = 0; i < clients && i < MOST; i++) pthread_create(&t[i], 0, ask, &c);
		for (int i = 0; i < clients && i < MOST; i++) pthread_join(t[i], 0);
		return 0;
	}
	fputs("stages serve MILLIS | ask HOST CLIENTS COUNT\n", stderr);
	return 2;
}
