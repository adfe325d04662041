/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/*
 * loses WORKERS MS   a thread hands jobs to workers, each of which looks without the lock whether there is one before it waits; after so many milliseconds one of
 *                    them looks 4 ms before it waits, and is not told of the job that comes meanwhile: it waits for the next one, while the one that handed it over
 *                    waits for the job. Ends 3 s later.
 */
#define _GNU_SOURCE
#include <bowline.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

struct worker {
    pthread_mutex_t lock;
    pthread_cond_t given, done;
    volatile int job, ended;
    int number;
};

static long begun, after;
static int lost;

static long micros(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1000000L + t.tv_nsec / 1000;
}

static void compute(double ms) {
    long end = micros(CLOCK_THREAD_CPUTIME_ID) + ms * 1000;
    while (micros(CLOCK_THREAD_CPUTIME_ID) < end)
        for (volatile int i = 0; i < 2000; i++)
            ;
}

static void pause_for(double ms) {
    struct timespec t = {ms / 1000, (long) (ms * 1e6) % 1000000000L};
    nanosleep(&t, 0);
}

static void named(const char *what, int number) {
    char name[16];
    snprintf(name, sizeof name, "l-%s%d", what, number);
    prctl(PR_SET_NAME, name);
}

static void *work(void *arg) {
    struct worker *me = arg;
    named("worker", me->number);
    for (;;) {
        if (!me->job) {
            if (micros(CLOCK_MONOTONIC) - begun > after && __sync_bool_compare_and_swap(&lost, 0, 1))
                compute(4);
            pthread_mutex_lock(&me->lock);
            pthread_cond_wait(&me->given, &me->lock); /* the mistake: it may have been given one by now */
            pthread_mutex_unlock(&me->lock);
        }
        pause_for(5);
        compute(1);
        me->job = 0;
        pthread_mutex_lock(&me->lock);
        me->ended++;
        pthread_cond_signal(&me->done);
        pthread_mutex_unlock(&me->lock);
    }
    return 0;
}

static void *hand_over(void *arg) {
    struct worker *to = arg;
    named("giver", to->number);
    for (int i = 0;; i++) {
        uint64_t key = (uint64_t) (to->number + 1) << 32 | (uint64_t) i;
        bowline_interval_begin(key, "job");
        int ended = to->ended;
        pthread_mutex_lock(&to->lock);
        to->job = 1;
        pthread_cond_signal(&to->given);
        while (to->ended == ended)
            pthread_cond_wait(&to->done, &to->lock);
        pthread_mutex_unlock(&to->lock);
        bowline_interval_end(key);
        pause_for(2);
    }
    return 0;
}

int main(int count, char **words) {
    int workers = atoi(words[1]);
    struct worker *all = calloc(workers, sizeof *all);
    pthread_t thread;
    if (count != 3)
        return 2;
    begun = micros(CLOCK_MONOTONIC);
    after = atol(words[2]) * 1000;
    for (int i = 0; i < workers; i++) {
        pthread_mutex_init(&all[i].lock, 0);
        pthread_cond_init(&all[i].given, 0);
        pthread_cond_init(&all[i].done, 0);
        all[i].number = i;
        pthread_create(&thread, 0, work, &all[i]);
    }
    pause_for(20);
    for (int i = 0; i < workers; i++)
        pthread_create(&thread, 0, hand_over, &all[i]);
    pause_for(atof(words[2]) + 3000);
    _exit(0);
}
