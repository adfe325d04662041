/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.Arrays;

import org.bowline.ctf.EventCursor;

/**
 * The fields of a kernel's events, by LTTng's name and by perf's. A field has one slot, its ordinal, in every event: what is read is what was asked
 * for, and a field that the event lacks is absent, never its neighbour.
 */
enum Field {
    PERF_CPU("", "perf_cpu"), //
    PREV_COMM("prev_comm"), PREV_TID("prev_tid", "prev_pid"), PREV_STATE("prev_state"), //
    NEXT_COMM("next_comm"), NEXT_TID("next_tid", "next_pid"), //
    COMM("comm"), TID("tid", "pid"), SUCCESS("success"), TARGET_CPU("target_cpu"), //
    IRQ("irq"), VEC("vec"), NAME("name"), //
    DEV("dev"), SECTOR("sector"), NR_SECTOR("nr_sector"), //
    /** Who makes a block request; in perf's events the thread that they are recorded in. */
    REQUESTER("tid", "common_pid"), //
    /** Perf's are letters. */
    RWBS("rwbs", ""), //
    PARENT_TID("parent_tid", "parent_pid"), CHILD_COMM("child_comm"), CHILD_TID("child_tid", "child_pid"), CHILD_PID("child_pid", ""), //
    OLD_TID("old_tid", "old_pid"), //
    PID("pid", ""), PPID("ppid", ""), STATUS("status", ""), ACTION("action", ""), DISK_NAME("diskname", ""), //
    EXPIRES("expires"), SOFT_EXPIRES("softexpires"), //
    ADDRESS("uaddr"), OPERATION("op"), EXPECTED("val");

    private final String lttng;
    private final String perf;

    Field(String both) {
        this(both, both);
    }

    /** Empty: the tracer has no such field. */
    Field(String lttng, String perf) {
        this.lttng = lttng;
        this.perf = perf;
    }

    /** The paths of these fields, each at its slot; with them comes the CPU where it is a field. */
    static String[] paths(boolean perf, Field... fields) {
        String[] paths = new String[values().length];
        Arrays.fill(paths, "");
        paths[PERF_CPU.ordinal()] = perf ? PERF_CPU.perf : "";
        for (Field field : fields) {
            paths[field.ordinal()] = perf ? field.perf : field.lttng;
        }
        return paths;
    }

    boolean isIn(EventCursor event) {
        return event.has(ordinal());
    }

    /** 0 if absent, as are the others. */
    long value(EventCursor event) {
        return event.integer(ordinal());
    }

    int number(EventCursor event) {
        return (int) value(event);
    }

    String text(EventCursor event) {
        return event.text(ordinal());
    }
}
