/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/*
 * A small event-driven server that uses every annotation; try: bowline-record start --profile requests -- ./sample
 *
 *     ./sample [REQUESTS]       200 by default
 *
 * A loop takes requests from a socket, one event at a time, and tells with tags what it does, as its stack would say nothing; three workers serve them; they
 * count in statistics behind a spin lock, and wait on one condition, so that those who were woken for nothing tell that, too.
 */
#define _GNU_SOURCE
#include <bowline.h>

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WORKERS = 3, QUEUE = 64, BLOCK = 4096, MOST_REQUESTS = 1000000 };
enum sort { GET, PUT, SORTS };
static const char *const SORT_NAMES[SORTS] = {"GET", "PUT"};

struct request {
    uint64_t id;
    enum sort sort;
    uint32_t seed;
};

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queue_changed = PTHREAD_COND_INITIALIZER; /* something to do, or to stop for */
static pthread_cond_t queue_waited = PTHREAD_COND_INITIALIZER;  /* for room, or for workers that wait */
static struct request queue[QUEUE];
static unsigned queue_first, queue_length, workers_waiting, wake_ups_due;
static int stopping;

static atomic_int statistics_owner; /* thread id of the one that holds the spin lock; 0: free */
static unsigned long served[SORTS];
static uint32_t checksum;

static void die(const char *what) {
    fprintf(stderr, "sample: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void statistics_enter(void) {
    int free = 0;
    int self = (int) gettid();
    if (atomic_compare_exchange_strong(&statistics_owner, &free, self)) {
        return; /* nobody waited: nothing to tell */
    }
    bowline_spin_begin(bowline_object(&statistics_owner), free);
    do {
        sched_yield();
        free = 0;
    } while (!atomic_compare_exchange_strong(&statistics_owner, &free, self));
    bowline_spin_end(bowline_object(&statistics_owner), 1);
}

static uint32_t crc(uint32_t seed) {
    uint32_t sum = ~seed;
    bowline_tag_push("engine/storage/crc");
    for (int i = 0; i < BLOCK; i++) {
        sum ^= (uint8_t) (seed + (uint32_t) i);
        for (int bit = 0; bit < 8; bit++) {
            sum = (sum >> 1) ^ (UINT32_C(0xedb88320) & -(sum & 1));
        }
    }
    bowline_tag_pop("engine/storage/crc");
    return ~sum;
}

static void serve(const struct request *request) {
    uint32_t sum;
    bowline_interval_switch(request->id);
    bowline_tag_push(request->sort == GET ? "engine/read" : "engine/write");
    sum = crc(request->seed);
    statistics_enter();
    served[request->sort]++;
    checksum ^= sum;
    if (served[request->sort] % 16 == 0) {
        sched_yield(); /* now and then the lock is held for long */
    }
    atomic_store(&statistics_owner, 0);
    bowline_tag_pop(request->sort == GET ? "engine/read" : "engine/write");
    bowline_interval_end(request->id);
}

static void *worker(void *unused) {
    (void) unused;
    for (;;) {
        struct request request;
        pthread_mutex_lock(&queue_lock);
        for (int woken = 0; queue_length == 0 && !stopping; woken = 1) {
            if (woken) {
                bowline_false_wakeup(bowline_object(&queue_changed));
                wake_ups_due -= wake_ups_due > 0;
            }
            workers_waiting++;
            pthread_cond_signal(&queue_waited);
            pthread_cond_wait(&queue_changed, &queue_lock);
            workers_waiting--;
        }
        if (queue_length == 0) {
            pthread_mutex_unlock(&queue_lock);
            return NULL;
        }
        request = queue[queue_first++ % QUEUE];
        queue_length--;
        pthread_cond_signal(&queue_waited);
        pthread_mutex_unlock(&queue_lock);
        serve(&request);
    }
}

static void enqueue(const struct request *request) {
    pthread_mutex_lock(&queue_lock);
    while (queue_length == QUEUE) {
        pthread_cond_wait(&queue_waited, &queue_lock);
    }
    queue[(queue_first + queue_length++) % QUEUE] = *request;
    pthread_cond_broadcast(&queue_changed); /* wakes all for one: the fault that false wake-ups show */
    pthread_mutex_unlock(&queue_lock);
}

/* Wakes the workers when all wait and there is nothing to do; returns when as many false wake-ups were told. */
static void wake_for_nothing(void) {
    pthread_mutex_lock(&queue_lock);
    while (workers_waiting < WORKERS || queue_length > 0) {
        pthread_cond_wait(&queue_waited, &queue_lock);
    }
    wake_ups_due = WORKERS;
    pthread_cond_broadcast(&queue_changed);
    while (wake_ups_due > 0) {
        pthread_cond_wait(&queue_waited, &queue_lock);
    }
    pthread_mutex_unlock(&queue_lock);
}

/* The event loop: what it does is known by its tags, not by its stack. */
static void loop(int connection) {
    uint32_t seed;
    for (;;) {
        struct request request;
        ssize_t size;
        bowline_tag_switch("server/poll");
        size = read(connection, &seed, sizeof seed);
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size < 0) {
            die("read");
        }
        if (size == 0) {
            break;
        }
        bowline_tag_switch("server/parse");
        request.sort = seed % 4 == 0 ? PUT : GET;
        request.seed = seed;
        request.id = bowline_interval_start(SORT_NAMES[request.sort]);
        bowline_tag_switch("server/dispatch");
        enqueue(&request);
        bowline_interval_switch(0);
    }
    bowline_tag_switch("");
}

struct client {
    int connection;
    uint32_t requests;
};

static void *client(void *argument) {
    const struct client *self = argument;
    for (uint32_t i = 0; i < self->requests; i++) {
        uint32_t seed = i;
        if (write(self->connection, &seed, sizeof seed) != sizeof seed) {
            die("write");
        }
        if (i % 8 == 7) {
            usleep(1000);
        }
    }
    close(self->connection);
    return NULL;
}

int main(int count, char **words) {
    int pair[2];
    pthread_t workers[WORKERS], sender;
    struct client self;
    char *end = NULL;
    long requests = count > 1 ? strtol(words[1], &end, 10) : 200;
    if (count > 2 || (end != NULL && (*end != '\0' || end == words[1])) || requests < 0 || requests > MOST_REQUESTS) {
        fprintf(stderr, "usage: sample [REQUESTS], at most %d\n", MOST_REQUESTS);
        return 2;
    }
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0) {
        die("socketpair");
    }
    self = (struct client) {pair[1], (uint32_t) requests};
    for (int i = 0; i < WORKERS; i++) {
        if ((errno = pthread_create(&workers[i], NULL, worker, NULL)) != 0) {
            die("pthread_create");
        }
    }
    if ((errno = pthread_create(&sender, NULL, client, &self)) != 0) {
        die("pthread_create");
    }
    loop(pair[0]);
    pthread_join(sender, NULL);
    wake_for_nothing();
    pthread_mutex_lock(&queue_lock);
    stopping = 1;
    pthread_cond_broadcast(&queue_changed);
    pthread_mutex_unlock(&queue_lock);
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i], NULL);
    }
    close(pair[0]);
    printf("%lu GET and %lu PUT served, checksum %08lx\n", served[GET], served[PUT], (unsigned long) checksum);
    return 0;
}
