/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */

/*
 * Servers whose threads wait for each other while they have requests. Build: gcc -O1 -pthread -o asked asked.c
 *   asked rows: a thread for each connection; "b" takes the row, "e" gives it back, each is answered
 *   asked hold HOST N: takes the row, sleeps 25 ms, gives it back, sleeps 5 ms
 *   asked want HOST N: takes the row and gives it back
 *   asked starve: answers "w" after it has written under a lock that four readers share, who hold it for 8 ms each
 *   asked write HOST N: asks that
 *   asked loop: one thread that answers over all connections, each answer in two pieces, without TCP_NODELAY
 *   asked pair HOST N: asks that
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t row = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static double milliseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void compute(double ms) {
    for (double end = milliseconds(CLOCK_THREAD_CPUTIME_ID) + ms; milliseconds(CLOCK_THREAD_CPUTIME_ID) < end;) {
    }
}

static void *serve(void *argument) {
    int connection = (int)(long)argument;
    char what;
    prctl(PR_SET_NAME, "a-backend");
    while (read(connection, &what, 1) == 1) {
        if (what == 'b') {
            pthread_mutex_lock(&row);
        }
        compute(0.3);
        if (what == 'e') {
            pthread_mutex_unlock(&row);
        }
        if (write(connection, &what, 1) != 1) {
            break;
        }
    }
    close(connection);
    return NULL;
}

static void *reader(void *argument) {
    unsigned seed = (unsigned)(long)argument;
    prctl(PR_SET_NAME, "a-reader");
    for (;;) {
        pthread_rwlock_rdlock(&table);
        compute(1);
        usleep(6000 + rand_r(&seed) % 2000);
        pthread_rwlock_unlock(&table);
        usleep(2500 + rand_r(&seed) % 1500);
    }
    return NULL;
}

static int listening(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(7171)};
    int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(listener, (void *)&address, sizeof address) || listen(listener, 16)) {
        perror("asked");
        exit(1);
    }
    return listener;
}

static int accepted(int listener) {
    int one = 1, connection = accept(listener, NULL, NULL);
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return connection;
}

/* Answers until all have gone: in two pieces, of which the kernel keeps the second back until the first is acknowledged. */
static void loop(int listener) {
    struct pollfd all[64] = {{.fd = listener, .events = POLLIN}};
    int count = 1;
    prctl(PR_SET_NAME, "a-loop");
    for (;;) {
        poll(all, count, -1);
        if (all[0].revents && count < 64) {
            all[count++] = (struct pollfd){.fd = accept(listener, NULL, NULL), .events = POLLIN};
        }
        for (int i = 1; i < count; i++) {
            char request;
            if (!all[i].revents) {
                continue;
            }
            if (read(all[i].fd, &request, 1) != 1) {
                close(all[i].fd);
                all[i--] = all[--count];
                continue;
            }
            compute(0.5);
            if (write(all[i].fd, "head", 4) != 4 || write(all[i].fd, "body", 4) != 4) {
                exit(1);
            }
        }
    }
}

static int connected(const char *host) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(7171)};
    int one = 1, connection = socket(AF_INET, SOCK_STREAM, 0);
    inet_pton(AF_INET, host, &address.sin_addr);
    if (connect(connection, (void *)&address, sizeof address)) {
        perror("asked");
        exit(1);
    }
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return connection;
}

static void ask(int connection, char what) {
    if (write(connection, &what, 1) != 1 || read(connection, &what, 1) != 1) {
        exit(1);
    }
}

int main(int count, char **arguments) {
    const char *what = count > 1 ? arguments[1] : "";
    pthread_t thread;
    if (!strcmp(what, "rows")) {
        for (int listener = listening();;) {
            pthread_create(&thread, NULL, serve, (void *)(long)accepted(listener));
        }
    }
    if (!strcmp(what, "loop")) {
        loop(listening());
    }
    if (!strcmp(what, "starve")) {
        char request;
        int listener = listening();
        prctl(PR_SET_NAME, "a-writer");
        close(accepted(listener)); // whoever looks whether it is there
        int connection = accepted(listener);
        for (long i = 0; i < 4; i++) {
            pthread_create(&thread, NULL, reader, (void *)i);
        }
        while (read(connection, &request, 1) == 1) {
            pthread_rwlock_wrlock(&table);
            compute(1);
            pthread_rwlock_unlock(&table);
            if (write(connection, &request, 1) != 1) {
                break;
            }
        }
        return 0;
    }
    if (count < 4) {
        return 2;
    }
    int connection = connected(arguments[2]);
    double begin = milliseconds(CLOCK_MONOTONIC);
    prctl(PR_SET_NAME, !strcmp(what, "hold") ? "a-holder" : !strcmp(what, "want") ? "a-wanting" : "a-client");
    for (int i = atoi(arguments[3]); i > 0; i--) {
        if (!strcmp(what, "pair")) {
            char answer[8];
            if (write(connection, "r", 1) != 1 || recv(connection, answer, 8, MSG_WAITALL) != 8) {
                return 1;
            }
            continue;
        }
        ask(connection, *what == 'w' && !strcmp(what, "write") ? 'w' : 'b');
        if (!strcmp(what, "hold")) {
            usleep(25000);
        }
        if (strcmp(what, "write")) {
            ask(connection, 'e');
        }
        if (!strcmp(what, "hold")) {
            usleep(5000);
        }
    }
    printf("%s: %s in %.0f ms\n", what, arguments[3], milliseconds(CLOCK_MONOTONIC) - begin);
    return 0;
}
