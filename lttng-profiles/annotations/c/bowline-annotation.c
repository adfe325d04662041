/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/*
 * libbowline-annotation.so.0: the only file that knows LTTng. Programs find it at run time through bowline.h; it exports the tables
 * bowline_annotation_v1 and _v2 (annotations of Java and Python use the same).
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#define LTTNG_UST_TRACEPOINT_HIDDEN_DEFINITION
#define LTTNG_UST_TRACEPOINT_PROVIDER_HIDDEN_DEFINITION
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "bowline-provider.h"

#define BOWLINE_ANNOTATIONS_OFF /* the library does not look for itself */
#include "bowline.h"

/* Upper half: the process, mixed from what tells it from others on this host and elsewhere; lower half: a count. 0: not begun in this process. */
static _Atomic uint64_t next_id;

static uint64_t mixed(uint64_t x) { /* the finalizer of splitmix64 */
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* A child must not go on with its parent's ids. */
static void forget_ids(void) {
    atomic_store(&next_id, 0);
}

__attribute__((constructor)) static void watch_forks(void) {
    pthread_atfork(NULL, NULL, forget_ids);
}

static uint64_t new_id(void) {
    uint64_t none = 0;
    if (atomic_load(&next_id) == 0) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        uint64_t moment = (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec;
        uint64_t base = mixed(moment ^ ((uint64_t) getpid() << 40) ^ (uint64_t) (uintptr_t) &now) << 32;
        atomic_compare_exchange_strong(&next_id, &none, base + 1); /* else another thread was first */
    }
    return atomic_fetch_add(&next_id, 1);
}

static const char *text(const char *given) {
    return given != NULL ? given : "";
}

static void interval_begin(uint64_t id, const char *label) {
    lttng_ust_tracepoint(bowline, interval_begin, id, text(label), -1); /* of no size */
}

static void interval_begin_sized(uint64_t id, const char *label, uint64_t work) {
    lttng_ust_tracepoint(bowline, interval_begin, id, text(label), work > INT64_MAX ? INT64_MAX : (int64_t) work);
}

static void interval_end(uint64_t id) {
    lttng_ust_tracepoint(bowline, interval_end, id);
}

static void interval_switch(uint64_t id) {
    lttng_ust_tracepoint(bowline, interval_switch, id);
}

static void tag_push(const char *path) {
    lttng_ust_tracepoint(bowline, tag_push, text(path));
}

static void tag_pop(const char *path) {
    lttng_ust_tracepoint(bowline, tag_pop, text(path));
}

static void tag_switch(const char *path) {
    lttng_ust_tracepoint(bowline, tag_switch, text(path));
}

static void spin_begin(uint64_t object, int32_t owner) {
    lttng_ust_tracepoint(bowline, spin_begin, object, owner);
}

static void spin_end(uint64_t object, int acquired) {
    lttng_ust_tracepoint(bowline, spin_end, object, acquired != 0);
}

static void false_wakeup(uint64_t object) {
    lttng_ust_tracepoint(bowline, false_wakeup, object);
}

#define STATE(event) &lttng_ust_tracepoint_bowline___##event.state

extern const struct bowline__provider bowline_annotation_v1;
__attribute__((visibility("default"))) const struct bowline__provider bowline_annotation_v1 = {
    .size = sizeof(struct bowline__provider),
    .enabled = {STATE(interval_begin), STATE(interval_end), STATE(interval_switch), STATE(tag_push), STATE(tag_pop), STATE(tag_switch),
            STATE(spin_begin), STATE(spin_end), STATE(false_wakeup)},
    .new_id = new_id,
    .interval_begin = interval_begin,
    .interval_end = interval_end,
    .interval_switch = interval_switch,
    .tag_push = tag_push,
    .tag_pop = tag_pop,
    .tag_switch = tag_switch,
    .spin_begin = spin_begin,
    .spin_end = spin_end,
    .false_wakeup = false_wakeup,
};

extern const struct bowline__provider_2 bowline_annotation_v2;
__attribute__((visibility("default"))) const struct bowline__provider_2 bowline_annotation_v2 = {
    .size = sizeof(struct bowline__provider_2),
    .interval_begin_sized = interval_begin_sized,
};
