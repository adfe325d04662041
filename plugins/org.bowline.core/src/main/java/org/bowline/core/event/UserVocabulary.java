/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

/** What the events of programs, and of Bowline's and LTTng's libraries in them, are called, and what may be recorded with any event. */
public final class UserVocabulary {
    /** The thread that an event was recorded in. */
    public static final String THREAD = "$common.vtid";
    /** Its process. */
    public static final String PROCESS = "$common.vpid";
    /** The mutex of an event of {@link Mutex}. */
    public static final String MUTEX = "mutex";
    /** What the call returned: 0 if it did what it was to do. */
    public static final String MUTEX_STATUS = "status";
    /** How the names of events of LTTng's own libraries begin. */
    public static final String TRACERS = "lttng_ust_";
    /** How those of all its own providers do: also of its agents in Java and Python (lttng_jul, lttng_log4j, lttng_python), which no recorder is asked for by these names. */
    public static final String OF_TRACER = "lttng_";
    /** How those of mutexes do. */
    public static final String MUTEXES = "lttng_ust_pthread:";
    /** How those of Bowline's annotations do. */
    public static final String ANNOTATIONS = "bowline:";
    /** A request begins. */
    public static final String INTERVAL_BEGIN = "bowline:interval_begin";
    /** It ends. */
    public static final String INTERVAL_END = "bowline:interval_end";
    /** A thread works for another request, or for none. */
    public static final String INTERVAL_SWITCH = "bowline:interval_switch";
    /** The field of these three that names the request; 0 in a switch is none. */
    public static final String INTERVAL_ID = "id";
    /** The field of the begin that tells how much work it is; negative: it does not. Since later versions of the library. */
    public static final String INTERVAL_SIZE = "size";
    /** A thread begins to wait without sleeping. */
    public static final String SPIN_BEGIN = "bowline:spin_begin";
    /** It has what it waited for, or gives up. */
    public static final String SPIN_END = "bowline:spin_end";
    /** The field of the begin that names the thread that has it; 0 if that is not known. */
    public static final String SPIN_OWNER = "owner";
    /** The field of both that names what is waited for. */
    public static final String SPIN_OBJECT = "object";
    /** The field of the end that tells whether the thread has it now. */
    public static final String SPIN_ACQUIRED = "acquired";
    /** A thread was woken, but not for what it waits for, and is about to wait again. */
    public static final String FALSE_WAKE_UP = "bowline:false_wakeup";
    /** A thread enters a module. */
    public static final String TAG_PUSH = "bowline:tag_push";
    /** It leaves one, for the one before. */
    public static final String TAG_POP = "bowline:tag_pop";
    /** It leaves all, and enters one or none. */
    public static final String TAG_SWITCH = "bowline:tag_switch";
    /** The field of these three that names the module. */
    public static final String TAG_PATH = "path";

    /** Events of the thread library (liblttng-ust-pthread-wrapper). */
    public enum Mutex {
        /** A thread wants a mutex. */
        REQUEST("lttng_ust_pthread:pthread_mutex_lock_req"),
        /** It has got it, or the call failed. */
        ACQUIRED("lttng_ust_pthread:pthread_mutex_lock_acq"),
        /** It has tried to get it without waiting. */
        TRIED("lttng_ust_pthread:pthread_mutex_trylock"),
        /** It has given it back. */
        RELEASED("lttng_ust_pthread:pthread_mutex_unlock");

        private final String event;

        Mutex(String event) {
            this.event = event;
        }

        /** The event's name. */
        public String event() {
            return event;
        }
    }

    private UserVocabulary() {}
}
