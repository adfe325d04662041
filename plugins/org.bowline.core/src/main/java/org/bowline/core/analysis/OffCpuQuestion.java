/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.List;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.offcpu.OffCpu;
import org.bowline.core.offcpu.SystemCallLog;
import org.bowline.core.timeline.Timeline;

/** What can be asked of the code that waits. */
public final class OffCpuQuestion {
    /** Only waits on the critical paths of the intervals. System calls and functions are read if a question {@linkplain Question#has has} this. */
    public static final Parameter<Boolean> ON_PATH = Parameter.flag("on-path",
            "Only the waits on the critical paths of the intervals (--interval): those without which the requests would have been faster.");
    /** System calls and call stacks of the threads that ended the waits are read, too. */
    public static final Parameter<Boolean> WAKER = Parameter.flag("waker",
            "Tell also the system call and the call stack with which threads ended the waits of others, where they were recorded (system calls; sched_waking with call stacks).");
    /** In which system calls threads waited; nothing where they were not read. */
    public static final Result<SystemCallLog> SYSTEM_CALLS = Result.of(analysis -> SystemCallLog.NONE);
    /** The waits of the threads that count, the longest first. */
    public static final Result<List<OffCpu.Total>> WAITS = Result.of(OffCpuQuestion::waits);

    private OffCpuQuestion() {}

    /** Paths of the intervals, one after the other: of many intervals they would be much to keep. */
    static Iterable<CriticalPath> paths(Analysis analysis) {
        return () -> analysis.matched().intervals().stream().filter(interval -> interval.thread() != Timeline.NONE)
                .map(interval -> CriticalPath.of(analysis.timeline(), interval.thread(), interval.beginNanos(), interval.endNanos(),
                        analysis.progress()))
                .iterator();
    }

    private static List<OffCpu.Total> waits(Analysis analysis) {
        OffCpu.Code code = CodeQuestion.code(analysis);
        if (!analysis.question().get(ON_PATH)) {
            return OffCpu.of(analysis.timeline(), code, analysis.fromNanos(), analysis.toNanos(), analysis::isChosen, analysis.progress());
        }
        return OffCpu.on(paths(analysis), analysis.timeline(), code, analysis.progress());
    }
}
