/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.model.ThreadState;

/** The incarnations of threads of one host, and the state each is in while events are read. */
final class ThreadTable implements Serializable {
    static final int NONE = SegmentLog.NONE;

    final IntArrayList tid = new IntArrayList();
    final IntArrayList pid = new IntArrayList();
    final IntArrayList parent = new IntArrayList();
    /** Pid of the process that made the thread's process; −1 if it is not told. */
    final IntArrayList parentPid = new IntArrayList();
    final List<String> name = new ArrayList<>();
    /** Begin of the present state. */
    final LongArrayList since = new LongArrayList();

    private ThreadState[] state = new ThreadState[256];
    private short[] cpu = new short[256];
    private boolean[] wokenWhileRunning = new boolean[256];
    private boolean[] wokenEarly = new boolean[256];
    private Leave[] left = new Leave[256];
    private boolean[] seen = new boolean[256];
    private boolean[] ended = new boolean[256];

    /** The last incarnation of each tid, living or not. */
    private final Int2IntOpenHashMap last = new Int2IntOpenHashMap();
    private int[] idle = {};

    ThreadTable() {
        last.defaultReturnValue(NONE);
    }

    int size() {
        return tid.size();
    }

    /** The living thread of a tid, or NONE; the idle thread of the CPU for 0. */
    int find(int threadTid, int onCpu) {
        if (threadTid == 0) {
            return onCpu < idle.length ? idle[onCpu] : NONE;
        }
        int thread = last.get(threadTid);
        return thread == NONE || ended[thread] ? NONE : thread;
    }

    /** Since when a thread may live that has no fork in the trace: the end of the tid's last incarnation, if there was one. */
    long birth(int threadTid, long startNanos) {
        int thread = last.get(threadTid);
        return thread == NONE ? startNanos : since.getLong(thread);
    }

    /** Adds an incarnation; the tid has none living. */
    int add(int threadTid, int onCpu, int threadPid, String threadName, ThreadState initial, long sinceNanos) {
        int thread = tid.size();
        tid.add(threadTid);
        pid.add(threadTid == 0 ? 0 : threadPid);
        parent.add(NONE);
        parentPid.add(-1);
        name.add(threadTid == 0 ? "swapper/" + onCpu : threadName);
        since.add(sinceNanos);
        if (thread == state.length) {
            int length = 2 * thread;
            state = Arrays.copyOf(state, length);
            cpu = Arrays.copyOf(cpu, length);
            wokenWhileRunning = Arrays.copyOf(wokenWhileRunning, length);
            wokenEarly = Arrays.copyOf(wokenEarly, length);
            left = Arrays.copyOf(left, length);
            seen = Arrays.copyOf(seen, length);
            ended = Arrays.copyOf(ended, length);
        }
        state[thread] = initial;
        cpu[thread] = (short) onCpu;
        left[thread] = Leave.BLOCKED;
        if (threadTid == 0) {
            if (onCpu >= idle.length) {
                int length = idle.length;
                idle = Arrays.copyOf(idle, onCpu + 1);
                Arrays.fill(idle, length, idle.length, NONE);
            }
            idle[onCpu] = thread;
        } else {
            last.put(threadTid, thread);
        }
        return thread;
    }

    /** Ends an incarnation, at the begin of its present state: its tid is free. */
    void end(int thread) {
        ended[thread] = true;
    }

    boolean isEnded(int thread) {
        return ended[thread];
    }

    boolean isIdle(int thread) {
        return tid.getInt(thread) == 0;
    }

    ThreadState state(int thread) {
        return state[thread];
    }

    void state(int thread, ThreadState next, long nanos) {
        state[thread] = next;
        since.set(thread, nanos);
    }

    /** Where it runs, or last ran; −1 if never seen on a CPU. */
    int cpu(int thread) {
        return cpu[thread];
    }

    void cpu(int thread, int onCpu) {
        cpu[thread] = (short) onCpu;
    }

    /** A wake-up came while it ran: the wait that follows, if one does, is over as it begins. */
    boolean isWokenWhileRunning(int thread) {
        return wokenWhileRunning[thread];
    }

    void wokenWhileRunning(int thread, boolean value) {
        wokenWhileRunning[thread] = value;
    }

    /** It is runnable only because of such a wake-up; another wake-up proves that it was blocked. */
    boolean isWokenEarly(int thread) {
        return wokenEarly[thread];
    }

    void wokenEarly(int thread, boolean value) {
        wokenEarly[thread] = value;
    }

    /** How it left the CPU last, as far as that is known of its present state. */
    Leave left(int thread) {
        return left[thread];
    }

    void left(int thread, Leave value) {
        left[thread] = value;
    }

    /** An event told its state; before, it is only known to exist. */
    boolean isSeen(int thread) {
        return seen[thread];
    }

    void seen(int thread) {
        seen[thread] = true;
    }
}
