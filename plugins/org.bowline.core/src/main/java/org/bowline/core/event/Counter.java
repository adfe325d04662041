/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.metadata.StructClass;

/** A counter of a thread that LTTng-UST records with events, as the context {@code perf:thread:NAME}. It counts from the thread's first event on, and only what the thread does in user space. */
public enum Counter {
    /** Instructions that were carried out. */
    INSTRUCTIONS(true, "instructions"),
    /** Cycles of the processor while the thread ran. */
    CYCLES(true, "cycles cpu_cycles"),
    /** Instructions that the first-level cache did not have. */
    ICACHE_MISSES(true, "L1_icache_load_misses"),
    /** Branches that the processor foresaw wrongly. */
    BRANCH_MISSES(true, "branch_misses"),
    /** Accesses that the last-level cache did not have. */
    CACHE_MISSES(true, "cache_misses"),
    /** Time on a processor, ns, as the kernel counts it: in the kernel, too, and with what recording takes. */
    TASK_CLOCK(false, "task_clock"),
    /** Pages that were touched and not mapped. */
    PAGE_FAULTS(false, "page_fault faults");

    /** Where an event does not tell. */
    public static final long ABSENT = -1;

    private static final String PREFIX = "perf_thread_";
    private static final String SCOPE = "$common.";

    private final boolean hardware;
    /** What LTTng calls it, the usual name first. */
    private final String names;

    Counter(boolean hardware, String names) {
        this.hardware = hardware;
        this.names = names;
    }

    private List<String> names() {
        return List.of(names.split(" "));
    }

    /** Whether the processor counts it, and not the kernel. */
    public boolean isHardware() {
        return hardware;
    }

    /** Whether a thread that has run cannot have 0 of it. */
    public boolean cannotBeZero() {
        return this == INSTRUCTIONS || this == CYCLES || this == TASK_CLOCK;
    }

    /** Its name in LTTng, as {@code task-clock}. */
    public String label() {
        return names().get(0).replace('_', '-');
    }

    /** Paths of the fields that tell it; events have one of them, or none. */
    public List<String> fields() {
        return names().stream().map(name -> SCOPE + PREFIX + name).toList();
    }

    /** Whether events with this context tell any counter of this sort. */
    public static boolean isIn(@Nullable StructClass context) {
        return context != null && context.members().stream().anyMatch(member -> member.name().startsWith(PREFIX) && isKnown(member.name()));
    }

    private static boolean isKnown(String field) {
        for (Counter counter : values()) {
            if (counter.names().contains(field.substring(PREFIX.length()))) {
                return true;
            }
        }
        return false;
    }
}
