/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */

/*
 * A broker of messages, workers that take jobs from a queue of it and put results into another one, and producers that put jobs in and wait for their results. Build: gcc -O1 -o broker broker.c
 *   broker serve: one thread, and a queue for each number
 *   broker work HOST WORKERS SLEEP: so many processes take jobs, sleep for SLEEP ms, compute for 1 ms, and put the result into the queue of who wants it
 *   broker produce HOST PRODUCERS N: so many processes put N jobs each into the queue of the workers, and wait for each result
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { QUEUES = 32, MOST = 64, PORT = 7272 };

struct message {
    char what, queue, of;
};

static void compute(int ms) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    for (double from = now.tv_sec + now.tv_nsec / 1e9, to = from; to < from + ms / 1e3; to = now.tv_sec + now.tv_nsec / 1e9) {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    }
}

static void say(int connection, char what, char queue, char of) {
    struct message message = {what, queue, of};
    if (write(connection, &message, sizeof message) != sizeof message) {
        exit(0);
    }
}

static struct message hear(int connection) {
    struct message message;
    if (recv(connection, &message, sizeof message, MSG_WAITALL) != sizeof message) {
        exit(0);
    }
    return message;
}

/* 'p' puts something into a queue and is acknowledged; 'g' is answered when there is something. */
static void serve(void) {
    static int waiting[QUEUES][MOST], waiters[QUEUES], items[QUEUES];
    static char queued[QUEUES][1024];
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    struct pollfd all[MOST] = {{.fd = socket(AF_INET, SOCK_STREAM, 0), .events = POLLIN}};
    int one = 1, count = 1;
    setsockopt(all[0].fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(all[0].fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(all[0].fd, MOST) != 0) {
        perror("broker");
        exit(1);
    }
    prctl(PR_SET_NAME, "b-broker");
    while (poll(all, count, -1) > 0) {
        for (int i = 1; i < count; i++) {
            struct message asked;
            if (all[i].revents == 0) {
                continue;
            }
            if (recv(all[i].fd, &asked, sizeof asked, MSG_WAITALL) != sizeof asked) {
                close(all[i].fd);
                all[i].fd = -1;
                continue;
            }
            int queue = asked.queue;
            if (asked.what == 'p') {
                say(all[i].fd, 'k', queue, 0);
                queued[queue][items[queue]++] = asked.of;
            } else {
                waiting[queue][waiters[queue]++] = all[i].fd;
            }
            if (items[queue] > 0 && waiters[queue] > 0) {
                say(waiting[queue][0], 'i', queue, queued[queue][0]);
                memmove(waiting[queue], waiting[queue] + 1, --waiters[queue] * sizeof(int));
                memmove(queued[queue], queued[queue] + 1, --items[queue]);
            }
        }
        if (all[0].revents != 0 && count < MOST) {
            all[count] = (struct pollfd){.fd = accept(all[0].fd, NULL, NULL), .events = POLLIN};
            setsockopt(all[count++].fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        }
    }
}

static int reach(const char *host) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    int connection = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    inet_pton(AF_INET, host, &address.sin_addr);
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) {
        perror("connect");
        exit(1);
    }
    return connection;
}

static void work(const char *host, int sleep) {
    int connection = reach(host);
    prctl(PR_SET_NAME, "b-worker");
    for (;;) {
        say(connection, 'g', 0, 0);
        struct message job = hear(connection);
        usleep(sleep * 1000);
        compute(1);
        say(connection, 'p', job.of, 0);
        hear(connection);
    }
}

static void produce(const char *host, int number, int times) {
    int connection = reach(host);
    prctl(PR_SET_NAME, "b-producer");
    for (int i = 0; i < times; i++) {
        say(connection, 'p', 0, number);
        hear(connection);
        say(connection, 'g', number, 0);
        hear(connection);
        compute(1);
    }
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "serve") == 0) {
        serve();
        return 0;
    }
    if (count != 5) {
        fprintf(stderr, "usage: broker serve | work HOST WORKERS SLEEP | produce HOST PRODUCERS N\n");
        return 64;
    }
    for (int i = 1; i <= atoi(words[3]); i++) {
        if (fork() == 0) {
            if (words[1][0] == 'w') {
                work(words[2], atoi(words[4]));
            } else {
                produce(words[2], i, atoi(words[4]));
            }
            return 0;
        }
    }
    while (wait(NULL) > 0) {
    }
    return 0;
}
