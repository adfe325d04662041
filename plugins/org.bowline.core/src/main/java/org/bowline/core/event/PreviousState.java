/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.bowline.core.event.KernelSink.Leave;

/** Decodes {@code prev_state} of a switch by the version of the kernel that wrote it. */
final class PreviousState {
    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,6}).*");

    private static final long UNINTERRUPTIBLE = 2;
    private static final long STOPPED = 4;
    private static final long TRACED = 8;

    // since 4.14
    private static final long REPORT_DEAD = 0x10 | 0x20;
    private static final long REPORT_IDLE = 0x80;
    private static final long REPORT_PREEMPTED = 0x100;

    // before 4.14
    private static final long OLD_DEAD = 16 | 32 | 64;
    private static final long OLD_SLEEPS = 0x1ff;
    private static final long OLD_PARKED = 512;
    /** With {@link #UNINTERRUPTIBLE}: an idle thread of the kernel. */
    private static final long OLD_NO_LOAD = 1024;

    private final boolean modern;
    private final boolean hasParked;

    private PreviousState(boolean modern, boolean hasParked) {
        this.modern = modern;
        this.hasParked = hasParked;
    }

    /** @param release as in the trace's environment, {@code 6.1.0-56-amd64}; anything else is read as a present kernel */
    static PreviousState of(String release) {
        Matcher matcher = VERSION.matcher(release);
        int version = matcher.matches() ? Integer.parseInt(matcher.group(1)) * 1_000_000 + Integer.parseInt(matcher.group(2))
                : Integer.MAX_VALUE;
        return new PreviousState(version >= 4_000_014, version >= 3_000_009);
    }

    Leave decode(long state) {
        if (modern) {
            if (state == 0 || (state & REPORT_PREEMPTED) != 0) {
                return Leave.PREEMPTED;
            }
            return (state & REPORT_DEAD) != 0 ? Leave.DEAD : state == REPORT_IDLE ? Leave.IDLE : waits(state);
        }
        if ((state & OLD_DEAD) != 0) {
            return Leave.DEAD;
        }
        if ((state & OLD_SLEEPS) != 0) {
            boolean noLoad = (state & OLD_NO_LOAD) != 0;
            return noLoad && (state & UNINTERRUPTIBLE) != 0 ? Leave.IDLE : waits(state & OLD_SLEEPS);
        }
        // a bit above all states marks preemption; its place moved as states were added
        return hasParked && state == OLD_PARKED ? Leave.BLOCKED : Leave.PREEMPTED;
    }

    private static Leave waits(long state) {
        return (state & STOPPED) != 0 ? Leave.STOPPED : (state & TRACED) != 0 ? Leave.TRACED
                : (state & UNINTERRUPTIBLE) != 0 ? Leave.UNINTERRUPTIBLE : Leave.BLOCKED;
    }
}
