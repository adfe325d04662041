/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.function;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.function.CallRecorder.Calls;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.order.Bisection;
import org.bowline.core.symbol.Module;

/**
 * In which function each thread was at each moment. A <em>node</em> is a call path: a function as called by the node above it. Safe for many readers.
 */
public final class CallLog {
    /** Of a thread that is in no function that was recorded; the root of all call paths. */
    public static final int OUTSIDE = 0;
    /** Of a thread whose callers are not known, as events were lost; the root of what it calls from then on. */
    public static final int AFTER_LOSS = 1;

    private final CallRecorder told;

    /** A part of a range in which a thread was in one node. */
    @FunctionalInterface
    public interface Slices {
        /** The node, and for how long. */
        void slice(int node, long nanos);
    }

    CallLog(CallRecorder told) {
        this.told = told;
    }

    /** Number of events that it is made of. */
    public long events() {
        return told.events;
    }

    /** Number of nodes. */
    public int nodeCount() {
        return told.parents.size();
    }

    /** The node that called; of the roots −1 and {@link #OUTSIDE}. */
    public int parent(int node) {
        return told.parents.getInt(node);
    }

    /** The function of a node; −1 of the roots. */
    public int function(int node) {
        return told.functions.getInt(node);
    }

    /** Number of functions. */
    public int functionCount() {
        return told.functionAddresses.size();
    }

    /** The address of a function in its process' memory. */
    public long address(int function) {
        return told.functionAddresses.getLong(function);
    }

    /** The files that the function's process has mapped, in the order in which that was told. */
    public List<Module> modules(int function) {
        CallRecorder.Process process = told.processes.get(told.functionProcesses.getLong(function));
        return process == null ? List.of() : List.copyOf(process.modules);
    }

    /** In which nodes a thread was in a range, in order of time. O(log events + slices). */
    public void slices(int thread, long fromNanos, long toNanos, Slices slices) {
        Calls calls = told.threads[thread];
        if (calls == null) {
            slices.slice(OUTSIDE, toNanos - fromNanos);
            return;
        }
        LongArrayList times = calls.times;
        IntArrayList nodes = calls.nodes;
        int next = after(times, fromNanos);
        long from = fromNanos;
        while (from < toNanos) {
            long to = next < times.size() ? Math.min(times.getLong(next), toNanos) : toNanos;
            slices.slice(next == 0 ? OUTSIDE : nodes.getInt(next - 1), to - from);
            from = to;
            next++;
        }
    }

    /** Whether a thread began or ended any function. */
    boolean has(int thread) {
        return told.threads[thread] != null;
    }

    /** Tells the node of each call that a thread began within a range; of calls within one nanosecond only the last. O(log events + events in the range). */
    void entries(int thread, long fromNanos, long toNanos, IntConsumer sink) {
        Calls calls = told.threads[thread];
        if (calls == null) {
            return;
        }
        for (int i = Bisection.firstAbove(calls.times, fromNanos - 1); i < calls.times.size() && calls.times.getLong(i) < toNanos; i++) {
            int node = calls.nodes.getInt(i);
            int before = i == 0 ? OUTSIDE : calls.nodes.getInt(i - 1);
            if (node > AFTER_LOSS && parent(node) == before) {
                sink.accept(node);
            }
        }
    }

    /** The node that a thread was in from one moment until just before another; −1 if it was in several, or no time passed. O(log events). */
    int nodeDuring(int thread, long fromNanos, long toNanos) {
        Calls calls = told.threads[thread];
        if (calls == null || fromNanos >= toNanos) {
            return -1;
        }
        int next = after(calls.times, fromNanos);
        return next < calls.times.size() && calls.times.getLong(next) < toNanos ? -1 : next == 0 ? OUTSIDE : calls.nodes.getInt(next - 1);
    }

    /** Index of the first that is later. */
    private static int after(LongArrayList times, long time) {
        return Bisection.firstAbove(times, time);
    }

    /** Whether it is sure in which functions a thread of a host was in a range: no events were lost, and all fit. O(what does not fit). */
    public boolean isSure(int host, int thread, long fromNanos, long toNanos) {
        for (int i = 0; i < told.losses.size(); i += 3) {
            if (told.losses.getLong(i) == host && told.losses.getLong(i + 1) < toNanos && told.losses.getLong(i + 2) >= fromNanos) {
                return false;
            }
        }
        Calls calls = told.threads[thread];
        for (int i = 0; calls != null && i < calls.doubts.size(); i += 2) {
            if (calls.doubts.getLong(i) < toNanos && calls.doubts.getLong(i + 1) > fromNanos) {
                return false;
            }
        }
        return true;
    }

    /** What did not fit. */
    public List<Caveat> caveats() {
        List<String> parts = new ArrayList<>();
        add(parts, told.unclosed, "call was not closed when its caller ended", "calls were not closed when their callers ended");
        add(parts, told.crossed, "function ended without being open", "functions ended without being open");
        add(parts, told.tooMany, "call was too much to keep", "calls were too many to keep");
        List<Caveat> caveats = new ArrayList<>();
        long wrong = told.unclosed + told.crossed + told.tooMany;
        if (wrong > 0) {
            caveats.add(Caveat.of(Severity.WARNING, "", "functions-crossed", wrong, "Begins and ends of functions do not fit everywhere: "
                    + String.join(", ", parts)
                    + ". Requests in which this happened are not split by function. A program that leaves functions by exceptions or longjmp does so."));
        }
        if (told.beforeRecording > 0) {
            caveats.add(Caveat.of(Severity.INFO, "", "functions-before", told.beforeRecording, Words.count(told.beforeRecording,
                    "function began before the recording, or while events were lost; its time counts for no function.",
                    "functions began before the recording, or while events were lost; their time counts for no function.")));
        }
        if (told.withoutThread > 0) {
            caveats.add(Caveat.of(Severity.WARNING, "", "functions-without-thread", told.withoutThread, Words.count(told.withoutThread,
                    "begin or end of a function is",
                    "begins or ends of functions are")
                    + " of threads that the kernel trace does not have; record the context vtid with them, and the kernel at the same time."));
        }
        int losses = told.losses.size() / 3;
        if (losses > 0) {
            caveats.add(Caveat.of(Severity.WARNING, "", "functions-lost", losses, Words.count(losses, "time", "times")
                    + " begins or ends of functions were lost. Requests of these times are not split by function, and of later calls of the same host the callers are not"
                    + " known (…). Record with larger buffers, or fewer functions."));
        }
        return List.copyOf(caveats);
    }

    private static void add(List<String> parts, long count, String one, String many) {
        if (count > 0) {
            parts.add(Words.count(count, one, many));
        }
    }
}
