/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Locale;
import java.util.Set;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

import org.bowline.core.model.IntPair;

/**
 * Which threads belong to the tracer, and which to the kernel: nobody who looks for a bottleneck of a program means these. Told by the names
 * of LTTng's programs, of the process that a thread is one of, and by the process tree. Immutable. O(threads).
 */
public final class ThreadRoles {
    /** Whose a thread is. */
    public enum Role {
        /** A program's: what the recording was made for, or what ran beside. */
        PROGRAM,
        /** The kernel's. */
        KERNEL,
        /** One of the tracer's daemons and tools. */
        TRACER,
        /** The thread that the tracer's library starts in every program that it traces, to listen to the session daemon. */
        LISTENER,
        /** What a processor runs when it has nothing to do. */
        IDLE;

        /** As in texts: lower case. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The kernel makes its threads, all but the first, by this one. */
    private static final int KERNEL_THREADS_PID = 2;
    private static final String RECORDER = "bowline-record";
    /** What the recorder starts again and again while it records, to see how much room there is. What else it starts may be the command that is recorded. */
    private static final String OF_RECORDER = "stat";
    private static final Set<String> TOOLS = Set.of("lttng", "babeltrace", "babeltrace2", RECORDER);
    private static final String DAEMONS = "lttng-";
    private static final String LISTENERS = "-ust";
    /** Where the trace does not tell who made a process: how the kernel names threads of its own. */
    private static final Set<String> KERNEL_NAMES = Set.of("kworker", "ksoftirqd", "migration", "irq", "jbd2", "rcu_preempt", "rcu_sched",
            "kthreadd",
            "khugepaged", "kcompactd0", "kswapd0", "cpuhp");
    private static final int NO_THREAD = -1;

    private final Role[] roles;

    private ThreadRoles(Role[] roles) {
        this.roles = roles;
    }

    /** The roles of the threads of a timeline. */
    public static ThreadRoles of(Timeline timeline) {
        int threads = timeline.threadCount();
        Long2IntOpenHashMap leaders = new Long2IntOpenHashMap();
        leaders.defaultReturnValue(NO_THREAD);
        for (int thread = 0; thread < threads; thread++) {
            if (timeline.tid(thread) == timeline.pid(thread)) {
                leaders.put(process(timeline, thread), thread); // of several incarnations the last one
            }
        }
        Role[] roles = new Role[threads];
        for (int thread = 0; thread < threads; thread++) {
            roles[thread] = role(timeline, thread, leaders.get(process(timeline, thread)));
            if (roles[thread] == Role.PROGRAM && timeline.name(thread).equals(OF_RECORDER)) {
                int parent = leaders.get(process(timeline.host(thread), timeline.parentPid(thread)));
                roles[thread] = parent != NO_THREAD && timeline.name(parent).equals(RECORDER) ? Role.TRACER : Role.PROGRAM;
            }
        }
        return new ThreadRoles(roles);
    }

    private static long process(Timeline timeline, int thread) {
        return process(timeline.host(thread), timeline.pid(thread));
    }

    private static long process(int host, int pid) {
        return IntPair.of(host, pid);
    }

    private static Role role(Timeline timeline, int thread, int leader) {
        String name = timeline.name(thread);
        if (timeline.isIdle(thread)) {
            return Role.IDLE;
        }
        if (isKernel(timeline, thread, name)) {
            return Role.KERNEL;
        }
        if (isTracer(name) || leader != NO_THREAD && isTracer(timeline.name(leader))) {
            return Role.TRACER;
        }
        return isListener(name, timeline.tid(thread), timeline.pid(thread)) ? Role.LISTENER : Role.PROGRAM;
    }

    /** By its name and that it is not the first thread of its process. */
    private static boolean isListener(String name, int tid, int pid) {
        return name.endsWith(LISTENERS) && name.length() > LISTENERS.length() && tid != pid;
    }

    /**
     * What a thread is called where people read it: its name, but a listener of the tracer's library by what it is. O(1).
     *
     * @param timeline its timeline
     * @param thread its number
     */
    public static String called(Timeline timeline, int thread) {
        String name = timeline.name(thread);
        return isListener(name, timeline.tid(thread), timeline.pid(thread))
                ? name.substring(0, name.length() - LISTENERS.length()) + "'s LTTng-UST listener"
                : name;
    }

    private static boolean isKernel(Timeline timeline, int thread, String name) {
        int pid = timeline.pid(thread);
        int parent = timeline.parentPid(thread);
        if (pid == KERNEL_THREADS_PID || parent == KERNEL_THREADS_PID) {
            return true;
        }
        int slash = name.indexOf('/');
        return parent < 0 && KERNEL_NAMES.contains(slash < 0 ? name : name.substring(0, slash));
    }

    private static boolean isTracer(String name) {
        return name.startsWith(DAEMONS) || TOOLS.contains(name);
    }

    /** The role of a thread. */
    public Role of(int thread) {
        return roles[thread];
    }

    /** Whether it is a program's. */
    public boolean isProgram(int thread) {
        return roles[thread] == Role.PROGRAM;
    }

    /** Whether it works for the tracer. */
    public boolean isOfTracer(int thread) {
        return roles[thread] == Role.TRACER || roles[thread] == Role.LISTENER;
    }
}
