/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/*
 * Annotations: what a program tells about its requests, modules, spinning and false wake-ups, for Bowline to find in a trace.
 *
 *     #include <bowline.h>
 *
 *     uint64_t request = bowline_interval_start("GET");   // costs a nanosecond or two if nobody records
 *     ...
 *     bowline_interval_end(request);                      // on any thread
 *
 * All there is to it: this header needs no library and no other header of ours or LTTng's, to compile or to run. When a program (or shared
 * library) that uses it is loaded, it looks for libbowline-annotation.so.0 the way the system looks for any library; if that is there, LTTng can
 * record the events of docs/reference/annotations.md, else every call does nothing. With BOWLINE_ANNOTATIONS_OFF defined, and on systems other
 * than Linux, nothing is looked for and the calls compile to nothing. Link with -ldl where glibc is older than 2.34.
 *
 * All functions may be called by any thread, in signal handlers as well if they are not the first to do so, and never fail. Texts are UTF-8;
 * they are copied. NULL is an empty text.
 */
#ifndef BOWLINE_H
#define BOWLINE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__linux__) && defined(__GNUC__) && !defined(BOWLINE_ANNOTATIONS_OFF)
#define BOWLINE_ANNOTATIONS 1
#else
#define BOWLINE_ANNOTATIONS 0
#endif

#if BOWLINE_ANNOTATIONS
#include <dlfcn.h>
#endif

#ifdef __cplusplus
#define BOWLINE__CAST(type, value) reinterpret_cast<type>(value) /* for programs made with -Wold-style-cast */
extern "C" {
#else
#define BOWLINE__CAST(type, value) ((type) (value))
#endif

/* Events, in the order of bowline__provider.enabled. */
enum bowline__event {
    BOWLINE__INTERVAL_BEGIN,
    BOWLINE__INTERVAL_END,
    BOWLINE__INTERVAL_SWITCH,
    BOWLINE__TAG_PUSH,
    BOWLINE__TAG_POP,
    BOWLINE__TAG_SWITCH,
    BOWLINE__SPIN_BEGIN,
    BOWLINE__SPIN_END,
    BOWLINE__FALSE_WAKEUP,
    BOWLINE__EVENTS
};

/*
 * What libbowline-annotation.so.0 exports as bowline_annotation_v1. It stays as it is: what comes later is exported beside it, as _v2.
 * enabled[e] points to an integer that is not 0 while event e is recorded.
 */
struct bowline__provider {
    uint64_t size;
    const int *enabled[BOWLINE__EVENTS];
    uint64_t (*new_id)(void);
    void (*interval_begin)(uint64_t id, const char *label);
    void (*interval_end)(uint64_t id);
    void (*interval_switch)(uint64_t id);
    void (*tag_push)(const char *path);
    void (*tag_pop)(const char *path);
    void (*tag_switch)(const char *path);
    void (*spin_begin)(uint64_t object, int32_t owner);
    void (*spin_end)(uint64_t object, int acquired);
    void (*false_wakeup)(uint64_t object);
};

/* What later libraries export as bowline_annotation_v2. */
struct bowline__provider_2 {
    uint64_t size;
    void (*interval_begin_sized)(uint64_t id, const char *label, uint64_t work);
};

#if BOWLINE_ANNOTATIONS
/*
 * One per program or shared library (hidden), however many of its files include this header (weak). Without a library, the pointers lead to a 0,
 * so that a call need not ask for more than whether its event is recorded.
 */
extern int bowline__never; /* not const: C++ would not share it */
extern const int *bowline__enabled[BOWLINE__EVENTS];
extern const struct bowline__provider *bowline__library;
extern const struct bowline__provider_2 *bowline__library_2; /* NULL also with a library of before */
void bowline__load(void);

__attribute__((weak, visibility("hidden"))) int bowline__never = 0;
__attribute__((weak, visibility("hidden"))) const int *bowline__enabled[BOWLINE__EVENTS] = {&bowline__never, &bowline__never, &bowline__never,
        &bowline__never, &bowline__never, &bowline__never, &bowline__never, &bowline__never, &bowline__never};
__attribute__((weak, visibility("hidden"))) const struct bowline__provider *bowline__library = NULL;
__attribute__((weak, visibility("hidden"))) const struct bowline__provider_2 *bowline__library_2 = NULL;

/* Before main, or in dlopen: then no other thread of this program runs code of this file. */
__attribute__((weak, visibility("hidden"), constructor)) void bowline__load(void) {
    void *handle;
    const struct bowline__provider *found;
    const struct bowline__provider_2 *more;
    int event;
    if (bowline__library != NULL) {
        return; /* every file that includes this header asks for it */
    }
    /* A name, not a path: the dynamic linker decides where libraries are, and takes no advice from the environment of setuid programs. */
    handle = dlopen("libbowline-annotation.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == NULL) {
        return;
    }
    found = BOWLINE__CAST(const struct bowline__provider *, dlsym(handle, "bowline_annotation_v1"));
    if (found == NULL || found->size != sizeof(struct bowline__provider)) {
        return;
    }
    bowline__library = found;
    more = BOWLINE__CAST(const struct bowline__provider_2 *, dlsym(handle, "bowline_annotation_v2"));
    if (more != NULL && more->size == sizeof(struct bowline__provider_2)) {
        bowline__library_2 = more;
    }
    for (event = 0; event < BOWLINE__EVENTS; event++) {
        bowline__enabled[event] = found->enabled[event];
    }
}

/* An int: what __builtin_expect gives is a long. */
#define BOWLINE__RECORDED(event) (__builtin_expect(__atomic_load_n(bowline__enabled[event], __ATOMIC_RELAXED) != 0, 0) != 0)
#define BOWLINE__CALL(event, call)                                                                                                                    \
    do {                                                                                                                                              \
        if (BOWLINE__RECORDED(event)) {                                                                                                               \
            bowline__library->call;                                                                                                                   \
        }                                                                                                                                             \
    } while (0)
#else
#define BOWLINE__RECORDED(event) 0
#define BOWLINE__CALL(event, call)                                                                                                                    \
    do {                                                                                                                                              \
    } while (0)
#endif

/** Whether intervals are recorded now: for a program that would have to work for a label. */
static inline int bowline_recording(void) {
    return BOWLINE__RECORDED(BOWLINE__INTERVAL_BEGIN);
}

/**
 * A unit of work begins, and gets an id that no other has, on this host or others. This thread works for it.
 *
 * @param label its sort, as "GET": few different ones
 * @return the id, for bowline_interval_switch and bowline_interval_end on any thread; 0 if intervals are not recorded now
 */
static inline uint64_t bowline_interval_start(const char *label) {
    uint64_t id = 0;
#if BOWLINE_ANNOTATIONS
    if (BOWLINE__RECORDED(BOWLINE__INTERVAL_BEGIN)) {
        id = bowline__library->new_id();
        bowline__library->interval_begin(id, label);
    }
#else
    (void) label;
#endif
    return id;
}

/** A unit of work begins that has an id of its own already, as one that came with a message; not 0, else nothing is told. */
static inline void bowline_interval_begin(uint64_t id, const char *label) {
    (void) label;
    if (id != 0) {
        BOWLINE__CALL(BOWLINE__INTERVAL_BEGIN, interval_begin(id, label));
    }
}

/**
 * As bowline_interval_begin, of a unit of work that tells how much it is.
 *
 * @param size in bytes, rows, or whatever its time should grow with: of the same kind for all of a label; up to 2^63 - 1, more count as that
 */
static inline void bowline_interval_begin_sized(uint64_t id, const char *label, uint64_t size) {
#if BOWLINE_ANNOTATIONS
    if (id != 0 && BOWLINE__RECORDED(BOWLINE__INTERVAL_BEGIN)) {
        if (bowline__library_2 != NULL) {
            bowline__library_2->interval_begin_sized(id, label, size);
        } else {
            bowline__library->interval_begin(id, label);
        }
    }
#else
    (void) id;
    (void) label;
    (void) size;
#endif
}

/** As bowline_interval_start, of a unit of work that tells how much it is: see bowline_interval_begin_sized. */
static inline uint64_t bowline_interval_start_sized(const char *label, uint64_t size) {
    uint64_t id = 0;
#if BOWLINE_ANNOTATIONS
    if (BOWLINE__RECORDED(BOWLINE__INTERVAL_BEGIN)) {
        id = bowline__library->new_id();
        bowline_interval_begin_sized(id, label, size);
    }
#else
    (void) label;
    (void) size;
#endif
    return id;
}

/** A unit of work is complete. Of id 0 nothing is told: its begin was not recorded. */
static inline void bowline_interval_end(uint64_t id) {
    if (id != 0) {
        BOWLINE__CALL(BOWLINE__INTERVAL_END, interval_end(id));
    }
}

/** This thread works for another unit of work from now on; 0: for none. */
static inline void bowline_interval_switch(uint64_t id) {
    (void) id;
    BOWLINE__CALL(BOWLINE__INTERVAL_SWITCH, interval_switch(id));
}

/** This thread enters a module, as "engine/storage/crc". */
static inline void bowline_tag_push(const char *path) {
    (void) path;
    BOWLINE__CALL(BOWLINE__TAG_PUSH, tag_push(path));
}

/** This thread leaves a module that it entered with bowline_tag_push, and is in the one before again. */
static inline void bowline_tag_pop(const char *path) {
    (void) path;
    BOWLINE__CALL(BOWLINE__TAG_POP, tag_pop(path));
}

/** This thread takes up other work: it leaves whatever it was in, and enters a module; "": none. For event loops and coroutines. */
static inline void bowline_tag_switch(const char *path) {
    (void) path;
    BOWLINE__CALL(BOWLINE__TAG_SWITCH, tag_switch(path));
}

/**
 * This thread begins to poll for something.
 *
 * @param object its address, or any other number that all who use it agree on
 * @param owner thread id (gettid) of the thread that has it; 0 if that is not known: then it is the last one that told bowline_spin_end(object, 1)
 */
static inline void bowline_spin_begin(uint64_t object, int32_t owner) {
    (void) object;
    (void) owner;
    BOWLINE__CALL(BOWLINE__SPIN_BEGIN, spin_begin(object, owner));
}

/** This thread polls no longer; acquired: whether it has the thing now. */
static inline void bowline_spin_end(uint64_t object, int acquired) {
    (void) object;
    (void) acquired;
    BOWLINE__CALL(BOWLINE__SPIN_END, spin_end(object, acquired));
}

/** This thread was woken, but not for what it waits for, and is about to wait again. The object may be 0. */
static inline void bowline_false_wakeup(uint64_t object) {
    (void) object;
    BOWLINE__CALL(BOWLINE__FALSE_WAKEUP, false_wakeup(object));
}

/** An object's number. */
static inline uint64_t bowline_object(const void *address) {
    return BOWLINE__CAST(uintptr_t, address);
}

#ifdef __cplusplus
}

#if __cplusplus >= 201103L
namespace bowline {

/** A unit of work, from its making to its end: by end(), or when the object goes out of scope. May be moved to other threads, not copied. */
class interval {
public:
    explicit interval(const char *label) noexcept : id_(bowline_interval_start(label)) {}
    interval(uint64_t id, const char *label) noexcept : id_(id) {
        bowline_interval_begin(id, label);
    }
    interval(const char *label, uint64_t size) noexcept : id_(bowline_interval_start_sized(label, size)) {}
    interval(uint64_t id, const char *label, uint64_t size) noexcept : id_(id) {
        bowline_interval_begin_sized(id, label, size);
    }
    interval(interval &&other) noexcept : id_(other.id_) {
        other.id_ = 0;
    }
    interval &operator=(interval &&other) noexcept {
        if (this != &other) {
            end();
            id_ = other.id_;
            other.id_ = 0;
        }
        return *this;
    }
    interval(const interval &) = delete;
    interval &operator=(const interval &) = delete;
    ~interval() {
        end();
    }
    /** 0 if it is not recorded, or has ended. */
    uint64_t id() const noexcept {
        return id_;
    }
    /** It is complete. */
    void end() noexcept {
        bowline_interval_end(id_);
        id_ = 0;
    }
    /** The calling thread works for it from now on. */
    void enter() const noexcept {
        bowline_interval_switch(id_);
    }

private:
    uint64_t id_;
};

/** The thread is in a module as long as the object lives. The path must live as long: a literal. */
class tag {
public:
    explicit tag(const char *path) noexcept : path_(path) {
        bowline_tag_push(path_);
    }
    tag(const tag &) = delete;
    tag &operator=(const tag &) = delete;
    ~tag() {
        bowline_tag_pop(path_);
    }

private:
    const char *path_;
};

/** The thread polls as long as the object lives: acquired() if it was not in vain. */
class spin {
public:
    explicit spin(const void *object, int32_t owner = 0) noexcept : object_(bowline_object(object)), acquired_(0) {
        bowline_spin_begin(object_, owner);
    }
    spin(const spin &) = delete;
    spin &operator=(const spin &) = delete;
    ~spin() {
        bowline_spin_end(object_, acquired_);
    }
    /** The thread has it now. */
    void acquired() noexcept {
        acquired_ = 1;
    }

private:
    uint64_t object_;
    int acquired_;
};

} /* namespace bowline */
#endif
#endif

#endif /* BOWLINE_H */
