/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/* counted OUT: functions that touch fresh pages and compute, in two threads. Each counts by itself what the kernel counts of its thread meanwhile, page faults and time on the processor, without
 * what the functions that it calls do; OUT gets a line for each: name, calls, page faults, nanoseconds. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define UNSEEN __attribute__((no_instrument_function))
#define SEEN __attribute__((noinline))
enum { TOUCH, SPIN, SERVE, KINDS, DEEP = 8 };
static const char *const names[] = {"touch", "spin", "serve"};
struct own { long calls, faults, nanos; };
static struct own all[KINDS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread struct own mine[KINDS];
static __thread int stack[DEEP], depth;
static __thread long faults, nanos;

UNSEEN static long now(void) { struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return t.tv_sec * 1000000000L + t.tv_nsec; }
/* what was counted since the last change is of the function that the thread was in */
UNSEEN static void change(void) {
	struct rusage usage; getrusage(RUSAGE_THREAD, &usage); long time = now();
	if (depth) { mine[stack[depth - 1]].faults += usage.ru_minflt - faults; mine[stack[depth - 1]].nanos += time - nanos; }
	faults = usage.ru_minflt; nanos = time;
}
UNSEEN static void begin(int kind) { change(); stack[depth++] = kind; mine[kind].calls++; }
UNSEEN static void end(void) { change(); depth--; }

SEEN static void touch(int pages) {
	begin(TOUCH);
	char *fresh = mmap(0, pages * 4096L, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	madvise(fresh, pages * 4096L, MADV_NOHUGEPAGE);
	for (int i = 0; i < pages; i++) ((volatile char *)fresh)[i * 4096L] = 1;
	munmap(fresh, pages * 4096L);
	end();
}
SEEN static void spin(int millis) {
	begin(SPIN);
	for (long until = now() + millis * 1000000L; now() < until;) { }
	end();
}
SEEN static void serve(int request) {
	begin(SERVE);
	touch(20 + request);
	spin(1 + request % 3);
	touch(10);
	end();
}
static void *worker(void *first) {
	for (int i = 0; i < 8; i++) serve(i + (int)(long)first);
	pthread_mutex_lock(&lock);
	for (int i = 0; i < KINDS; i++) { all[i].calls += mine[i].calls; all[i].faults += mine[i].faults; all[i].nanos += mine[i].nanos; }
	pthread_mutex_unlock(&lock);
	return 0;
}
int main(int count, char **words) {
	if (count < 2) return 2;
	pthread_t threads[2];
	for (long i = 0; i < 2; i++) pthread_create(threads + i, 0, worker, (void *)(i * 8));
	for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
	FILE *out = fopen(words[1], "w");
	if (!out) return 1;
	fprintf(out, "function,calls,page_faults,nanos\n");
	for (int i = 0; i < KINDS; i++) fprintf(out, "%s,%ld,%ld,%ld\n", names[i], all[i].calls, all[i].faults, all[i].nanos);
	return fclose(out);
}
