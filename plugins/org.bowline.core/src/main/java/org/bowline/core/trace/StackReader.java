/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.core.event.StackVocabulary;
import org.bowline.core.event.StackVocabulary.Fact;
import org.bowline.core.event.StackVocabulary.Side;
import org.bowline.core.offcpu.StackLog;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.RecordedSymbols;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.TraceReadException;

/** Reads the call stacks with which threads began to wait, from the kernel traces of an experiment. O(switches + addresses); traces without stacks are not read. */
final class StackReader {
    private static final int POLL_MASK = (1 << 16) - 1;

    private final Experiment experiment;
    private final Timeline timeline;
    private final ClockMap clocks;
    private final RunningThreads running;
    private final boolean wakers;
    private final StackLog log = new StackLog();
    private final long[] stack = new long[2 * StackLog.LONGEST];

    /** Reads those of threads that end the waits of others, too, if these are wanted. */
    StackReader(Experiment experiment, Timeline timeline, ClockMap clocks, boolean wakers) {
        this.wakers = wakers;
        this.experiment = experiment;
        this.timeline = timeline;
        this.clocks = clocks;
        running = new RunningThreads(timeline);
    }

    /** All stacks; null if no wait has one. */
    @Nullable
    RecordedStacks read(Progress progress) throws TraceReadException {
        Set<Path> beside = new LinkedHashSet<>();
        for (int host = 0; host < experiment.hosts().size(); host++) {
            for (OpenTrace trace : experiment.hosts().get(host).traces()) {
                if (has(trace)) {
                    read(host, trace, progress);
                    beside.addAll(SymbolFiles.beside(trace.path()));
                }
            }
        }
        return log.isEmpty() ? null : new RecordedStacks(log, symbols(), List.copyOf(beside));
    }

    private boolean has(OpenTrace trace) {
        return trace.domain() == OpenTrace.Domain.KERNEL && StackVocabulary.isIn(trace.metadata(), wakers);
    }

    /** Read while the experiment is open, as archives are unpacked only that long. */
    private List<RecordedSymbols> symbols() {
        List<RecordedSymbols> hosts = new ArrayList<>();
        for (int host = 0; host < experiment.hosts().size(); host++) {
            Set<Integer> processes = new HashSet<>();
            boolean kernel = false;
            for (int id = 0; id < log.size(); id++) {
                if (log.host(id) == host) {
                    kernel |= log.kernelCount(id) > 0;
                    if (log.kernelCount(id) < log.count(id)) {
                        processes.add(log.pid(id));
                    }
                }
            }
            RecordedSymbols found = RecordedSymbols.NONE;
            for (OpenTrace trace : experiment.hosts().get(host).traces()) {
                if (found.equals(RecordedSymbols.NONE) && has(trace)) {
                    found = RecordedSymbols.beside(trace.directory(), processes, kernel);
                }
            }
            hosts.add(found);
        }
        return hosts;
    }

    private void read(int host, OpenTrace trace, Progress progress) throws TraceReadException {
        StackVocabulary words = new StackVocabulary(wakers);
        try (EventCursor cursor = trace.ctf().cursor(words.selection())) {
            long events = 0;
            while (cursor.next()) {
                if ((++events & POLL_MASK) == 0) {
                    progress.check();
                    progress.report("Reading call stacks", cursor.progress());
                }
                Fact fact = words.fact(cursor);
                if (fact == null) {
                    continue; // a wait whose begin was lost has no stack, and no other's
                }
                int tid = StackVocabulary.thread(cursor);
                switch (fact) {
                    case LEAVES, WAKES -> moves(fact, host, tid, clocks.toReference(host, trace.onHostClock(cursor.timeNanos())), cursor);
                    case BEGINS -> {
                        if (StackVocabulary.process(cursor) == tid) {
                            log.replaced(host, tid);
                        }
                    }
                    case EXECUTES -> log.replaced(host, tid);
                }
            }
        }
    }

    private void moves(Fact fact, int host, int tid, long time, EventCursor cursor) {
        int thread = tid == 0 ? Timeline.NONE : running.find(host, tid, -1, time);
        if (thread == Timeline.NONE) {
            return;
        }
        int kernel = addresses(Side.KERNEL, cursor, 0);
        int count = addresses(Side.USER, cursor, kernel);
        if (fact == Fact.LEAVES) {
            log.leaves(timeline, thread, time, stack, kernel, count, isCut(Side.USER, cursor));
        } else {
            log.wakes(timeline, thread, time, stack, kernel, count, isCut(Side.USER, cursor));
        }
    }

    /** Puts the addresses of a side behind those that are there, without the mark; returns how many there are then. */
    private int addresses(Side side, EventCursor cursor, int from) {
        int length = Math.min(side.length(cursor), StackLog.LONGEST);
        int count = from;
        for (int i = 0; i < length; i++) {
            long address = side.address(cursor, i);
            if (address == StackVocabulary.CUT) {
                break;
            }
            stack[count++] = address;
        }
        return count;
    }

    private static boolean isCut(Side side, EventCursor cursor) {
        int length = side.length(cursor);
        return length > StackLog.LONGEST || length > 0 && side.address(cursor, length - 1) == StackVocabulary.CUT;
    }
}
