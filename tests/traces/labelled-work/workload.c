/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/*
 * Requests whose service and queueing the program knows by its own clock: a line KEY,LABEL,SERVICE_NS,QUEUE_NS for each, on standard output.
 *
 *     ./workload loop     one thread, 64 connections: each request is served in three steps, with steps of others between
 *     ./workload pool     one thread hands requests over to three workers
 *
 * See README.md for how it was recorded.
 */
#define _GNU_SOURCE
#include <bowline.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS = 64, REQUESTS = 192, STEPS = 3, WORKERS = 3 };

struct request {
    uint64_t id;
    int connection, step;
    int64_t begin, end, since, service;
};

static struct request requests[REQUESTS];
static int pairs[CONNECTIONS][2];

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void burn(int64_t nanos) {
    int64_t end = now() + nanos;
    while (now() < end) {
    }
}

static void tell(const char *label) {
    for (int i = 0; i < REQUESTS; i++) {
        struct request *r = &requests[i];
        printf("%" PRIu64 ",%s,%" PRId64 ",%" PRId64 "\n", r->id, label, r->service, r->end - r->begin - r->service);
    }
}

/* Sends a byte to each connection at once, and again a while later. */
static void *client(void *unused) {
    for (int i = 0; i < REQUESTS; i++) {
        if (write(pairs[i % CONNECTIONS][0], "x", 1) != 1) {
            perror("write");
        }
        if (i % CONNECTIONS == CONNECTIONS - 1) {
            usleep(30000);
        }
    }
    return unused;
}

static void loop(void) {
    pthread_t sender;
    int poll = epoll_create1(0), taken = 0, done = 0;
    struct request *ready[REQUESTS * STEPS];
    int first = 0, last = 0;
    for (int i = 0; i < CONNECTIONS; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.fd = pairs[i][1]};
        epoll_ctl(poll, EPOLL_CTL_ADD, pairs[i][1], &event);
    }
    pthread_create(&sender, NULL, client, NULL);
    while (done < REQUESTS) {
        struct epoll_event events[8];
        int n = epoll_wait(poll, events, 8, first < last ? 0 : -1);
        for (int i = 0; i < n; i++) {
            char byte;
            if (read(events[i].data.fd, &byte, 1) != 1) {
                continue;
            }
            struct request *r = &requests[taken++];
            r->begin = r->since = now();
            r->id = bowline_interval_start("loop");
            burn(20000); /* parses it */
            ready[last++] = r;
            bowline_interval_switch(0);
            r->service += now() - r->since;
        }
        if (first < last) {
            struct request *r = ready[first++];
            r->since = now();
            bowline_interval_switch(r->id);
            burn(60000 + (int64_t) (r - requests) % 5 * 20000);
            if (++r->step < STEPS) {
                ready[last++] = r;
                bowline_interval_switch(0);
                r->service += now() - r->since;
            } else {
                bowline_interval_end(r->id);
                r->end = now();
                r->service += r->end - r->since;
                done++;
            }
        }
    }
    pthread_join(sender, NULL);
    tell("loop");
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int put, got;

static void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (got == put && put < REQUESTS) {
            pthread_cond_wait(&changed, &lock);
        }
        struct request *r = got < put ? &requests[got++] : NULL;
        pthread_mutex_unlock(&lock);
        if (!r) {
            return unused;
        }
        r->since = now();
        bowline_interval_switch(r->id);
        burn(200000 + (int64_t) (r - requests) % 7 * 100000);
        bowline_interval_end(r->id);
        r->end = now();
        r->service += r->end - r->since;
    }
}

static void pool(void) {
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        pthread_create(&workers[i], NULL, worker, NULL);
    }
    for (int i = 0; i < REQUESTS; i++) {
        struct request *r = &requests[i];
        r->begin = now();
        r->id = bowline_interval_start("pool");
        burn(30000);
        bowline_interval_switch(0);
        r->service = now() - r->begin;
        pthread_mutex_lock(&lock);
        put++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
        usleep(i % 12 ? 20 : 6000);
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i], NULL);
    }
    tell("pool");
}

int main(int argc, char **argv) {
    for (int i = 0; i < CONNECTIONS; i++) {
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[i])) {
            perror("socketpair");
            return 1;
        }
    }
    if (argc == 2 && !strcmp(argv[1], "loop")) {
        loop();
    } else if (argc == 2 && !strcmp(argv[1], "pool")) {
        pool();
    } else {
        fprintf(stderr, "usage: workload loop|pool\n");
        return 2;
    }
    return 0;
}
