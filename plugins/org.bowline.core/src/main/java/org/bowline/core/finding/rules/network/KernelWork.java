/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import java.util.Arrays;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.serial.AloneAtWork;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;

/** For how long processors of a host serve interrupts, or its kernel's threads are at work, while packets queue between it and another host. O(segments of the host × log packets). */
final class KernelWork {
    private KernelWork() {}

    /** Of the processor on which that takes longest. */
    static long most(Analysis analysis, int host, FullWay way) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        long[] byProcessor = new long[1];
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.host(thread) != host) {
                continue;
            }
            analysis.progress().check();
            boolean kernel = roles.of(thread) == ThreadRoles.Role.KERNEL;
            int last = timeline.endSegment(thread, analysis.toNanos());
            for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
                int cpu = timeline.cpu(s);
                if (cpu >= 0 && (timeline.state(s) == ThreadState.INTERRUPTED || kernel && AloneAtWork.isAtWork(timeline, s))) {
                    byProcessor = cpu < byProcessor.length ? byProcessor : Arrays.copyOf(byProcessor, cpu + 1);
                    byProcessor[cpu] += way.within(timeline.start(s), timeline.end(thread, s));
                }
            }
        }
        return Arrays.stream(byProcessor).max().orElse(0);
    }
}
