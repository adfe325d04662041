/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.function;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.IntPair;
import org.bowline.core.symbol.Module;

/**
 * Assembles entries and exits of functions. What does not fit is counted: an exit closes the innermost call of its function, and the calls inside of that one
 * that had not ended were unclosed; an exit of a function that is not open is crossed, and ignored. Where events were lost nobody knows who is open: what is entered
 * from then on has callers that are not known, and stands below {@link CallLog#AFTER_LOSS}. Events of a host come in order of time. Not for use by several threads
 * at a time.
 */
public final class CallRecorder {
    private static final int NONE = -1;
    /** A damaged trace may have any addresses; deeper ones count for their caller. */
    private static final int MOST_NODES = 1 << 22;

    /** What is told of one thread. */
    static final class Calls {
        final LongArrayList times = new LongArrayList();
        final IntArrayList nodes = new IntArrayList();
        /** When the calls began that are open. */
        final LongArrayList open = new LongArrayList();
        /** Pairs: from when to when the calls are not sure. */
        final LongArrayList doubts = new LongArrayList();
        int node;

        void move(long time, int to) {
            int last = times.size() - 1;
            if (last >= 0 && times.getLong(last) >= time) {
                nodes.set(last, to); // within one nanosecond the last word counts
            } else {
                times.add(time);
                nodes.add(to);
            }
            node = to;
        }
    }

    /** A process' functions by address, and the files it has mapped. */
    static final class Process {
        final Long2IntOpenHashMap functions = new Long2IntOpenHashMap();
        final List<Module> modules = new ArrayList<>();

        Process() {
            functions.defaultReturnValue(NONE);
        }
    }

    final @Nullable Calls[] threads;
    final Long2ObjectOpenHashMap<Process> processes = new Long2ObjectOpenHashMap<>();
    /** By function: its process and its address. */
    final LongArrayList functionProcesses = new LongArrayList();
    final LongArrayList functionAddresses = new LongArrayList();
    /** By node of the tree of call paths: its caller and its function. */
    final IntArrayList parents = new IntArrayList(new int[] {NONE, 0});
    final IntArrayList functions = new IntArrayList(new int[] {NONE, NONE});
    /** Triples: host, from, until. */
    final LongArrayList losses = new LongArrayList();
    /** By host: until when events of it may be missing, if calls that were told meanwhile are still open; else never. */
    private final LongArrayList missingUntil = new LongArrayList();
    private final Long2IntOpenHashMap children = new Long2IntOpenHashMap();
    private final List<IntArrayList> ofHost = new ArrayList<>();
    private long lastKey = Long.MIN_VALUE;
    private Process last = new Process();

    long events;
    long withoutThread;
    long unclosed;
    long crossed;
    long beforeRecording;
    long tooMany;

    /**
     * Of a timeline.
     *
     * @param threadCount its number of threads
     */
    public CallRecorder(int threadCount) {
        threads = new Calls[threadCount];
        children.defaultReturnValue(NONE);
    }

    /**
     * A function begins.
     *
     * @param host number of the host
     * @param thread number of the thread, or −1 if the timeline does not have it
     * @param process id of its process
     * @param address of the function in that process' memory
     * @param timeNanos when, reference time
     */
    public void enter(int host, int thread, int process, long address, long timeNanos) {
        events++;
        if (thread < 0) {
            withoutThread++;
            return;
        }
        settle(host, timeNanos);
        Calls calls = calls(host, thread);
        int node = child(calls.node, function(host, process, address));
        if (node == NONE) {
            tooMany++;
            return;
        }
        calls.open.add(timeNanos);
        calls.move(timeNanos, node);
    }

    /** A function ends; see {@link #enter}. */
    public void exit(int host, int thread, int process, long address, long timeNanos) {
        events++;
        if (thread < 0) {
            withoutThread++;
            return;
        }
        settle(host, timeNanos);
        Calls calls = calls(host, thread);
        int function = process(host, process).functions.get(address);
        int node = calls.node;
        int depth = calls.open.size();
        while (depth > 0 && functions.getInt(node) != function) {
            node = parents.getInt(node);
            depth--;
        }
        if (depth == 0) {
            if (calls.open.isEmpty()) {
                beforeRecording++;
            } else {
                crossed++;
                doubt(calls, calls.times.getLong(calls.times.size() - 1), timeNanos);
            }
            return;
        }
        if (depth < calls.open.size()) {
            unclosed += calls.open.size() - depth;
            doubt(calls, calls.open.getLong(depth), timeNanos);
        }
        calls.open.size(depth - 1);
        calls.move(timeNanos, parents.getInt(node));
    }

    /** The innermost function ends: for events that do not tell which. */
    public void exit(int host, int thread, long timeNanos) {
        events++;
        if (thread < 0) {
            withoutThread++;
            return;
        }
        settle(host, timeNanos);
        Calls calls = calls(host, thread);
        int depth = calls.open.size();
        if (depth == 0) {
            beforeRecording++;
            return;
        }
        calls.open.size(depth - 1);
        calls.move(timeNanos, parents.getInt(calls.node));
    }

    /** A thread ends, or the program that it runs is replaced by another one: no function is open any more, though none told its end. */
    public void ended(int host, int thread, long timeNanos) {
        settle(host, timeNanos);
        Calls calls = threads[thread];
        if (calls != null && (calls.node != CallLog.OUTSIDE || !calls.open.isEmpty())) {
            calls.open.clear();
            calls.move(timeNanos, CallLog.OUTSIDE);
        }
    }

    /** Events of a host were lost: of all its threads it is not known any more which functions are open. */
    public void lost(int host, long fromNanos, long untilNanos) {
        settle(host, fromNanos);
        losses.add(host);
        losses.add(fromNanos);
        losses.add(Math.max(fromNanos, untilNanos));
        forget(host, fromNanos);
        while (missingUntil.size() <= host) {
            missingUntil.add(Long.MAX_VALUE);
        }
        long until = missingUntil.getLong(host);
        missingUntil.set(host, until == Long.MAX_VALUE ? Math.max(fromNanos, untilNanos) : Math.max(until, untilNanos));
    }

    /** When nothing is missing any more: what processors on which nothing was lost told meanwhile may have ended on another one. */
    private void settle(int host, long timeNanos) {
        if (host < missingUntil.size() && missingUntil.getLong(host) <= timeNanos) {
            forget(host, missingUntil.getLong(host));
            missingUntil.set(host, Long.MAX_VALUE);
        }
    }

    private void forget(int host, long timeNanos) {
        for (int thread : host < ofHost.size() ? ofHost.get(host) : new IntArrayList()) {
            Calls calls = calls(host, thread);
            calls.open.clear();
            if (calls.node != CallLog.AFTER_LOSS) {
                calls.move(timeNanos, CallLog.AFTER_LOSS);
            }
        }
    }

    /** A process has mapped a file. */
    public void module(int host, int process, Module module) {
        process(host, process).modules.add(module);
    }

    /** The build id of the file that a process has mapped at an address. */
    public void buildId(int host, int process, long base, String id) {
        process(host, process).modules.replaceAll(module -> module.base() == base && module.buildId().isEmpty() ? module.with(id) : module);
    }

    /** Whether no begin and no end of a function was told. */
    public boolean isEmpty() {
        return events == 0;
    }

    /** What was told so far. The recorder must not be used any more. */
    public CallLog finish() {
        return new CallLog(this);
    }

    private static void doubt(Calls calls, long from, long to) {
        calls.doubts.add(from);
        calls.doubts.add(to);
    }

    private Calls calls(int host, int thread) {
        Calls calls = threads[thread];
        if (calls == null) {
            calls = new Calls();
            threads[thread] = calls;
            while (ofHost.size() <= host) {
                ofHost.add(new IntArrayList());
            }
            ofHost.get(host).add(thread);
            if (isAfterLoss(host)) {
                calls.node = CallLog.AFTER_LOSS;
            }
        }
        return calls;
    }

    private boolean isAfterLoss(int host) {
        for (int i = 0; i < losses.size(); i += 3) {
            if (losses.getLong(i) == host) {
                return true;
            }
        }
        return false;
    }

    private Process process(int host, int process) {
        long key = IntPair.of(host, process);
        if (key != lastKey) {
            last = processes.computeIfAbsent(key, one -> new Process());
            lastKey = key;
        }
        return last;
    }

    private int function(int host, int process, long address) {
        Process of = process(host, process);
        int function = of.functions.get(address);
        if (function == NONE) {
            function = functionAddresses.size();
            of.functions.put(address, function);
            functionAddresses.add(address);
            functionProcesses.add(lastKey);
        }
        return function;
    }

    private int child(int node, int function) {
        long key = IntPair.of(node, function);
        int child = children.get(key);
        if (child == NONE && parents.size() < MOST_NODES) {
            child = parents.size();
            children.put(key, child);
            parents.add(node);
            functions.add(function);
        }
        return child;
    }
}
