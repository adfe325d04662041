/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
 * journal FILE N: two clients hand N records each to a writer, which appends them to FILE and waits for the disk.
 *   j-client  handle_request -> compute (1 ms of processor), submit -> wait_until_written
 *   j-writer  writer_main -> take_batch, write_batch -> append, flush (inlined) -> fdatasync */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define NOT_INLINED __attribute__((noinline))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t handed = PTHREAD_COND_INITIALIZER, written = PTHREAD_COND_INITIALIZER;
static long submitted, durable, requests;
static int file, over;
static char block[4096];

static void must(int ok, const char *what) { if (!ok) { perror(what); exit(1); } }
static long now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000000000L + t.tv_nsec; }

NOT_INLINED static void compute(long nanos)
{
	volatile uint32_t x = 1;
	for (long end = now() + nanos; now() < end;) for (int i = 0; i < 300; i++) x = x * 1103515245u + 12345u;
}

NOT_INLINED static void wait_until_written(long mine)
{
	while (durable < mine)
		pthread_cond_wait(&written, &lock);
}

NOT_INLINED static void submit(void)
{
	pthread_mutex_lock(&lock);
	long mine = ++submitted;
	pthread_cond_signal(&handed);
	wait_until_written(mine);
	pthread_mutex_unlock(&lock);
}

NOT_INLINED static void handle_request(void)
{
	compute(1000000);
	submit();
}

static void *client(void *unused)
{
	pthread_setname_np(pthread_self(), "j-client");
	for (long i = 0; i < requests; i++)
		handle_request();
	return unused;
}

NOT_INLINED static long take_batch(void)
{
	pthread_mutex_lock(&lock);
	while (submitted == durable && !over)
		pthread_cond_wait(&handed, &lock);
	long until = submitted;
	pthread_mutex_unlock(&lock);
	return until;
}

NOT_INLINED static void append(long number)
{
	must(pwrite(file, block, sizeof block, number % 64 * (long)sizeof block) == sizeof block, "pwrite");
}

static inline __attribute__((always_inline)) void flush(void)
{
	must(!fdatasync(file), "fdatasync");
}

NOT_INLINED static void write_batch(long until)
{
	for (long number = durable; number < until; number++)
		append(number);
	flush();
}

static void *writer_main(void *unused)
{
	pthread_setname_np(pthread_self(), "j-writer");
	for (;;) {
		long until = take_batch();
		if (until == durable)
			return unused;
		write_batch(until);
		pthread_mutex_lock(&lock);
		durable = until;
		pthread_cond_broadcast(&written);
		pthread_mutex_unlock(&lock);
	}
}

int main(int count, char **words)
{
	pthread_t writer, clients[2];
	must(count == 3, "journal FILE N");
	requests = atol(words[2]);
	file = open(words[1], O_RDWR | O_CREAT, 0644);
	must(file >= 0, words[1]);
	for (int i = 0; i < 64; i++)
		append(i);
	flush();
	pthread_create(&writer, 0, writer_main, 0);
	for (int i = 0; i < 2; i++)
		pthread_create(&clients[i], 0, client, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(clients[i], 0);
	pthread_mutex_lock(&lock);
	over = 1;
	pthread_cond_signal(&handed);
	pthread_mutex_unlock(&lock);
	pthread_join(writer, 0);
	printf("%ld records\n", durable);
	return 0;
}
