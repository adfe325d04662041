/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/*
 * A small store, driven by events: one thread waits for whatever comes next and goes on with the request that it belongs to. Its stack always
 * says "loop"; what tells whose work runs are tags.
 *
 *     server server slow|fast PORT FILE
 *     server client ADDRESS PORT REQUESTS
 *
 * A request names a block of 32 KiB. The loop parses it, a thread for files reads the block, and the loop checks it, looks it up in an index
 * and answers. Every 12 ms a thread of its own tidies up.
 *
 * "slow" has two faults. The check goes byte by byte, and the thread that tidies up is on the processor of the loop, with the same priority.
 * "fast" has them corrected: eight bytes a step, and the other processor at the lowest priority.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bowline.h"

#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "store-provider.h"

enum { BLOCK = 32 << 10, BLOCKS = 64, CONNECTIONS = 4, TIDY_MICROS = 12000 };

struct request { uint64_t id; int32_t block; uint32_t crc; };

/* Where a request is. Its state is all that a continuation needs: whichever thread has it goes on with it. */
struct work { struct request request; int socket; uint64_t interval; char *data; struct work *next; };

static uint32_t tables[8][256];
static int fast;

static void crc_tables(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++) { value = value >> 1 ^ (value & 1 ? 0x82F63B78u : 0); }
        tables[0][i] = value;
    }
    for (int table = 1; table < 8; table++) {
        for (int i = 0; i < 256; i++) { tables[table][i] = tables[table - 1][i] >> 8 ^ tables[0][tables[table - 1][i] & 255]; }
    }
}

static uint32_t crc_slow(const unsigned char *data, size_t length) {
    uint32_t crc = ~0u;
    while (length-- > 0) { crc = crc >> 8 ^ tables[0][(crc ^ *data++) & 255]; }
    return ~crc;
}

static uint32_t crc_fast(const unsigned char *data, size_t length) {
    uint32_t crc = ~0u;
    for (; length >= 8; length -= 8, data += 8) {
        uint64_t eight;
        memcpy(&eight, data, 8);
        eight ^= crc;
        crc = tables[7][eight & 255] ^ tables[6][eight >> 8 & 255] ^ tables[5][eight >> 16 & 255] ^ tables[4][eight >> 24 & 255]
            ^ tables[3][eight >> 32 & 255] ^ tables[2][eight >> 40 & 255] ^ tables[1][eight >> 48 & 255] ^ tables[0][eight >> 56];
    }
    return ~crc;
}

static void fail(const char *what) { perror(what); exit(1); }

static void thread_is(const char *name, int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    pthread_setname_np(pthread_self(), name);
    if (sched_setaffinity(0, sizeof set, &set) != 0) { fail("sched_setaffinity"); }
}

/* Work that is handed to another thread: a list, and something that wakes whoever waits for it. */
struct list { pthread_mutex_t mutex; struct work *first, **last; int bell; };

static void list_init(struct list *list) {
    pthread_mutex_init(&list->mutex, NULL);
    list->first = NULL;
    list->last = &list->first;
    list->bell = eventfd(0, 0);
}

static void hand_over(struct list *list, struct work *work) {
    uint64_t one = 1;
    work->next = NULL;
    pthread_mutex_lock(&list->mutex);
    *list->last = work;
    list->last = &work->next;
    pthread_mutex_unlock(&list->mutex);
    if (write(list->bell, &one, sizeof one) != sizeof one) { fail("eventfd"); }
}

static struct work *take_all(struct list *list) {
    uint64_t count;
    if (read(list->bell, &count, sizeof count) != sizeof count) { fail("eventfd"); }
    pthread_mutex_lock(&list->mutex);
    struct work *all = list->first;
    list->first = NULL;
    list->last = &list->first;
    pthread_mutex_unlock(&list->mutex);
    return all;
}

static struct list to_read, has_been_read;
static int file;

static void *files(void *nothing) {
    thread_is("s-files", 1);
    for (;;) {
        bowline_tag_switch("loop/wait");
        for (struct work *work = take_all(&to_read), *next; work != NULL; work = next) {
            next = work->next;
            bowline_tag_switch("engine/storage/read"); /* the request's tag comes with it */
            off_t at = (off_t) work->request.block * BLOCK;
            if (pread(file, work->data, BLOCK, at) != BLOCK) { fail("pread"); }
            hand_over(&has_been_read, work);
        }
    }
    return nothing;
}

static volatile unsigned sink;

/* Steps over memory that nobody needs: what tidying up would do. */
static void churn(int rounds) {
    static unsigned char heap[64 << 10];
    for (int round = 0; round < rounds; round++) {
        for (size_t i = 0; i < sizeof heap; i++) { heap[i] = (unsigned char) (heap[i] * 5 + 1); }
        sink += heap[round];
    }
}

static void *tidy(void *nothing) {
    thread_is("s-tidy", fast ? 1 : 0);
    if (fast && setpriority(PRIO_PROCESS, (id_t) syscall(SYS_gettid), 19) != 0) { fail("setpriority"); }
    for (;;) {
        bowline_tag_switch("maintenance/wait");
        usleep(TIDY_MICROS);
        bowline_tag_switch("maintenance/compact");
        churn(8);
        bowline_tag_switch("maintenance/expire");
        churn(3);
    }
    return nothing;
}

static void readable(int socket) {
    struct work *work = calloc(1, sizeof *work);
    bowline_tag_switch("net/parse");
    ssize_t length = recv(socket, &work->request, sizeof work->request, MSG_WAITALL);
    if (length != sizeof work->request) {
        close(socket);
        free(work);
        return;
    }
    work->socket = socket;
    work->interval = bowline_interval_start("get");
    work->data = malloc(BLOCK);
    hand_over(&to_read, work);
}

static void go_on(struct work *work) {
    bowline_interval_switch(work->interval);
    bowline_tag_switch("engine/storage");
    bowline_tag_push("engine/storage/crc");
    lttng_ust_tracepoint(store, check_begin, "crc", BLOCK);
    work->request.crc = (fast ? crc_fast : crc_slow)((unsigned char *) work->data, BLOCK);
    lttng_ust_tracepoint(store, check_end, "crc", BLOCK);
    bowline_tag_pop("engine/storage/crc");
    bowline_tag_push("engine/storage/index");
    churn(1);
    bowline_tag_pop("engine/storage/index");
    bowline_tag_switch("net/reply");
    if (send(work->socket, &work->request, sizeof work->request, MSG_NOSIGNAL) < 0) { perror("send"); }
    bowline_interval_end(work->interval);
    free(work->data);
    free(work);
}

static int server(int port, const char *name) {
    pthread_t thread;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t) port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct epoll_event event = {.events = EPOLLIN};
    int one = 1, open_ones = 0, seen = 0;
    int listener = socket(AF_INET, SOCK_STREAM, 0), poll = epoll_create1(0);
    char *data = malloc(BLOCK);
    crc_tables();
    file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644);
    for (int block = 0; block < BLOCKS; block++) {
        memset(data, block, BLOCK);
        if (write(file, data, BLOCK) != BLOCK) { fail(name); }
    }
    fdatasync(file);
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    posix_fadvise(file, 0, 0, POSIX_FADV_RANDOM);
    list_init(&to_read);
    list_init(&has_been_read);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(listener, (struct sockaddr *) &address, sizeof address) != 0 || listen(listener, CONNECTIONS) != 0) { fail("listen"); }
    for (int i = 0; i < 2; i++) {
        int fd = i == 0 ? listener : has_been_read.bell;
        event.data.fd = fd;
        epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event);
    }
    thread_is("s-loop", 0);
    pthread_create(&thread, NULL, files, NULL);
    pthread_create(&thread, NULL, tidy, NULL);
    puts("ready");
    fflush(stdout);
    while (seen == 0 || open_ones > 0) {
        struct epoll_event ready[8];
        bowline_tag_switch("loop/wait");
        int count = epoll_wait(poll, ready, 8, -1);
        for (int i = 0; i < count; i++) {
            int fd = ready[i].data.fd;
            if (fd == listener) {
                bowline_tag_switch("net/accept");
                event.data.fd = accept(listener, NULL, NULL);
                setsockopt(event.data.fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
                epoll_ctl(poll, EPOLL_CTL_ADD, event.data.fd, &event);
                open_ones++;
                seen++;
            } else if (fd == has_been_read.bell) {
                for (struct work *work = take_all(&has_been_read), *next; work != NULL; work = next) {
                    next = work->next;
                    go_on(work);
                }
            } else {
                char peek;
                if (recv(fd, &peek, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
                    close(fd);
                    open_ones--;
                } else {
                    readable(fd);
                }
            }
        }
    }
    return 0;
}

static int client(const char *host, int port, int requests) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t) port)};
    int sockets[2], one = 1;
    struct timespec begin, end;
    thread_is("s-client", 1);
    inet_aton(host, &address.sin_addr);
    for (int i = 0; i < 2; i++) {
        sockets[i] = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(sockets[i], (struct sockaddr *) &address, sizeof address) != 0) { fail("connect"); }
        setsockopt(sockets[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    }
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int request = 0; request < requests; request += 2) { /* two at a time: the server has one in each of its places */
        for (int i = 0; i < 2; i++) {
            struct request ask = {.id = (uint64_t) (request + i), .block = (request + i) * 7 % BLOCKS};
            if (send(sockets[i], &ask, sizeof ask, MSG_NOSIGNAL) != sizeof ask) { fail("send"); }
        }
        for (int i = 0; i < 2; i++) {
            struct request answer;
            if (recv(sockets[i], &answer, sizeof answer, MSG_WAITALL) != sizeof answer) { fail("recv"); }
        }
        usleep(2000);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%d requests in %.1f ms\n", requests, (end.tv_sec - begin.tv_sec) * 1e3 + (end.tv_nsec - begin.tv_nsec) / 1e6);
    return 0;
}

int main(int count, char **words) {
    if (count == 5 && strcmp(words[1], "server") == 0) {
        fast = strcmp(words[2], "fast") == 0;
        return server(atoi(words[3]), words[4]);
    }
    if (count == 5 && strcmp(words[1], "client") == 0) { return client(words[2], atoi(words[3]), atoi(words[4])); }
    fprintf(stderr, "usage: server server slow|fast PORT FILE\n       server client ADDRESS PORT REQUESTS\n");
    return 2;
}
