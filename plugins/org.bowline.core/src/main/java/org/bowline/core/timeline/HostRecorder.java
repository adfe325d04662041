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
    /** Linux can be built for some thousand CPUs; a number beyond this is damage. */
    static final int MAXIMUM_CPU = Short.MAX_VALUE;
    /** Times beyond this many ns from the epoch, a century and a half, are damage; durations of what is left fit 63 bits. */
    public static final long LATEST_NANOS = Long.MAX_VALUE / 2;
    /** Name of the threads that poll a network device, where it is set to threaded polling. */
    private static final String POLLING_THREAD = "napi/";

    private final String host;
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

    /** The thread on each CPU, which is RUNNING there; NONE before the first switch, and after lost events until the next. */
    private int[] current = {};
    /** The thread that was on each CPU before its first switch. */
    private int[] initial = {};
    private boolean[] switched = {};
    /** Since when the CPU's events are whole. */
    private long[] wholeSince = {};
    /** The segment of a wait that seemed to end without a wake-up when the CPU's thread was switched in, or NONE. */
    private int[] unwokenWait = {};
    private final EarlyEntries early = new EarlyEntries();

    /** Threads whose first event was a wake-up and that were not switched in since: the segment of their first wait. */
    private final Int2IntOpenHashMap firstWaits = new Int2IntOpenHashMap();

    private long startNanos;
    /** The time of the present fact. */
    private long now;
    private boolean started;
    /** Until when events of a CPU that is not told were lost; {@link Long#MIN_VALUE} for never. */
    private long lostAnywhereUntil = Long.MIN_VALUE;
    private long wakings;
    private long waitsWithoutWaker;
    private long contradictions;
    private long repeated;
    private long impossibleCpus;
    private long impossibleTimes;

    /**
     * @param host name of the host, for caveats
     * @param startNanos begin of the host's traces, {@link Long#MAX_VALUE} if it is not known; the first fact is not before it. Threads that
     *     wait at their first event have waited since then
     */
    public HostRecorder(String host, long startNanos) {
        this.host = host;
        this.startNanos = startNanos == Long.MAX_VALUE ? startNanos : possible(startNanos);
        firstWaits.defaultReturnValue(NONE);
    }

    /**
     * Ends the recording: threads keep their last state up to the end of the traces.
     *
     * @param traceEndNanos end of the host's traces, {@link Long#MIN_VALUE} if it is not known
     */
    public HostLog finish(long traceEndNanos) {
        long traceEnd = traceEndNanos == Long.MIN_VALUE ? traceEndNanos : possible(traceEndNanos);
        long end = started ? Math.max(now, traceEnd) : traceEnd;
        contradictions += early.giveUpAll(segments);
        for (int thread = 0; thread < threads.size(); thread++) {
            if (!threads.isEnded(thread)) {
                waker.unknown();
                close(thread, end, threads.cpu(thread));
            }
        }
        return new HostLog(host, startNanos, end, threads, segments, resources, requests, packets, packetVertex, initial, lost,
                new HostLog.Counts(wakings, waitsWithoutWaker, contradictions, repeated, impossibleCpus, impossibleTimes,
                        contexts.repairs()));
    }

    /**
     * Goes on to the time and the CPU of a fact. Facts come in time order; one that does not is taken as simultaneous with the one before.
     *
     * @return false if there can be no such CPU: the fact is left out
     */
    private boolean see(long nanos, int cpu) {
        if (cpu < 0 || cpu > MAXIMUM_CPU) {
            impossibleCpus++;
            return false;
        }
        see(nanos);
        if (cpu >= current.length) {
            addCpus(cpu);
        }
        return true;
    }

    private void see(long toldNanos) {
        long nanos = possible(toldNanos);
        impossibleTimes += nanos == toldNanos ? 0 : 1;
        if (!started) {
            started = true;
            startNanos = Math.min(startNanos, nanos);
            now = nanos;
        } else if (nanos > now) {
            now = nanos;
        }
    }

    private static long possible(long nanos) {
        return Math.max(-LATEST_NANOS, Math.min(LATEST_NANOS, nanos));
    }

    private void addCpus(int cpu) {
        int length = current.length;
        int longer = Math.max(cpu + 1, 2 * length);
        current = Arrays.copyOf(current, longer);
        initial = Arrays.copyOf(initial, longer);
        unwokenWait = Arrays.copyOf(unwokenWait, longer);
        switched = Arrays.copyOf(switched, longer);
        wholeSince = Arrays.copyOf(wholeSince, longer);
        Arrays.fill(current, length, longer, NONE);
        Arrays.fill(initial, length, longer, NONE);
        Arrays.fill(unwokenWait, length, longer, NONE);
        Arrays.fill(switched, length, longer, lostAnywhereUntil != Long.MIN_VALUE);
        Arrays.fill(wholeSince, length, longer, Math.max(startNanos, lostAnywhereUntil));
    }

    // scheduling

    @Override
    public boolean knows(int cpu, int tid) {
        int thread = threads.find(tid, cpu);
        return thread != NONE && current(cpu) != thread;
    }

    private int current(int cpu) {
        return cpu >= 0 && cpu < current.length ? current[cpu] : NONE;
    }

    @Override
    public void switched(long nanos, int cpu, int previousTid, String previousName, Leave leave, int nextTid, String nextName) {
        if (!see(nanos, cpu)) {
            return;
        }
        int next = threads.find(nextTid, cpu);
        if (next != NONE && next == current[cpu] && previousTid != nextTid && threads.since.getLong(next) == now) {
            repeated++; // it has just been switched in: another recording of the same switch
            return;
        }
        contexts.clear(cpu);
        if (!early.settle(cpu, threads, previousTid, now) && !hasJustEnteredElsewhere(cpu, previousTid)) {
            contradictions += early.giveUp(cpu, segments);
            int previous = leaving(cpu, previousTid, previousName);
            leave(cpu, previous, previousTid == 0 ? Leave.PREEMPTED : leave);
        }
        switched[cpu] = true;
        if (next == NONE || previousTid == nextTid) {
            next = threads.find(nextTid, cpu);
        }
        if (next == NONE) {
            next = threads.add(nextTid, cpu, -1, nextName, ThreadState.UNKNOWN, threads.birth(nextTid, startNanos));
        }
        enter(cpu, next);
    }

    /** Whether a thread that the trace did not see coming to this CPU left it for another in this very nanosecond. */
    private boolean hasJustEnteredElsewhere(int cpu, int tid) {
        if (current[cpu] != NONE || tid == 0) {
            return false;
        }
        int thread = threads.find(tid, cpu);
        return thread != NONE && threads.state(thread) == ThreadState.RUNNING && threads.since.getLong(thread) == now;
    }

    /** The thread that leaves the CPU, in state RUNNING since when the trace is sure of it. */
    private int leaving(int cpu, int tid, String name) {
        int thread = threads.find(tid, cpu);
        if (thread == NONE) {
            thread = threads.add(tid, cpu, -1, name, ThreadState.UNKNOWN, threads.birth(tid, startNanos));
        }
        if (tid != 0) {
            threads.name.set(thread, name);
        }
        if (!switched[cpu] && initial[cpu] == NONE) {
            initial[cpu] = thread;
        }
        present(cpu, thread);
        return thread;
    }

    /** A thread is on the CPU: it becomes RUNNING there, since when the trace is sure of it. */
    private void present(int cpu, int thread) {
        if (current[cpu] == thread) {
            return;
        }
        boolean first = !switched[cpu] && current[cpu] == NONE;
        int firstWait = firstWaits.remove(thread);
        if (first && !threads.isSeen(thread)) {
            threads.state(thread, ThreadState.RUNNING, threads.since.getLong(thread));
        } else if (first && firstWait != NONE) {
            // its first event was a wake-up, but it ran all the time: that was the race around this switch-out
            threads.state(thread, ThreadState.RUNNING, segments.takeBack(firstWait));
            threads.wokenWhileRunning(thread, true);
        } else {
            runUnseen(cpu, thread, first);
        }
        threads.cpu(thread, cpu);
        threads.seen(thread);
        current[cpu] = thread;
    }

    /** A thread is on the CPU that the trace did not see coming: it ran at least since the CPU's events are whole again. */
    private void runUnseen(int cpu, int thread, boolean first) {
        long sure = Math.min(now, wholeSince[cpu]);
        if (current[cpu] != NONE) {
            // another thread was there, and nothing tells when it left
            contradictions++;
            doubt(current[cpu]);
            sure = now;
        } else if (first) {
            // it was elsewhere since the start, and nothing tells when it came
            contradictions++;
            doubt(thread);
            sure = now;
        }
        if (threads.state(thread) == ThreadState.RUNNING) {
            contradictions++;
            doubt(thread);
        }
        waker.unknown();
        long from = Math.max(sure, threads.since.getLong(thread));
        close(thread, from, cpu);
        threads.state(thread, ThreadState.RUNNING, from);
    }

    /** What the thread does since its last change of state is unknown; if it was on a CPU, so is what runs there. */
    private void doubt(int thread) {
        vacate(thread);
        threads.state(thread, ThreadState.UNKNOWN, threads.since.getLong(thread));
    }

    /** The thread is on no CPU any more. */
    private void vacate(int thread) {
        int home = threads.cpu(thread);
        if (home >= 0 && home < current.length && current[home] == thread) {
            current[home] = NONE;
            switched[home] = true;
            wholeSince[home] = Math.max(wholeSince[home], now);
        }
    }

    private void leave(int cpu, int thread, Leave leave) {
        close(thread, now, cpu);
        boolean woken = threads.isWokenWhileRunning(thread);
        threads.wokenWhileRunning(thread, false);
        current[cpu] = NONE;
        switch (leave) {
            case DEAD -> threads.end(thread);
            case PREEMPTED -> threads.state(thread, ThreadState.PREEMPTED, now);
            case BLOCKED -> {
                threads.state(thread, woken ? ThreadState.RUNNABLE : ThreadState.BLOCKED, now);
                threads.wokenEarly(thread, woken);
            }
        }
    }

    private void enter(int cpu, int thread) {
        firstWaits.remove(thread);
        threads.seen(thread);
        unwokenWait[cpu] = NONE;
        waker.unknown();
        int before = segments.size();
        if (threads.state(thread) == ThreadState.RUNNING) {
            // it runs elsewhere, says the trace: that switch-out comes in this very nanosecond, or is missing
            int home = threads.cpu(thread);
            vacate(thread);
            close(thread, now, home);
            early.add(home, thread, now, before, segments.size());
        } else {
            boolean waited = threads.state(thread) == ThreadState.BLOCKED;
            close(thread, now, cpu);
            if (waited) {
                waitsWithoutWaker++;
                int last = segments.size() - 1;
                unwokenWait[cpu] = last >= before && segments.state(last) == ThreadState.BLOCKED ? last : NONE;
            }
        }
        threads.state(thread, ThreadState.RUNNING, now);
        threads.cpu(thread, cpu);
        threads.wokenEarly(thread, false);
        threads.wokenWhileRunning(thread, false);
        current[cpu] = thread;
    }

    @Override
    public void waking(long nanos, int cpu, int tid, String name) {
        if (!see(nanos, cpu)) {
            return;
        }
        wakings++;
        if (tid == 0) {
            return; // an idle thread never waits
        }
        int thread = threads.find(tid, cpu);
        if (thread == NONE) {
            thread = threads.add(tid, -1, -1, name, ThreadState.UNKNOWN, threads.birth(tid, startNanos));
        }
        if (!threads.isSeen(thread)) {
            firstEventIsWaking(thread);
        }
        switch (threads.state(thread)) {
            case RUNNING -> wakeRunning(cpu, thread);
            case BLOCKED -> wake(cpu, thread);
            case RUNNABLE -> {
                if (threads.isWokenEarly(thread)) {
                    // woken again, so it did wait: the wake-up while it ran had been used up before
                    threads.state(thread, ThreadState.BLOCKED, threads.since.getLong(thread));
                    wake(cpu, thread);
                } else if (lost.last() > threads.since.getLong(thread)) {
                    // a runnable thread is not woken: it ran unseen while events were lost
                    threads.state(thread, ThreadState.UNKNOWN, threads.since.getLong(thread));
                    wakeUnknown(cpu, thread, lost.last());
                }
            }
            case UNKNOWN -> {
                int home = threads.cpu(thread);
                wakeUnknown(cpu, thread, home >= 0 && home < wholeSince.length ? wholeSince[home] : now);
            }
            case PREEMPTED -> {
                // it was on its way to sleep when it was preempted: it goes on as it was
            }
        }
    }

    /** After lost events: it was blocked, at least since they are whole again. */
    private void wakeUnknown(int cpu, int thread, long whole) {
        firstWaits.remove(thread);
        long sure = Math.max(threads.since.getLong(thread), Math.min(now, whole));
        close(thread, sure, threads.cpu(thread));
        threads.state(thread, ThreadState.BLOCKED, sure);
        wake(cpu, thread);
    }

    /** It was blocked since the start, or since the last loss of events: before that it may have run unseen on any CPU. */
    private void firstEventIsWaking(int thread) {
        threads.seen(thread);
        if (lost.count() > 0) {
            threads.state(thread, ThreadState.UNKNOWN, threads.since.getLong(thread));
            close(thread, Math.min(now, lost.last()), NONE);
        }
        threads.state(thread, ThreadState.BLOCKED, threads.since.getLong(thread));
        if (threads.since.getLong(thread) < now) {
            firstWaits.put(thread, segments.size());
        }
    }

    private void wakeRunning(int cpu, int thread) {
        int home = threads.cpu(thread);
        int wait = unwokenWait[home];
        if (wait != NONE && threads.since.getLong(thread) == now) {
            // switched in within the same nanosecond on another CPU: this is the wake-up that its wait seemed to lack
            findWaker(cpu);
            segments.cause(wait, waker.cause, waker.target, waker.link);
            unwokenWait[home] = NONE;
            waitsWithoutWaker--;
        } else {
            threads.wokenWhileRunning(thread, true);
        }
    }

    private void wake(int cpu, int thread) {
        findWaker(cpu);
        close(thread, now, threads.cpu(thread));
        threads.state(thread, ThreadState.RUNNABLE, now);
        threads.wokenEarly(thread, false);
    }

    private void findWaker(int cpu) {
        int running = current[cpu];
        if (running == NONE && !switched[cpu]) {
            running = SegmentLog.initialThread(cpu);
        } else if (running != NONE && threads.isIdle(running)) {
            running = NONE;
        }
        waker.find(cpu, running, running >= 0 && threads.name.get(running).startsWith(POLLING_THREAD));
    }

    @Override
    public void forked(long nanos, int cpu, int parentTid, int childTid, int childPid, String childName) {
        if (!see(nanos, cpu)) {
            return;
        }
        if (childTid == 0) {
            contradictions++; // idle threads are not made by others
            return;
        }
        int parent = threads.find(parentTid, cpu);
        int old = threads.find(childTid, cpu);
        if (old != NONE) {
            // its end is missing
            contradictions++;
            doubt(old);
            close(old, now, cpu);
            threads.end(old);
        }
        int child = threads.add(childTid, cpu, childPid, childName, ThreadState.RUNNABLE, now);
        threads.seen(child);
        threads.parent.set(child, parent);
    }

    @Override
    public void executed(long nanos, int cpu, int tid, int oldTid) {
        if (!see(nanos, cpu) || tid == oldTid) {
            return;
        }
        if (tid == 0 || oldTid == 0) {
            contradictions++;
            return;
        }
        // A thread that is not the process's first runs another program: it takes the first one's tid, and all others are gone.
        int leader = threads.find(tid, cpu);
        if (leader != NONE) {
            end(leader, cpu);
        }
        int old = threads.find(oldTid, cpu);
        if (old == NONE) {
            old = threads.add(oldTid, cpu, -1, "", ThreadState.UNKNOWN, threads.birth(oldTid, startNanos));
        }
        present(cpu, old);
        if (!switched[cpu] && initial[cpu] == NONE) {
            initial[cpu] = old;
        }
        end(old, cpu);
        int renamed = threads.add(tid, cpu, threads.pid.getInt(old), threads.name.get(old), ThreadState.RUNNING, now);
        threads.seen(renamed);
        threads.parent.set(renamed, old);
        current[cpu] = renamed;
    }

    private void end(int thread, int cpu) {
        waker.unknown();
        close(thread, now, cpu);
        vacate(thread);
        threads.end(thread);
    }

    @Override
    public void threadExists(long nanos, int tid, int pid, int parentPid, String name, boolean blocked) {
        see(nanos);
        if (tid == 0) {
            return;
        }
        int thread = threads.find(tid, 0);
        if (thread == NONE) {
            thread = threads.add(tid, -1, pid, name, blocked ? ThreadState.BLOCKED : ThreadState.UNKNOWN,
                    threads.birth(tid, startNanos));
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
        if (lost.count() > 0 && state != ThreadState.UNKNOWN) {
            since = closeBeforeLosses(thread, since, nanos, state, home);
            if (closingCpu != home && state != ThreadState.RUNNING) {
                since = closeBeforeLosses(thread, since, nanos, state, closingCpu);
            }
        }
        if (since < nanos) {
            append(thread, since, nanos, state, home);
        }
        threads.since.set(thread, nanos);
    }

    /**
     * While events of its CPU were lost a thread may have left it and come back unseen; one off the CPU may have run unseen on that on which
     * it ran last, or runs next. That time is unknown.
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
            }
            from = Math.max(begin, end);
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
    public void lost(int cpu, long fromNanos, long untilNanos, long count) {
        long toNanos = possible(untilNanos);
        if (cpu >= 0) {
            if (see(fromNanos, cpu)) {
                lost.count(now, toNanos, count);
                lose(cpu, toNanos);
            }
            return;
        }
        // of which CPU is not told: of any
        see(fromNanos);
        lost.count(now, toNanos, count);
        lostAnywhereUntil = Math.max(lostAnywhereUntil, toNanos);
        for (int each = 0; each < current.length; each++) {
            if (current[each] != NONE || initial[each] != NONE || lost.size(each) > 0) {
                lose(each, toNanos);
            } else {
                // no thread has been seen there
                wholeSince[each] = Math.max(wholeSince[each], Math.max(now, toNanos));
                switched[each] = true;
            }
        }
    }

    private void lose(int cpu, long toNanos) {
        lost.add(cpu, now, toNanos);
        contexts.forget(cpu);
        contradictions += early.giveUp(cpu, segments);
        int thread = current[cpu];
        if (thread != NONE) {
            close(thread, now, cpu);
            threads.state(thread, ThreadState.UNKNOWN, now);
            current[cpu] = NONE;
        }
        wholeSince[cpu] = Math.max(wholeSince[cpu], Math.max(now, toNanos));
        // who runs now is told by the next switch, but it was not the thread of before the loss
        switched[cpu] = true;
    }

    // contexts

    @Override
    public void interruptEntry(long nanos, int cpu, int irq) {
        if (see(nanos, cpu)) {
            contexts.enter(cpu, ContextStack.INTERRUPT, irq);
        }
    }

    @Override
    public void interruptExit(long nanos, int cpu, int irq) {
        if (see(nanos, cpu)) {
            contexts.exit(cpu, ContextStack.INTERRUPT, irq);
        }
    }

    @Override
    public void softInterruptEntry(long nanos, int cpu, int vector) {
        if (see(nanos, cpu)) {
            contexts.enter(cpu, ContextStack.SOFT_INTERRUPT, vector);
        }
    }

    @Override
    public void softInterruptExit(long nanos, int cpu, int vector) {
        if (see(nanos, cpu)) {
            contexts.exit(cpu, ContextStack.SOFT_INTERRUPT, vector);
        }
    }

    @Override
    public void timerEntry(long nanos, int cpu) {
        if (see(nanos, cpu)) {
            contexts.enter(cpu, ContextStack.TIMER, 0);
        }
    }

    @Override
    public void timerExit(long nanos, int cpu) {
        if (see(nanos, cpu)) {
            contexts.exit(cpu, ContextStack.TIMER, 0);
        }
    }

    @Override
    public void vectorEntry(long nanos, int cpu, Vector vector, String name) {
        if (see(nanos, cpu)) {
            contexts.enter(cpu, contextOf(vector), 0);
        }
    }

    @Override
    public void vectorExit(long nanos, int cpu, Vector vector) {
        if (see(nanos, cpu)) {
            contexts.exit(cpu, contextOf(vector), 0);
        }
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
        if (!see(nanos, cpu)) {
            return;
        }
        int index = packetVertex.size();
        packets.add(now, p.sent, p.protocol, p.addressed, p.ipVersion, p.sourceHigh, p.sourceLow, p.destinationHigh, p.destinationLow,
                p.sourcePort,
                p.destinationPort, p.sequence, p.acknowledgement, p.flags, p.payloadBytes, p.ipId, index);
        packetVertex.add(p.sent ? contextVertex(cpu) : NONE);
        if (!p.sent) {
            contexts.received(cpu, index);
        }
    }

    @Override
    public void opaquePacket(long nanos, int cpu) {
        if (!see(nanos, cpu)) {
            return;
        }
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
        if (!see(nanos, cpu)) {
            return;
        }
        requests.queue(now, device, resources.disk(device), sector, sectors, requester(cpu, tid));
    }

    @Override
    public void requestIssued(long nanos, int cpu, int device, long sector, long sectors, int tid) {
        if (!see(nanos, cpu)) {
            return;
        }
        requests.issue(now, device, resources.disk(device), sector, sectors, requester(cpu, tid));
    }

    private int requester(int cpu, int tid) {
        // in an interrupt the tid is that of whom it interrupts
        if (tid > 0 && contexts.depth(cpu) == 0) {
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
        if (!see(nanos, cpu)) {
            return;
        }
        int request = requests.complete(now, device, sector, sectors);
        contexts.completed(cpu, request, resources.disk(device));
    }

    @Override
    public void requestRequeued(long nanos, int cpu, int device, long sector, long sectors) {
        if (!see(nanos, cpu)) {
            return;
        }
        requests.requeue(device, sector, sectors);
    }

    @Override
    public void diskName(int device, String name) {
        resources.diskName(device, name);
    }
}
