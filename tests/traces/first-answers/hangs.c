/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/*
 * hangs serve            a thread for each connection; requests take two locks, and after 2 s one of them takes them in the other order, and has the first one for 15 ms
 * hangs ask HOST N SEC   N threads ask again and again; ends after so many seconds, whatever they wait for
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define PORT 7400

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static long begun;
static int turns, workers;
static const char *host;

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
    snprintf(name, sizeof name, "h-%s%d", what, number);
    prctl(PR_SET_NAME, name);
}

static void at_once(int socket) {
    int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static void request(void) {
    if (micros(CLOCK_MONOTONIC) - begun > 2000000 && __sync_fetch_and_add(&turns, 1) == 0) {
        pthread_mutex_lock(&second);
        pause_for(15);
        pthread_mutex_lock(&first);
        pthread_mutex_unlock(&first);
        pthread_mutex_unlock(&second);
        return;
    }
    pthread_mutex_lock(&first);
    compute(1);
    pthread_mutex_lock(&second);
    compute(1);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
}

static void *worker(void *arg) {
    int connection = (long) arg;
    char byte;
    named("worker", __sync_fetch_and_add(&workers, 1));
    while (read(connection, &byte, 1) == 1) {
        request();
        if (write(connection, &byte, 1) != 1)
            break;
    }
    close(connection);
    return 0;
}

static int serve(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    int socket_ = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    pthread_t thread;
    setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(socket_, (void *) &address, sizeof address) || listen(socket_, 64))
        return 1;
    for (;;) {
        int connection = accept(socket_, 0, 0);
        at_once(connection);
        if (!begun)
            begun = micros(CLOCK_MONOTONIC);
        pthread_create(&thread, 0, worker, (void *) (long) connection);
    }
}

static void *client(void *arg) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    char byte = 'q';
    named("client", (long) arg);
    inet_pton(AF_INET, host, &address.sin_addr);
    if (connect(connection, (void *) &address, sizeof address))
        return 0;
    at_once(connection);
    while (write(connection, &byte, 1) == 1 && read(connection, &byte, 1) == 1)
        pause_for(2);
    return 0;
}

int main(int count, char **words) {
    signal(SIGPIPE, SIG_IGN);
    if (count == 2 && !strcmp(words[1], "serve"))
        return serve();
    if (count == 5 && !strcmp(words[1], "ask")) {
        pthread_t thread;
        host = words[2];
        for (long i = 0; i < atoi(words[3]); i++)
            pthread_create(&thread, 0, client, (void *) i);
        prctl(PR_SET_NAME, "h-main");
        pause_for(atof(words[4]) * 1000);
        _exit(0);
    }
    return 2;
}
