/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

/* maps SECONDS: one thread maps 24 MiB with all of its pages and unmaps them, again and again; three touch the pages of 1 MiB of their own. All of it needs the lock of the process's memory. */
#define TOUCHING 3

static volatile int stop;

static void *maps(void *unused) {
    prctl(PR_SET_NAME, "m-maps");
    while (!stop) {
        size_t size = 24 << 20;
        munmap(mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0), size);
        usleep(1000);
    }
    return unused;
}

static void *touches(void *number) {
    char name[16];
    snprintf(name, sizeof name, "m-touch-%ld", (long)number);
    prctl(PR_SET_NAME, name);
    while (!stop) {
        size_t size = 1 << 20;
        char *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        for (size_t at = 0; at < size; at += 4096) {
            pages[at] = 1;
        }
        munmap(pages, size);
    }
    return NULL;
}

int main(int count, char **words) {
    pthread_t threads[TOUCHING + 1];
    pthread_create(&threads[TOUCHING], NULL, maps, NULL);
    for (long i = 0; i < TOUCHING; i++) {
        pthread_create(&threads[i], NULL, touches, (void *)i);
    }
    sleep(count > 1 ? atoi(words[1]) : 2);
    stop = 1;
    for (int i = 0; i <= TOUCHING; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
