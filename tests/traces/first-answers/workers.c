/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */

/*
 * Servers that are too slow for those who ask. Build: gcc -O1 -pthread -o workers workers.c
 *   workers compute: two processes accept connections; each request computes for 25 ms
 *   workers ask HOST N: six threads ask N times each, over a new connection each time
 *   workers late: a thread for each connection; of every three requests one sleeps for 100 ms
 *   workers impatient HOST N: asks that, and gives up after 60 ms and asks again
 *   workers answer: a thread for each connection, which answers after 2 ms of work
 *   workers keep HOST N: three threads ask that over one connection each
 *   workers store: the same, but each request sleeps for 20 ms; on a port of its own
 *   workers loop HOST: one thread answers over all connections with what the store says, which it asks over two
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PORT = 7171, STORE_PORT = 7172, MOST = 32 };

static const char *host;
static int times;
static const char *mode;
static atomic_int requests;

static void name(const char *text) {
    prctl(PR_SET_NAME, text);
}

static void compute(double ms) {
    struct timespec now;
    double end = 0;
    do {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        double at = now.tv_sec * 1e3 + now.tv_nsec / 1e6;
        end = end == 0 ? at + ms : end;
        if (at >= end) {
            return;
        }
    } while (1);
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static int listening(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(listener, (void *)&address, sizeof address) || listen(listener, 64)) {
        fail("listen");
    }
    return listener;
}

static int accepted(int listener) {
    int one = 1, connection = accept(listener, NULL, NULL);
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return connection;
}

static int connected(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    int one = 1, connection = socket(AF_INET, SOCK_STREAM, 0);
    inet_pton(AF_INET, host, &address.sin_addr);
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(connection, (void *)&address, sizeof address)) {
        fail("connect");
    }
    return connection;
}

static void *serve(void *argument) {
    int connection = (int)(long)argument;
    char what;
    name(!strcmp(mode, "late") ? "n-late" : !strcmp(mode, "store") ? "n-store" : "n-server");
    while (read(connection, &what, 1) == 1) {
        compute(2);
        if (!strcmp(mode, "store")) {
            usleep(20000);
        } else if (!strcmp(mode, "late") && atomic_fetch_add(&requests, 1) % 3 == 2) {
            usleep(100000);
        }
        if (send(connection, &what, 1, MSG_NOSIGNAL) != 1) {
            break;
        }
    }
    close(connection);
    return NULL;
}

static void worker(int listener) {
    char what;
    name("n-worker");
    for (;;) {
        int connection = accepted(listener);
        if (read(connection, &what, 1) == 1) {
            compute(25);
            send(connection, &what, 1, MSG_NOSIGNAL);
        }
        close(connection);
    }
}

/* What is asked waits in a queue until one of the two connections is free. */
static void loop(void) {
    struct pollfd all[MOST] = {{listening(PORT), POLLIN, 0}, {connected(STORE_PORT), POLLIN, 0}, {connected(STORE_PORT), POLLIN, 0}};
    int count = 3, asks[3] = {0}, queue[MOST], queued = 0;
    char what;
    name("n-loop");
    for (;;) {
        poll(all, count, -1);
        for (int i = count - 1; i >= 0; i--) {
            if (!all[i].revents) {
                continue;
            }
            if (i == 0) {
                all[count++] = (struct pollfd){accepted(all[0].fd), POLLIN, 0};
            } else if (read(all[i].fd, &what, 1) != 1) {
                close(all[i].fd);
                all[i] = all[--count];
            } else if (i <= 2) {
                send(asks[i], &what, 1, MSG_NOSIGNAL);
                asks[i] = 0;
            } else {
                queue[queued++] = all[i].fd;
            }
        }
        for (int i = 1; i <= 2; i++) {
            if (asks[i] == 0 && queued > 0) {
                asks[i] = queue[0];
                memmove(queue, queue + 1, --queued * sizeof *queue);
                compute(0.5);
                send(all[i].fd, "q", 1, MSG_NOSIGNAL);
            }
        }
    }
}

static void *ask(void *unused) {
    int keeps = !strcmp(mode, "keep"), connection = keeps ? connected(PORT) : -1;
    struct timeval limit = {0, 60000};
    char what;
    (void)unused;
    name("n-client");
    for (int i = 0; i < times; i++) {
        int got;
        do {
            connection = keeps ? connection : connected(PORT);
            if (!strcmp(mode, "impatient")) {
                setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
            }
            got = write(connection, "x", 1) == 1 && read(connection, &what, 1) == 1;
            if (!keeps) {
                close(connection);
            }
        } while (!got);
        compute(0.5);
    }
    return NULL;
}

int main(int count, char **arguments) {
    mode = count > 1 ? arguments[1] : "";
    host = count > 2 ? arguments[2] : "127.0.0.1";
    times = count > 3 ? atoi(arguments[3]) : 10;
    name("n-main");
    if (!strcmp(mode, "compute")) {
        int listener = listening(PORT);
        for (int i = 0; i < 2; i++) {
            if (fork() == 0) {
                worker(listener);
            }
        }
        wait(NULL);
    } else if (!strcmp(mode, "late") || !strcmp(mode, "answer") || !strcmp(mode, "store")) {
        int listener = listening(!strcmp(mode, "store") ? STORE_PORT : PORT);
        for (;;) {
            pthread_t thread;
            pthread_create(&thread, NULL, serve, (void *)(long)accepted(listener));
            pthread_detach(thread);
        }
    } else if (!strcmp(mode, "loop")) {
        loop();
    } else {
        int threads = !strcmp(mode, "ask") ? 6 : !strcmp(mode, "keep") ? 3 : 1;
        pthread_t all[6];
        for (int i = 0; i < threads; i++) {
            pthread_create(&all[i], NULL, ask, NULL);
        }
        for (int i = 0; i < threads; i++) {
            pthread_join(all[i], NULL);
        }
    }
    return 0;
}
