/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* serve: four threads, each of which answers over one connection and computes for 8 ms for each answer; ask HOST TIMES: four threads that ask them */
#define PORT 7400
#define THREADS 4

static double cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static void compute(double ms) {
    double end = cpu() + ms / 1e3;
    while (cpu() < end) {
        for (volatile int i = 0; i < 500; i++) {
        }
    }
}

static const char *host;
static int times;
static int listener;

static void *serve(void *unused) {
    char byte[64];
    prctl(PR_SET_NAME, "srv");
    int connection = accept(listener, NULL, NULL);
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    while (recv(connection, byte, sizeof byte, MSG_WAITALL) == sizeof byte) {
        compute(8);
        if (send(connection, byte, sizeof byte, 0) != sizeof byte) {
            break;
        }
    }
    return NULL;
}

static void *ask(void *unused) {
    char byte[64] = "";
    prctl(PR_SET_NAME, "client");
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    inet_pton(AF_INET, host, &to.sin_addr);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(connection, (struct sockaddr *)&to, sizeof to) != 0) {
        perror("connect");
        return NULL;
    }
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    for (int i = 0; i < times; i++) {
        send(connection, byte, sizeof byte, 0);
        recv(connection, byte, sizeof byte, MSG_WAITALL);
    }
    close(connection);
    return NULL;
}

int main(int count, char **arguments) {
    int serves = count > 1 && !strcmp(arguments[1], "serve");
    host = count > 2 ? arguments[2] : "127.0.0.1";
    times = count > 3 ? atoi(arguments[3]) : 10;
    if (serves) {
        struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(PORT)};
        listener = socket(AF_INET, SOCK_STREAM, 0);
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
        bind(listener, (struct sockaddr *)&at, sizeof at);
        listen(listener, 16);
    }
    pthread_t all[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&all[i], NULL, serves ? serve : ask, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(all[i], NULL);
    }
    return 0;
}
