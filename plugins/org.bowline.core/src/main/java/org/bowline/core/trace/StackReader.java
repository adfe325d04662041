/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.event.SampleVocabulary;
import org.bowline.core.event.StackVocabulary;
import org.bowline.core.event.StackVocabulary.Fact;
import org.bowline.core.event.StackVocabulary.Side;
import org.bowline.core.model.IntPair;
import org.bowline.core.model.ThreadState;
import org.bowline.core.offcpu.SampleLog;
import org.bowline.core.offcpu.StackLog;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.LoadedModules;
import org.bowline.core.symbol.RecordedSymbols;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.TraceReadException;

/**
 * Reads the call stacks with which threads began to wait, and samples of those with which they ran, from the traces of an experiment. O(switches + samples + addresses); an experiment without stacks is not read.
 */
final class StackReader {
    /** Two tracers' clocks may be that far apart. */
    private static final long CLOCKS_DIFFER_NANOS = 50_000;
    /** If more of perf's samples than one in this are of threads that did not run then, they are of another clock. */
    private static final int MOST_ELSEWHERE = 5;

    private final Experiment experiment;
    private final Timeline timeline;
    private final ClockMap clocks;
    private final RunningThreads running;
    private final boolean wakers;
    private final StackLog log = new StackLog();
    private final SampleLog.Builder samples = new SampleLog.Builder();
    /** By host and process: since when it has the memory that it has now. */
    private final Long2LongOpenHashMap replaced = new Long2LongOpenHashMap();
    private final long[] stack = new long[2 * StackLog.LONGEST];

    /** Reads those of threads that end the waits of others, too, if these are wanted. */
    StackReader(Experiment experiment, Timeline timeline, ClockMap clocks, boolean wakers) {
        this.wakers = wakers;
        this.experiment = experiment;
        this.timeline = timeline;
        this.clocks = clocks;
        running = new RunningThreads(timeline);
        replaced.defaultReturnValue(Long.MIN_VALUE);
    }

    /** All stacks; null if neither waits nor samples have any. */
    @Nullable
    RecordedStacks read(Progress progress) throws TraceReadException {
        List<OpenTrace> sampled = experiment.hosts().stream().flatMap(one -> one.traces().stream())
                .filter(trace -> !new SampleVocabulary(trace.metadata()).isEmpty()).toList();
        StackVocabulary words = new StackVocabulary(wakers);
        // of a trace whose stacks are samples it is read when processes get other memory
        List<Path> beside = new TracePass(experiment, clocks).read("Reading call stacks",
                trace -> has(trace) || trace.domain() == OpenTrace.Domain.KERNEL && !sampled.isEmpty(), words.selection(),
                (host, trace) -> (cursor, time) -> tell(words.fact(cursor), host, cursor, time), progress);
        for (OpenTrace trace : sampled) {
            beside = Stream.concat(beside.stream(), readSamples(trace, progress).stream()).distinct().toList();
        }
        return log.isEmpty() ? null
                : new RecordedStacks(log, samples.build(timeline.threadCount()), symbols(sampled, progress), beside);
    }

    private List<Path> readSamples(OpenTrace trace, Progress progress) throws TraceReadException {
        SampleVocabulary words = new SampleVocabulary(trace.metadata());
        int before = samples.size();
        long[] elsewhere = new long[1];
        List<Path> beside = new TracePass(experiment, clocks).read("Reading samples", trace::equals, words.selection(),
                (host, same) -> (cursor, time) -> {
                    if (cursor.kind() != EventCursor.LOST) {
                        elsewhere[0] += sample(words, host, cursor, time) ? 0 : 1;
                    }
                }, progress);
        if (elsewhere[0] * MOST_ELSEWHERE > elsewhere[0] + samples.size() - before) {
            samples.leftOut(elsewhere[0] + samples.size() - before);
            samples.cutTo(before);
        }
        return beside;
    }

    /** Whether nothing speaks against a sample: a thread that perf names ran then, as far as that is known. */
    private boolean sample(SampleVocabulary words, int host, EventCursor cursor, long time) {
        int tid = words.thread(cursor);
        if (tid == 0 || time < timeline.startNanos() || time > timeline.endNanos()) {
            return true; // the idle thread, or while nobody wrote down what threads do
        }
        int thread = running.find(host, tid, words.isPerf() ? -1 : cursor.cpu(), time);
        if (thread == Timeline.NONE || timeline.isIdle(thread)) {
            return !words.isPerf();
        }
        if (words.isPerf() && !isOnCpu(thread, time) && !isOnCpu(thread, time - CLOCKS_DIFFER_NANOS)
                && !isOnCpu(thread, time + CLOCKS_DIFFER_NANOS)) {
            return isUnknown(thread, time);
        }
        long found = SampleVocabulary.addresses(cursor, stack);
        int count = (int) found;
        if (count > 0) {
            int pid = timeline.pid(thread) < 0 ? timeline.tid(thread) : timeline.pid(thread);
            int id = log.sampled(host, pid, time < replaced.get(key(host, pid)), stack, (int) (found >>> Integer.SIZE), count,
                    SampleVocabulary.isCut(cursor));
            if (id != StackLog.NONE) {
                samples.add(thread, time, id);
            }
        }
        return true;
    }

    private boolean isOnCpu(int thread, long time) {
        int segment = timeline.segmentAt(thread, time);
        return segment != Timeline.NONE && timeline.isOnCpu(segment);
    }

    private boolean isUnknown(int thread, long time) {
        int segment = timeline.segmentAt(thread, time);
        return segment == Timeline.NONE || timeline.state(segment) == ThreadState.UNKNOWN;
    }

    private boolean has(OpenTrace trace) {
        return trace.domain() == OpenTrace.Domain.KERNEL && StackVocabulary.isIn(trace.metadata(), wakers);
    }

    /** Read while the experiment is open, as archives are unpacked only that long. */
    private List<RecordedSymbols> symbols(List<OpenTrace> sampled, Progress progress) throws TraceReadException {
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
                if (found.equals(RecordedSymbols.NONE) && (has(trace) || sampled.contains(trace))) {
                    found = RecordedSymbols.beside(trace.directory(), processes, kernel);
                }
            }
            hosts.add(found.maps().keySet().containsAll(processes) ? found : found.with(told(host, processes, found, progress)));
        }
        return hosts;
    }

    /** What processes without a map have told of their memory. */
    private Map<Integer, LoadedModules> told(int host, Set<Integer> processes, RecordedSymbols found, Progress progress)
            throws TraceReadException {
        Map<Integer, LoadedModules> told = new ModuleReader(experiment, timeline, clocks, running).read(host,
                process -> replaced.get(key(host, process)), progress);
        told.keySet().retainAll(processes);
        told.keySet().removeAll(found.maps().keySet());
        return told;
    }

    private static long key(int host, int process) {
        return IntPair.of(host, process);
    }

    private void replaced(int host, int process, long time) {
        log.replaced(host, process);
        replaced.put(key(host, process), time);
    }

    private void tell(@Nullable Fact fact, int host, EventCursor cursor, long time) {
        if (fact == null) {
            return; // a wait whose begin was lost has no stack, and no other's
        }
        int tid = StackVocabulary.thread(cursor);
        switch (fact) {
            case LEAVES, WAKES -> moves(fact, host, tid, time, cursor);
            case BEGINS -> {
                if (StackVocabulary.process(cursor) == tid) {
                    replaced(host, tid, time);
                }
            }
            case EXECUTES -> replaced(host, tid, time);
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
