/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/*
 * The price of each annotation as this process has it: with the library or without, recorded or not. ../measure runs it in all cases.
 *
 *     ./price [BATCHES [CALLS]]         40 batches of 100000 calls: median and its 95 % confidence interval, ns per call
 */
#define _GNU_SOURCE
#ifdef LINKED
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "bowline-provider.h"
#define BOWLINE_ANNOTATIONS_OFF
#endif
#include <bowline.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_BATCHES = 10000 };

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Keeps the compiler from taking a call out of its loop; costs no instruction. */
static inline void boundary(void) {
    __asm__ volatile("" ::: "memory");
}

static void nothing(long calls) {
    for (long i = 0; i < calls; i++) {
        boundary();
    }
}

#ifdef LINKED
static void linked_tags(long calls) {
    for (long i = 0; i < calls; i += 2) {
        lttng_ust_tracepoint(bowline, tag_push, "engine/storage/crc");
        boundary();
        lttng_ust_tracepoint(bowline, tag_pop, "engine/storage/crc");
        boundary();
    }
}

static void linked_intervals(long calls) {
    for (long i = 0; i < calls; i += 2) {
        lttng_ust_tracepoint(bowline, interval_begin, (uint64_t) i + 1, "GET", -1);
        boundary();
        lttng_ust_tracepoint(bowline, interval_end, (uint64_t) i + 1);
        boundary();
    }
}
#else
static void tags(long calls) {
    for (long i = 0; i < calls; i += 2) {
        bowline_tag_push("engine/storage/crc");
        boundary();
        bowline_tag_pop("engine/storage/crc");
        boundary();
    }
}

static void tag_switches(long calls) {
    for (long i = 0; i < calls; i++) {
        bowline_tag_switch("engine/storage/crc");
        boundary();
    }
}

static void intervals(long calls) {
    for (long i = 0; i < calls; i += 2) {
        bowline_interval_begin((uint64_t) i + 1, "GET");
        boundary();
        bowline_interval_end((uint64_t) i + 1);
        boundary();
    }
}

static void started_intervals(long calls) {
    for (long i = 0; i < calls; i += 2) {
        uint64_t id = bowline_interval_start("GET");
        boundary();
        bowline_interval_end(id);
        boundary();
    }
}

static void interval_switches(long calls) {
    for (long i = 0; i < calls; i++) {
        bowline_interval_switch((uint64_t) i);
        boundary();
    }
}

static void spins(long calls) {
    for (long i = 0; i < calls; i += 2) {
        bowline_spin_begin(1, 0);
        boundary();
        bowline_spin_end(1, 1);
        boundary();
    }
}

static void false_wakeups(long calls) {
    for (long i = 0; i < calls; i++) {
        bowline_false_wakeup(1);
        boundary();
    }
}
#endif

static int ascending(const void *a, const void *b) {
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

/* The median, and the 95 % confidence interval that its neighbours in rank give: batches that were interrupted do not move them. */
static void measure(const char *what, void (*loop)(long), int batches, long calls) {
    static double each[MOST_BATCHES];
    double half = 0.98 * sqrt(batches);
    int low = (int) fmax(0, floor(batches / 2.0 - half) - 1), high = (int) fmin(batches - 1, ceil(batches / 2.0 + half));
    loop(calls); /* warm */
    for (int i = 0; i < batches; i++) {
        int64_t begin = now();
        loop(calls);
        each[i] = (double) (now() - begin) / (double) calls;
    }
    qsort(each, (size_t) batches, sizeof each[0], ascending);
    printf("%-28s %9.2f  %.2f to %.2f\n", what, (each[(batches - 1) / 2] + each[batches / 2]) / 2, each[low], each[high]);
}

int main(int count, char **words) {
    int batches = count > 1 ? atoi(words[1]) : 40;
    long calls = count > 2 ? atol(words[2]) : 100000;
    if (batches < 2 || batches > MOST_BATCHES || calls < 2) {
        fprintf(stderr, "usage: price [BATCHES [CALLS]], 2 to %d batches of at least 2 calls\n", MOST_BATCHES);
        return 2;
    }
    measure("an empty loop", nothing, batches, calls);
#ifdef LINKED
    measure("tag push, pop", linked_tags, batches, calls);
    measure("interval begin, end", linked_intervals, batches, calls);
#else
    measure("tag push, pop", tags, batches, calls);
    measure("tag switch", tag_switches, batches, calls);
    measure("interval begin, end", intervals, batches, calls);
    measure("interval start, end", started_intervals, batches, calls);
    measure("interval switch", interval_switches, batches, calls);
    measure("spin begin, end", spins, batches, calls);
    measure("false wake-up", false_wakeups, batches, calls);
#endif
    return 0;
}
