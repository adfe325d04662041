/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/* spins OUT ROUNDS: two threads (poller-1, poller-2) spin for a lock that a third one (keeper) has while it sleeps; keeper also wakes a fourth one (sleeper) twice in each round, the first time for nothing.
 * All tell of it by annotations, and count it by themselves: OUT gets a line for each thread: name, spins, nanoseconds on a processor while it span, false wake-ups. */
#define _GNU_SOURCE
#include "bowline.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define MICROS 1000L
enum { KEEPER, POLLER1, POLLER2, SLEEPER, THREADS };
static const char *const names[] = {"keeper", "poller-1", "poller-2", "sleeper"};
static struct own { long spins, nanos, vain; } own[THREADS];
static atomic_int holder; /* the lock: the thread id of who has it, or 0 */
static atomic_int ended;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t rung = PTHREAD_COND_INITIALIZER;
static int ready, rounds;

static long clock_of(clockid_t clock) { struct timespec t; clock_gettime(clock, &t); return t.tv_sec * 1000000000L + t.tv_nsec; }
static void rest(long nanos) { struct timespec t = {0, nanos}; nanosleep(&t, NULL); }
static void work(long nanos) { long until = clock_of(CLOCK_THREAD_CPUTIME_ID) + nanos; while (clock_of(CLOCK_THREAD_CPUTIME_ID) < until) {} }

static void take(int who, int tid) {
	int other = 0;
	if (atomic_compare_exchange_strong(&holder, &other, tid)) return;
	long begin;
	bowline_spin_begin((uint64_t) (uintptr_t) &holder, other);
	begin = clock_of(CLOCK_THREAD_CPUTIME_ID);
	do { other = 0; } while (!atomic_compare_exchange_weak(&holder, &other, tid));
	own[who].nanos += clock_of(CLOCK_THREAD_CPUTIME_ID) - begin;
	own[who].spins++;
	bowline_spin_end((uint64_t) (uintptr_t) &holder, 1);
}
static void give(void) { atomic_store(&holder, 0); }

static void *keep(void *arg) {
	int tid = gettid();
	(void) arg;
	for (int i = 0; i < rounds; i++) {
		take(KEEPER, tid);
		rest(8000 * MICROS);
		work(500 * MICROS);
		give();
		pthread_mutex_lock(&mutex); pthread_cond_broadcast(&rung); pthread_mutex_unlock(&mutex); /* there is nothing */
		rest(2000 * MICROS);
		pthread_mutex_lock(&mutex); ready++; pthread_cond_broadcast(&rung); pthread_mutex_unlock(&mutex);
	}
	atomic_store(&ended, 1);
	pthread_mutex_lock(&mutex); ready++; pthread_cond_broadcast(&rung); pthread_mutex_unlock(&mutex);
	return NULL;
}

static void *poll_(void *arg) {
	int who = (int) (intptr_t) arg, tid = gettid();
	while (!atomic_load(&ended)) {
		take(who, tid);
		work(200 * MICROS);
		give();
		rest(1000 * MICROS);
	}
	return NULL;
}

static void *sleep_(void *arg) {
	(void) arg;
	while (!atomic_load(&ended)) {
		pthread_mutex_lock(&mutex);
		while (!ready) {
			pthread_cond_wait(&rung, &mutex);
			if (!ready) { bowline_false_wakeup((uint64_t) (uintptr_t) &rung); own[SLEEPER].vain++; }
		}
		ready--;
		pthread_mutex_unlock(&mutex);
		work(100 * MICROS);
	}
	return NULL;
}

int main(int argc, char **argv) {
	pthread_t threads[THREADS];
	void *(*const what[])(void *) = {keep, poll_, poll_, sleep_};
	FILE *out;
	if (argc != 3 || (rounds = atoi(argv[2])) < 1) { fprintf(stderr, "usage: spins OUT ROUNDS\n"); return 2; }
	for (int i = THREADS - 1; i >= 0; i--) { pthread_create(&threads[i], NULL, what[i], (void *) (intptr_t) i); pthread_setname_np(threads[i], names[i]); }
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	if (!(out = fopen(argv[1], "w"))) return 1;
	fprintf(out, "thread,spins,spin_cpu_ns,false_wakeups\n");
	for (int i = 0; i < THREADS; i++) fprintf(out, "%s,%ld,%ld,%ld\n", names[i], own[i].spins, own[i].nanos, own[i].vain);
	return fclose(out) ? 1 : 0;
}
