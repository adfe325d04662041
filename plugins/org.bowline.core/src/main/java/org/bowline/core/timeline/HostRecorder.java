/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.event.KernelSink;
import org.bowline.core.event.PacketFact;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.sync.PacketLog;

/**
 * The scheduling state machine of one host: kernel facts in, segments of threads out, in host time. One pass, O(1) per fact. The rules are
 * those of docs/concepts/timeline.md; facts that contradict each other (events were lost, or never recorded) make time unknown, never
 * guessed.
 */
public final class HostRecorder implements KernelSink {
    private static final int NONE = SegmentLog.NONE;

    private final String host;
    private final long startNanos;
    private final ThreadTable threads = new ThreadTable();
    private final ContextStack contexts = new ContextStack();
    private final Resources resources = new Resources();
    private final WaitCause waker = new WaitCause(contexts, resources);
    private final BlockRequests requests = new BlockRequests();
    private final LostIntervals lost = new LostIntervals();
    private final SegmentLog segments = new SegmentLog();
    private final PacketLog packets = new PacketLog();
    /** For each packet the vertex in whose context it was recorded. */
    private final IntArrayList packetVertex = new IntArrayList();

    /** The thread on each CPU; NONE before the first switch, and after lost events until the next. */
    private int[] current = {};
    /** The thread that was on each CPU before its first switch. */
    private int[] initial = {};
    private boolean[] switched = {};
    /** Since when the CPU's events are whole. */
    private long[] wholeSince = {};

    /** Threads whose first event was a wake-up and that were not switched in since: the segment of their first wait. */
    private final Int2IntOpenHashMap firstWaits = new Int2IntOpenHashMap();

    private long endNanos;
    private long wakings;
    private long waitsWithoutWaker;
    private long contradictions;

    /**
     * @param host name of the host, for caveats
     * @param startNanos begin of the host's traces; threads that wait at their first event have waited since then
     */
    public HostRecorder(String host, long startNanos) {
        this.host = host;
        this.startNanos = startNanos;
        this.endNanos = startNanos;
        firstWaits.defaultReturnValue(NONE);
    }

    /** Ends the recording: threads keep their last state up to the end of the traces. */
    public HostLog finish(long traceEndNanos) {
        long end = Math.max(endNanos, traceEndNanos);
        long open = 0;
        for (int thread = 0; thread < threads.size(); thread++) {
            if (!threads.isEnded(thread)) {
                if (threads.state(thread) == ThreadState.BLOCKED) {
                    open++;
                }
                waker.unknown();
                close(thread, end, threads.cpu(thread));
            }
        }
        return new HostLog(host, startNanos, end, threads, segments, resources, requests, packets, packetVertex, initial, lost,
                new HostLog.Counts(wakings, open, waitsWithoutWaker, contradictions, contexts.repairs()));
    }

    // scheduling

    @Override
    public void switched(long nanos, int cpu, int previousTid, String previousName, Leave leave, int nextTid, String nextName) {
        seeCpu(cpu, nanos);
        contexts.clear(cpu);
        int previous = leaving(nanos, cpu, previousTid, previousName);
        leave(nanos, cpu, previous, previousTid == 0 ? Leave.PREEMPTED : leave);
        switched[cpu] = true;
        int next = threads.find(nextTid, cpu);
        if (next == NONE) {
            next = threads.add(nextTid, cpu, -1, nextName, ThreadState.UNKNOWN, startNanos);
        }
        enter(nanos, cpu, next);
    }

    /** The thread that leaves the CPU, in state RUNNING since when the trace is sure of it. */
    private int leaving(long nanos, int cpu, int tid, String name) {
        int thread = threads.find(tid, cpu);
        boolean first = !switched[cpu];
        if (thread == NONE) {
            thread = threads.add(tid, cpu, -1, name, ThreadState.UNKNOWN, startNanos);
        }
        if (tid != 0) {
            threads.name.set(thread, name);
        }
        if (first) {
            initial[cpu] = thread;
        }
        if (threads.state(thread) == ThreadState.RUNNING && current[cpu] == thread) {
            return thread;
        }
        int firstWait = firstWaits.remove(thread);
        if (first && !threads.isSeen(thread)) {
            threads.state(thread, ThreadState.RUNNING, threads.since.getLong(thread));
        } else if (first && firstWait != NONE) {
            // its first event was a wake-up, but it ran all the time: that was the race around this switch-out
            threads.state(thread, ThreadState.RUNNING, segments.takeBack(firstWait));
            threads.wokenWhileRunning(thread, true);
        } else {
            runUnseen(nanos, cpu, thread);
        }
        threads.cpu(thread, cpu);
        threads.seen(thread);
        return thread;
    }

    /** A thread leaves the CPU that the trace did not see coming: it ran at least since the CPU's events are whole again. */
    private void runUnseen(long nanos, int cpu, int thread) {
        long sure = Math.min(nanos, wholeSince[cpu]);
        int other = current[cpu];
        if (other != NONE) {
            // another thread was there, and nothing tells when it left
            contradictions++;
            threads.state(other, ThreadState.UNKNOWN, threads.since.getLong(other));
            sure = nanos;
        }
        if (threads.state(thread) == ThreadState.RUNNING) {
            contradictions++;
            threads.state(thread, ThreadState.UNKNOWN, threads.since.getLong(thread));
        }
        waker.unknown();
        long from = Math.max(sure, threads.since.getLong(thread));
        close(thread, from, cpu);
        threads.state(thread, ThreadState.RUNNING, from);
    }

    private void leave(long nanos, int cpu, int thread, Leave leave) {
        close(thread, nanos, cpu);
        boolean woken = threads.isWokenWhileRunning(thread);
        threads.wokenWhileRunning(thread, false);
        current[cpu] = NONE;
        switch (leave) {
            case DEAD -> threads.end(thread);
            case PREEMPTED -> threads.state(thread, ThreadState.PREEMPTED, nanos);
            case BLOCKED -> {
                threads.state(thread, woken ? ThreadState.RUNNABLE : ThreadState.BLOCKED, nanos);
                threads.wokenEarly(thread, woken);
            }
        }
    }

    private void enter(long nanos, int cpu, int thread) {
        firstWaits.remove(thread);
        threads.seen(thread);
        if (threads.state(thread) == ThreadState.BLOCKED) {
            waitsWithoutWaker++;
        } else if (threads.state(thread) == ThreadState.RUNNING) {
            // it runs elsewhere, says the trace: that switch-out is missing
            contradictions++;
            threads.state(thread, ThreadState.UNKNOWN, threads.since.getLong(thread));
        }
        waker.unknown();
        close(thread, nanos, cpu);
        threads.state(thread, ThreadState.RUNNING, nanos);
        threads.cpu(thread, cpu);
        threads.wokenEarly(thread, false);
        threads.wokenWhileRunning(thread, false);
        current[cpu] = thread;
    }

    @Override
    public void waking(long nanos, int cpu, int tid, String name) {
        seeCpu(cpu, nanos);
        wakings++;
        if (tid == 0) {
            return; // an idle thread never waits
        }
        int thread = threads.find(tid, cpu);
        if (thread == NONE) {
            thread = threads.add(tid, -1, -1, name, ThreadState.BLOCKED, startNanos);
        } else if (!threads.isSeen(thread)) {
            // known from the state dump only
            threads.state(thread, ThreadState.BLOCKED, threads.since.getLong(thread));
        }
        if (!threads.isSeen(thread) && nanos > startNanos) {
            firstWaits.put(thread, segments.size());
        }
        threads.seen(thread);
        switch (threads.state(thread)) {
            case RUNNING -> threads.wokenWhileRunning(thread, true);
            case BLOCKED -> wake(nanos, cpu, thread);
            case RUNNABLE -> {
                if (threads.isWokenEarly(thread)) {
                    // woken again, so it did wait: the wake-up while it ran had been used up before
                    threads.state(thread, ThreadState.BLOCKED, threads.since.getLong(thread));
                    wake(nanos, cpu, thread);
                }
            }
            case UNKNOWN -> {
                // after lost events: blocked, at least since they are whole again
                int home = threads.cpu(thread);
                long since = threads.since.getLong(thread);
                long sure = home >= 0 && home < wholeSince.length ? Math.max(since, Math.min(nanos, wholeSince[home])) : nanos;
                close(thread, sure, home);
                threads.state(thread, ThreadState.BLOCKED, sure);
                wake(nanos, cpu, thread);
            }
            case PREEMPTED -> {
                // it was on its way to sleep when it was preempted: it goes on as it was
            }
        }
    }

    private void wake(long nanos, int cpu, int thread) {
        int running = current[cpu];
        if (running == NONE && !switched[cpu]) {
            running = SegmentLog.initialThread(cpu);
        } else if (running != NONE && threads.isIdle(running)) {
            running = NONE;
        }
        waker.find(cpu, running);
        close(thread, nanos, threads.cpu(thread));
        threads.state(thread, ThreadState.RUNNABLE, nanos);
        threads.wokenEarly(thread, false);
    }

    @Override
    public void forked(long nanos, int cpu, int parentTid, int childTid, int childPid, String childName) {
        seeCpu(cpu, nanos);
        int old = threads.find(childTid, cpu);
        if (old != NONE) {
            // its end is missing
            contradictions++;
            threads.state(old, ThreadState.UNKNOWN, threads.since.getLong(old));
            close(old, nanos, cpu);
            threads.end(old);
        }
        int child = threads.add(childTid, cpu, childPid, childName, ThreadState.RUNNABLE, nanos);
        threads.seen(child);
        int parent = threads.find(parentTid, cpu);
        threads.parent.set(child, parent);
    }

    @Override
    public void executed(long nanos, int cpu, int tid, int oldTid) {
        seeCpu(cpu, nanos);
        if (tid == oldTid) {
            return;
        }
        // A thread that is not the process's first runs another program: it takes the first one's tid, and all others are gone.
        int old = threads.find(oldTid, cpu);
        int leader = threads.find(tid, cpu);
        if (leader != NONE) {
            waker.unknown();
            close(leader, nanos, cpu);
            threads.end(leader);
        }
        int processId = NONE;
        String name = "";
        if (old != NONE) {
            processId = threads.pid.getInt(old);
            name = threads.name.get(old);
            waker.unknown();
            close(old, nanos, cpu);
            threads.end(old);
        }
        int renamed = threads.add(tid, cpu, processId, name, ThreadState.RUNNING, nanos);
        threads.seen(renamed);
        threads.parent.set(renamed, old);
        if (current[cpu] == old) {
            current[cpu] = renamed;
        }
    }

    @Override
    public void threadExists(long nanos, int tid, int pid, int parentPid, String name, boolean blocked) {
        endNanos = Math.max(endNanos, nanos);
        if (tid == 0) {
            return;
        }
        int thread = threads.find(tid, 0);
        if (thread == NONE) {
            thread = threads.add(tid, -1, pid, name, blocked ? ThreadState.BLOCKED : ThreadState.UNKNOWN, startNanos);
        }
        threads.pid.set(thread, pid);
    }

    // segments

    /** Ends the thread's present state; a blocked one by the cause in {@link #waker}. */
    private void close(int thread, long nanos, int closingCpu) {
        long since = threads.since.getLong(thread);
        if (nanos <= since) {
            return;
        }
        ThreadState state = threads.state(thread);
        int home = threads.cpu(thread);
        if (lost.count() > 0 && (state == ThreadState.BLOCKED || state == ThreadState.RUNNABLE || state == ThreadState.PREEMPTED)) {
            since = closeBeforeLosses(thread, since, nanos, state, home);
            if (closingCpu != home) {
                since = closeBeforeLosses(thread, since, nanos, state, closingCpu);
            }
        }
        if (since < nanos) {
            append(thread, since, nanos, state, home);
        }
        threads.since.set(thread, nanos);
    }

    /**
     * A thread off the CPU may have run unseen while events of the CPU were lost on which it ran last, or runs next: that time is unknown.
     *
     * @return begin of what is left, after the last such loss
     */
    private long closeBeforeLosses(int thread, long since, long until, ThreadState state, int cpu) {
        long from = since;
        int last = lost.size(cpu);
        int first = lost.firstAfter(cpu, since);
        for (int i = first; i < last && lost.from(cpu, i) < until; i++) {
            long begin = Math.max(from, lost.from(cpu, i));
            boolean many = i - first >= LostIntervals.MAXIMUM_WITHIN_SEGMENT;
            long end = Math.min(until, lost.to(cpu, many ? last - 1 : i));
            if (begin > from) {
                if (state == ThreadState.BLOCKED) {
                    segments.add(thread, from, begin, state, Cause.UNKNOWN, SegmentLog.resource(resources.only(VertexKind.UNKNOWN)), NONE,
                            threads.cpu(thread));
                } else {
                    segments.add(thread, from, begin, state, Cause.NONE, NONE, NONE, threads.cpu(thread));
                }
            }
            if (end > begin) {
                segments.add(thread, begin, end, ThreadState.UNKNOWN, Cause.NONE, NONE, NONE, threads.cpu(thread));
                from = end;
            }
            if (many) {
                break;
            }
        }
        return from;
    }

    private void append(int thread, long since, long until, ThreadState state, int cpu) {
        if (state == ThreadState.BLOCKED) {
            segments.add(thread, since, until, state, waker.cause, waker.target, waker.link, cpu);
        } else {
            segments.add(thread, since, until, state, Cause.NONE, NONE, NONE, cpu);
        }
    }

    @Override
    public void lost(int cpu, long fromNanos, long toNanos, long count) {
        int onCpu = Math.max(0, cpu);
        seeCpu(onCpu, fromNanos);
        lost.add(onCpu, fromNanos, Math.max(fromNanos, toNanos), count);
        contexts.forget(onCpu);
        int thread = current[onCpu];
        if (thread != NONE) {
            close(thread, fromNanos, onCpu);
            threads.state(thread, ThreadState.UNKNOWN, fromNanos);
            current[onCpu] = NONE;
        }
        wholeSince[onCpu] = Math.max(wholeSince[onCpu], toNanos);
        endNanos = Math.max(endNanos, toNanos);
        // who runs now is told by the next switch, but it was not the thread of before the loss
        switched[onCpu] = true;
    }

    private void seeCpu(int cpu, long nanos) {
        endNanos = Math.max(endNanos, nanos);
        if (cpu >= current.length) {
            int length = current.length;
            int longer = Math.max(cpu + 1, 2 * length);
            current = Arrays.copyOf(current, longer);
            initial = Arrays.copyOf(initial, longer);
            switched = Arrays.copyOf(switched, longer);
            wholeSince = Arrays.copyOf(wholeSince, longer);
            Arrays.fill(current, length, longer, NONE);
            Arrays.fill(initial, length, longer, NONE);
            Arrays.fill(wholeSince, length, longer, startNanos);
        }
    }

    // contexts

    @Override
    public void interruptEntry(long nanos, int cpu, int irq) {
        seeCpu(cpu, nanos);
        contexts.enter(cpu, ContextStack.INTERRUPT, irq);
    }

    @Override
    public void interruptExit(long nanos, int cpu, int irq) {
        contexts.exit(cpu, ContextStack.INTERRUPT, irq);
    }

    @Override
    public void softInterruptEntry(long nanos, int cpu, int vector) {
        seeCpu(cpu, nanos);
        contexts.enter(cpu, ContextStack.SOFT_INTERRUPT, vector);
    }

    @Override
    public void softInterruptExit(long nanos, int cpu, int vector) {
        contexts.exit(cpu, ContextStack.SOFT_INTERRUPT, vector);
    }

    @Override
    public void timerEntry(long nanos, int cpu) {
        seeCpu(cpu, nanos);
        contexts.enter(cpu, ContextStack.TIMER, 0);
    }

    @Override
    public void timerExit(long nanos, int cpu) {
        contexts.exit(cpu, ContextStack.TIMER, 0);
    }

    @Override
    public void vectorEntry(long nanos, int cpu, Vector vector, String name) {
        seeCpu(cpu, nanos);
        contexts.enter(cpu, contextOf(vector), 0);
    }

    @Override
    public void vectorExit(long nanos, int cpu, Vector vector) {
        contexts.exit(cpu, contextOf(vector), 0);
    }

    private static int contextOf(Vector vector) {
        return switch (vector) {
            case TIMER -> ContextStack.TIMER_VECTOR;
            case IPI -> ContextStack.IPI_VECTOR;
            case OTHER -> ContextStack.OTHER_VECTOR;
        };
    }

    @Override
    public void interruptName(int irq, String name) {
        resources.interruptName(irq, name);
    }

    // packets

    @Override
    public void packet(long nanos, int cpu, PacketFact p) {
        seeCpu(cpu, nanos);
        int index = packetVertex.size();
        packets.add(nanos, p.sent, p.protocol, p.addressed, p.ipVersion, p.sourceHigh, p.sourceLow, p.destinationHigh, p.destinationLow,
                p.sourcePort,
                p.destinationPort, p.sequence, p.acknowledgement, p.flags, p.payloadBytes, p.ipId, index);
        packetVertex.add(p.sent ? contextVertex(cpu) : NONE);
        if (!p.sent) {
            contexts.received(cpu, index);
        }
    }

    @Override
    public void opaquePacket(long nanos, int cpu) {
        seeCpu(cpu, nanos);
        contexts.received(cpu, ContextStack.NONE);
    }

    /** Who acts on the CPU: its thread, or the kernel in an interrupt. */
    private int contextVertex(int cpu) {
        if (contexts.depth(cpu) > 0) {
            return SegmentLog.resource(resources.only(VertexKind.KERNEL));
        }
        int running = current[cpu];
        if (running == NONE && !switched[cpu]) {
            return SegmentLog.initialThread(cpu);
        }
        return running != NONE && threads.isIdle(running) ? NONE : running;
    }

    // disks

    @Override
    public void requestQueued(long nanos, int cpu, int device, long sector, long sectors, int tid) {
        seeCpu(cpu, nanos);
        requests.queue(nanos, device, resources.disk(device), sector, sectors, requester(cpu, tid));
    }

    @Override
    public void requestIssued(long nanos, int cpu, int device, long sector, long sectors, int tid) {
        seeCpu(cpu, nanos);
        requests.issue(nanos, device, resources.disk(device), sector, sectors, requester(cpu, tid));
    }

    private int requester(int cpu, int tid) {
        if (tid > 0) {
            int thread = threads.find(tid, cpu);
            if (thread != NONE) {
                return thread;
            }
        }
        int vertex = contextVertex(cpu);
        return SegmentLog.isResource(vertex) ? NONE : vertex;
    }

    @Override
    public void requestCompleted(long nanos, int cpu, int device, long sector, long sectors) {
        seeCpu(cpu, nanos);
        int request = requests.complete(nanos, device, sector, sectors);
        contexts.completed(cpu, request, resources.disk(device));
    }

    @Override
    public void requestRequeued(long nanos, int cpu, int device, long sector, long sectors) {
        seeCpu(cpu, nanos);
        requests.requeue(device, sector, sectors);
    }

    @Override
    public void diskName(int device, String name) {
        resources.diskName(device, name);
    }
}
