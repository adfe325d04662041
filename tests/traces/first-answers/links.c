/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */

/*
 * A server that sends much, and clients that read it. Build: gcc -O1 -pthread -o links links.c
 *   links serve: a thread for each connection; answers "SIZE PAUSE" with SIZE bytes, in pieces of 3000 bytes with PAUSE ms between them, or all at once
 *   links fetch HOST CONNECTIONS N SIZE PAUSE READ: over each connection asks N times for that; where READ is not 0 reads 4000 bytes at a time and sleeps for READ ms in between
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct fetch {
    struct sockaddr_in server;
    int times, size, pause, read;
};

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void *serve(void *argument) {
    int connection = (int)(long)argument, size, pause;
    static char bytes[4 << 20];
    char ask[32] = "";
    prctl(PR_SET_NAME, "l-server");
    while (read(connection, ask, sizeof ask - 1) > 0 && sscanf(ask, "%d %d", &size, &pause) == 2) {
        for (int piece; size > 0; size -= piece) {
            piece = pause > 0 && size > 3000 ? 3000 : size > (int)sizeof bytes ? (int)sizeof bytes : size;
            if (write(connection, bytes, piece) != piece) {
                break;
            }
            usleep(pause * 1000);
        }
    }
    close(connection);
    return NULL;
}

static void *fetch(void *argument) {
    struct fetch *of = argument;
    int connection = socket(AF_INET, SOCK_STREAM, 0), small = 16384, one = 1;
    static __thread char bytes[1 << 16];
    prctl(PR_SET_NAME, "l-client");
    if (of->read > 0) {
        setsockopt(connection, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    }
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(connection, (struct sockaddr *)&of->server, sizeof of->server) != 0) {
        perror("connect");
        exit(1);
    }
    for (int i = 0; i < of->times; i++) {
        char ask[32] = "";
        double begin = seconds();
        snprintf(ask, sizeof ask, "%d %d", of->size, of->pause);
        if (write(connection, ask, sizeof ask - 1) < 0) {
            break;
        }
        for (int left = of->size, got; left > 0; left -= got) {
            got = read(connection, bytes, of->read > 0 ? 4000 : sizeof bytes);
            if (got <= 0) {
                exit(1);
            }
            if (of->read > 0) {
                usleep(of->read * 1000);
            }
        }
        printf("%d bytes in %.0f ms\n", of->size, (seconds() - begin) * 1e3);
    }
    close(connection);
    return NULL;
}

int main(int count, char **words) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(7700)};
    pthread_t threads[16];
    if (count > 1 && strcmp(words[1], "serve") == 0) {
        int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
        if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 64) != 0) {
            perror("bind");
            return 1;
        }
        for (;;) {
            pthread_t thread;
            pthread_create(&thread, NULL, serve, (void *)(long)accept(listener, NULL, NULL));
        }
    }
    if (count < 8 || inet_pton(AF_INET, words[2], &address.sin_addr) != 1 || atoi(words[3]) > 16) {
        return 2;
    }
    struct fetch of = {address, atoi(words[4]), atoi(words[5]), atoi(words[6]), atoi(words[7])};
    double begin = seconds();
    for (int i = 0; i < atoi(words[3]); i++) {
        pthread_create(&threads[i], NULL, fetch, &of);
    }
    for (int i = 0; i < atoi(words[3]); i++) {
        pthread_join(threads[i], NULL);
    }
    printf("%.2f s\n", seconds() - begin);
    return 0;
}
