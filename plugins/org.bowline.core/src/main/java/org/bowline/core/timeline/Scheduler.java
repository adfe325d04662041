/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;

import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

/**
 * The scheduling state machine of one host: which thread was in which state, and who ended its waits. One pass, O(1) per fact. The rules are
 * those of docs/concepts/timeline.md; facts that contradict each other (events were lost, or never recorded) make time unknown, never
 * guessed. It also keeps the time of the present fact, since every fact, of whatever kind, moves it on.
 */
final class Scheduler {
    private static final int NONE = SegmentLog.NONE;
    /** Name of the threads that poll a network device, where it is set to threaded polling. */
    private static final String POLLING_THREAD = "napi/";
    /** Name of the threads whose work soft interrupts are. */
    private static final String SOFT_INTERRUPT_THREAD = "ksoftirqd/";

    final ThreadTable threads = new ThreadTable();
    final SegmentLog segments = new SegmentLog();
    final LostIntervals lost = new LostIntervals();
    private final ContextStack contexts;
    private final WaitCause waker;
    private final WaitCause interrupter;
    private final Interruptions interruptions = new Interruptions();
    final IdleWorkers workers;
    private final SegmentCloser closer;

    private final CpuTable cpus = new CpuTable();
    private final HostTime time;
    private final TimeLimits limits = new TimeLimits();
    private final EarlyEntries early = new EarlyEntries();

    /** Threads whose first event was a wake-up and that were not switched in since: the segment of their first wait. */
    private final Int2IntOpenHashMap firstWaits = new Int2IntOpenHashMap();

    /** Until when events of a CPU that is not told were lost; {@link Long#MIN_VALUE} for never. */
    private long lostAnywhereUntil = Long.MIN_VALUE;
    private long wakings;
    private long waitsWithoutWaker;
    private long contradictions;
    private long repeated;
    private long impossibleCpus;
    private long impossibleThreads;
    private final Silence silence;

    /** Is told of times in which nothing was recorded. */
    @FunctionalInterface
    interface Silence {
        void paused(long fromNanos, long untilNanos);
    }

    /**
     * @param startNanos begin of the host's traces, {@link Long#MAX_VALUE} if it is not known
     * @param contexts what interrupts what; kept by others, left at switches and losses here
     * @param resources what threads wait for
     * @param workers the host's threads that act for others
     * @param silence is told of times in which nothing was recorded
     */
    Scheduler(long startNanos, ContextStack contexts, Resources resources, IdleWorkers workers, Silence silence) {
        this.silence = silence;
        this.workers = workers;
        this.contexts = contexts;
        this.waker = new WaitCause(contexts, resources);
        this.interrupter = new WaitCause(contexts, resources);
        this.closer = new SegmentCloser(threads, segments, lost, waker, resources, interruptions);
        this.time = new HostTime(startNanos);
        firstWaits.defaultReturnValue(NONE);
    }

    /** Ends every thread's last state at the end of the traces, or at the last fact if that is later. Returns that moment. */
    long finish(long traceEndNanos) {
        long known = time.end(traceEndNanos);
        UnreadTime unread = new UnreadTime(cpus, lost, time.startNanos());
        long end = lostAnywhereUntil > known ? known : Math.max(known, unread.until(known));
        contradictions += early.giveUpAll(segments);
        boolean never = unread.isAllOfOneCpu(end);
        for (int thread = 0; thread < threads.size(); thread++) {
            if (!threads.isEnded(thread)) {
                waker.unknown();
                boolean wants = wants(threads.state(thread)) && lost.last() > threads.since.getLong(thread);
                if ((wants || never && !threads.isSeen(thread)) && !threads.isIdle(thread)) {
                    // it would have been seen to get a CPU, but for those of which events were lost
                    threads.state(thread, ThreadState.UNKNOWN, threads.since.getLong(thread));
                }
                closer.close(thread, known, threads.cpu(thread));
                if (end > known) {
                    threads.state(thread, ThreadState.UNKNOWN, known);
                    closer.close(thread, end, NONE);
                }
            }
        }
        return end;
    }

    private static boolean wants(ThreadState state) {
        return state == ThreadState.RUNNABLE || state == ThreadState.PREEMPTED;
    }

    /** The traces have an event at this time: what the threads did then is known. */
    void ended(long nanos) {
        if (time.hasStarted()) {
            see(nanos);
        }
    }

    /** What was counted so far. */
    HostLog.Counts counts() {
        return new HostLog.Counts(wakings, waitsWithoutWaker, contradictions, repeated, impossibleCpus,
                impossibleThreads, time.impossible(), contexts.repairs(), time.silences(), time.silentNanos());
    }

    /** Begin of the host's traces. */
    long startNanos() {
        return time.startNanos();
    }

    /** The time of the present fact. */
    long now() {
        return time.now();
    }

    /** Begin and end of each recording, up to the end of the last. */
    long[] recordings(long endNanos) {
        return segments.size() == 0 ? new long[0] : time.recordings(endNanos); // without segments nothing is known of any thread
    }

    /** Since when a thread may live that has no fork in the trace. */
    private long birth(int tid) {
        long sinceStart = threads.birth(tid, time.startNanos());
        return time.hasPaused() ? Math.max(sinceStart, time.pausedUntil()) : sinceStart;
    }

    /** The thread that was on each CPU before its first switch. */
    int[] initialThreads() {
        return cpus.initialThreads();
    }

    /** The thread that acts on a CPU, apart from interrupts: {@link SegmentLog#NONE} if it is idle or not known. */
    int actingOn(int cpu) {
        int running = cpus.thread(cpu);
        if (running == NONE && !cpus.hasSwitched(cpu)) {
            return SegmentLog.initialThread(cpu);
        }
        return running != NONE && threads.isIdle(running) ? NONE : running;
    }

    /**
     * Goes on to the time and the CPU of a fact. Facts come in time order; one that does not is taken as simultaneous with the one before.
     *
     * @return false if there can be no such CPU: the fact is left out
     */
    boolean see(long nanos, int cpu) {
        if (cpu < 0 || cpu > HostRecorder.MAXIMUM_CPU) {
            impossibleCpus++;
            return false;
        }
        see(nanos);
        cpus.reach(cpu, lostAnywhereUntil != Long.MIN_VALUE, Math.max(time.startNanos(), lostAnywhereUntil));
        return true;
    }

    /** Whether there can be threads of two ids, as Linux has none below 0; a fact of others is left out. */
    private boolean canBe(int tid, int otherTid) {
        if (tid >= 0 && otherTid >= 0) {
            return true;
        }
        impossibleThreads++;
        return false;
    }

    private void see(long nanos) {
        if (time.isSilentUntil(nanos)) {
            silent(nanos);
        }
        time.see(nanos);
    }

    /** For very long no processor has recorded anything: what threads did then is as unknown as between two recordings. */
    private void silent(long untilNanos) {
        long from = time.now();
        time.silent(untilNanos);
        paused(from, untilNanos);
        workers.lost();
        silence.paused(from, time.now());
    }

    // scheduling

    boolean knows(int cpu, int tid) {
        int thread = threads.find(tid, cpu);
        return thread != NONE && cpus.thread(cpu) != thread;
    }

    void switched(long nanos, int cpu, int previousTid, String previousName, Leave leave, int nextTid, String nextName) {
        if (!see(nanos, cpu)) {
            return;
        }
        if (!canBe(previousTid, nextTid)) {
            loseSight(cpu, time.now());
            return;
        }
        int next = threads.find(nextTid, cpu);
        if (next != NONE && next == cpus.thread(cpu) && previousTid != nextTid && threads.since.getLong(next) == time.now()) {
            repeated++; // it has just been switched in: another recording of the same switch
            return;
        }
        contexts.clear(cpu);
        if (!early.settle(cpu, threads, previousTid, time.now()) && !hasJustEnteredElsewhere(cpu, previousTid)) {
            contradictions += early.giveUp(cpu, segments);
            int previous = leaving(cpu, previousTid, previousName);
            leave(cpu, previous, previousTid == 0 ? Leave.PREEMPTED : leave);
        }
        cpus.switched(cpu);
        if (next == NONE || previousTid == nextTid) {
            next = threads.find(nextTid, cpu);
        }
        if (next == NONE) {
            next = threads.add(nextTid, cpu, -1, nextName, ThreadState.UNKNOWN, birth(nextTid));
        }
        enter(cpu, next);
        interruptions.clear(cpu);
    }

    /** The outermost interrupt of a CPU has begun: whoever is there is held up, but for a thread whose work it is. */
    void interrupted(int cpu, boolean soft) {
        int thread = cpus.thread(cpu);
        if (thread == NONE || !threads.isIdle(thread) && !(soft && threads.name.get(thread).startsWith(SOFT_INTERRUPT_THREAD))) {
            interrupter.findInterrupt(cpu);
            interruptions.begin(cpu, time.now(), interrupter.cause, interrupter.target);
        }
    }

    /** The thread on a CPU sets a timer that may expire so much later. */
    void limits(int cpu, long slackNanos) {
        limits.set(cpu, slackNanos);
    }

    /** It is told when a high-resolution timer expires. */
    void tellsTimers() {
        waker.tellsTimers();
    }

    /** No interrupt is left on the CPU. */
    void resumed(int cpu) {
        interruptions.end(cpu, time.now());
    }

    /** Whether a thread that the trace did not see coming to this CPU left it for another in this very nanosecond. */
    private boolean hasJustEnteredElsewhere(int cpu, int tid) {
        if (cpus.thread(cpu) != NONE || tid == 0) {
            return false;
        }
        int thread = threads.find(tid, cpu);
        return thread != NONE && threads.state(thread) == ThreadState.RUNNING && threads.since.getLong(thread) == time.now();
    }

    /** The thread that leaves the CPU, in state RUNNING since when the trace is sure of it. */
    private int leaving(int cpu, int tid, String name) {
        int thread = threads.find(tid, cpu);
        if (thread == NONE) {
            thread = threads.add(tid, cpu, -1, name, ThreadState.UNKNOWN, birth(tid));
        }
        if (tid != 0) {
            threads.name.set(thread, name);
        }
        cpus.startedWith(cpu, thread);
        present(cpu, thread);
        return thread;
    }

    /** A thread is on the CPU: it becomes RUNNING there, since when the trace is sure of it. */
    private void present(int cpu, int thread) {
        if (cpus.thread(cpu) == thread) {
            return;
        }
        boolean first = !cpus.hasSwitched(cpu) && cpus.thread(cpu) == NONE;
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
        cpus.thread(cpu, thread);
    }

    /** A thread is on the CPU that the trace did not see coming: it ran at least since the CPU's events are whole again. */
    private void runUnseen(int cpu, int thread, boolean first) {
        long sure = Math.min(time.now(), cpus.wholeSince(cpu));
        if (cpus.thread(cpu) != NONE) {
            // another thread was there, and nothing tells when it left
            contradictions++;
            doubt(cpus.thread(cpu));
            sure = time.now();
        } else if (first) {
            // it was elsewhere since the start, and nothing tells when it came
            contradictions++;
            doubt(thread);
            sure = time.now();
        }
        if (threads.state(thread) == ThreadState.RUNNING) {
            contradictions++;
            doubt(thread);
        }
        waker.unknown();
        long from = Math.max(sure, threads.since.getLong(thread));
        closer.close(thread, from, cpu);
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
        if (cpus.thread(home) == thread) {
            cpus.thread(home, NONE);
            cpus.switched(home);
            cpus.notWholeBefore(home, time.now());
        }
    }

    private void leave(int cpu, int thread, Leave leave) {
        closer.close(thread, time.now(), cpu);
        boolean woken = threads.isWokenWhileRunning(thread);
        threads.wokenWhileRunning(thread, false);
        threads.left(thread, leave);
        limits.left(cpu, thread);
        if (leave == Leave.IDLE) {
            workers.isIdle(thread, woken);
        } else if (leave != Leave.PREEMPTED) {
            workers.actsForItself(thread);
        }
        cpus.thread(cpu, NONE);
        switch (leave) {
            case DEAD -> threads.end(thread);
            case PREEMPTED -> threads.state(thread, ThreadState.PREEMPTED, time.now());
            case BLOCKED, UNINTERRUPTIBLE, STOPPED, TRACED, IDLE -> {
                threads.state(thread, woken ? ThreadState.RUNNABLE : ThreadState.BLOCKED, time.now());
                threads.wokenEarly(thread, woken);
            }
        }
    }

    private void enter(int cpu, int thread) {
        firstWaits.remove(thread);
        threads.seen(thread);
        cpus.unwokenWait(cpu, NONE);
        waker.unknown();
        int before = segments.size();
        if (threads.state(thread) == ThreadState.RUNNING) {
            // it runs elsewhere, says the trace: that switch-out comes in this very nanosecond, or is missing
            int home = threads.cpu(thread);
            vacate(thread);
            closer.close(thread, time.now(), home);
            early.add(home, thread, time.now(), before, segments.size());
        } else {
            boolean waited = threads.state(thread) == ThreadState.BLOCKED;
            if (wants(threads.state(thread)) && mayHaveRunUnseen(thread, cpu)) {
                threads.state(thread, ThreadState.UNKNOWN, threads.since.getLong(thread));
            }
            closer.close(thread, time.now(), cpu);
            if (waited) {
                waitsWithoutWaker++;
                int last = segments.size() - 1;
                cpus.unwokenWait(cpu, last >= before && segments.state(last) == ThreadState.BLOCKED ? last : NONE);
            }
        }
        threads.state(thread, ThreadState.RUNNING, time.now());
        threads.cpu(thread, cpu);
        threads.wokenEarly(thread, false);
        threads.wokenWhileRunning(thread, false);
        cpus.thread(cpu, thread);
        if (threads.isIdle(thread)) {
            cpus.idle(cpu, time.now());
        }
    }

    void waking(long nanos, int cpu, int tid, String name) {
        if (!see(nanos, cpu) || !canBe(tid, tid)) {
            return;
        }
        wakings++;
        if (tid == 0) {
            return; // an idle thread never waits
        }
        int thread = threads.find(tid, cpu);
        if (thread == NONE) {
            thread = threads.add(tid, -1, -1, name, ThreadState.UNKNOWN, birth(tid));
        }
        if (!threads.isSeen(thread)) {
            firstEventIsWaking(thread);
        }
        switch (threads.state(thread)) {
            case RUNNING, INTERRUPTED -> wakeRunning(cpu, thread); // interrupts are cut out of its running only when it leaves
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
                wakeUnknown(cpu, thread, cpus.wholeSince(home, time.now()));
            }
            case PREEMPTED -> {
                // it was on its way to sleep when it was preempted, and goes on as it was; or it ran and slept unseen while events were lost
                if (lost.last() > threads.since.getLong(thread)) {
                    waker.unknown();
                    threads.state(thread, ThreadState.UNKNOWN, threads.since.getLong(thread));
                    closer.close(thread, time.now(), threads.cpu(thread));
                    threads.state(thread, ThreadState.RUNNABLE, time.now());
                }
            }
        }
    }

    /** A thread is woken that ran last where nothing is seen: since when it was there, nobody knows. */
    void wakingElsewhere(long nanos, int cpu, int tid, String name, int lastCpu) {
        if (!see(nanos, cpu)) {
            return;
        }
        if (tid > 0 && isUnseen(lastCpu)) {
            int thread = threads.find(tid, cpu);
            if (thread != NONE) {
                doubt(thread);
                threads.wokenEarly(thread, false);
                threads.wokenWhileRunning(thread, false);
                threads.cpu(thread, lastCpu);
            }
        }
        waking(nanos, cpu, tid, name);
        int thread = tid > 0 && isUnseen(lastCpu) ? threads.find(tid, cpu) : NONE;
        if (thread != NONE) {
            threads.cpu(thread, lastCpu); // until somebody sees it elsewhere
        }
    }

    /** A thread that wants to run is to run on a CPU: if nothing is seen there, or where it was before, what it does until it is seen again is not known. */
    void placed(long nanos, int cpu, int tid, int onCpu) {
        if (tid <= 0 || !see(nanos, cpu)) {
            return;
        }
        int thread = threads.find(tid, cpu);
        if (thread == NONE || threads.cpu(thread) == onCpu || !isUnseen(onCpu) && !isUnseen(threads.cpu(thread))) {
            return;
        }
        if (threads.state(thread) == ThreadState.BLOCKED) { // who woke it is not seen either
            waker.unknown();
            waitsWithoutWaker++;
            closer.close(thread, time.now(), cpu);
            threads.state(thread, ThreadState.RUNNABLE, time.now());
        } else if (wants(threads.state(thread))) {
            closer.close(thread, time.now(), threads.cpu(thread));
        } else {
            return;
        }
        threads.cpu(thread, onCpu);
    }

    /** While events were lost a thread that wants to run was elsewhere if its CPU had nothing to do, or that where it runs now if it has none. */
    private boolean mayHaveRunUnseen(int thread, int cpu) {
        long since = threads.since.getLong(thread);
        int home = threads.cpu(thread);
        return lost.last() > since && !threads.isIdle(thread) && cpus.idleSince(home < 0 ? cpu : home) > since;
    }

    private boolean isUnseen(int cpu) {
        return cpus.isUnseen(cpu, time.now());
    }

    /** After lost events: it was blocked, at least since they are whole again. */
    private void wakeUnknown(int cpu, int thread, long whole) {
        firstWaits.remove(thread);
        long sure = Math.max(threads.since.getLong(thread), Math.min(time.now(), whole));
        closer.close(thread, sure, threads.cpu(thread));
        threads.left(thread, Leave.BLOCKED); // since then it may have come and gone, and nothing tells how
        threads.state(thread, ThreadState.BLOCKED, sure);
        wake(cpu, thread);
    }

    /** It was blocked since the start, or since the last loss of events: before that it may have run unseen on any CPU. */
    private void firstEventIsWaking(int thread) {
        threads.seen(thread);
        if (lost.count() > 0) {
            threads.state(thread, ThreadState.UNKNOWN, threads.since.getLong(thread));
            closer.close(thread, Math.min(time.now(), lost.last()), NONE);
        }
        threads.state(thread, ThreadState.BLOCKED, threads.since.getLong(thread));
        if (threads.since.getLong(thread) < time.now()) {
            firstWaits.put(thread, segments.size());
        }
    }

    private void wakeRunning(int cpu, int thread) {
        int home = threads.cpu(thread);
        int wait = cpus.unwokenWait(home);
        if (wait != NONE && threads.since.getLong(thread) == time.now()) {
            // switched in within the same nanosecond on another CPU: this is the wake-up that its wait seemed to lack
            findWaker(cpu, thread);
            segments.cause(wait, waker.cause, waker.target, waker.linkOf(threads.left(thread)));
            cpus.unwokenWait(home, NONE);
            waitsWithoutWaker--;
        } else {
            if (workers.isWorker(thread)) {
                findWaker(cpu, thread);
                workers.wokenOnItsProcessor(thread, waker);
            }
            threads.wokenWhileRunning(thread, true);
        }
    }

    private void wake(int cpu, int thread) {
        int running = findWaker(cpu, thread);
        if (waker.cause == Cause.THREAD) {
            long since = threads.since.getLong(thread);
            int packet = workers.takes(running, thread, since, time.now());
            if (workers.finishes(running, thread, since)) {
                waker.finished(workers.request(thread));
            } else if (packet != NONE) {
                waker.took(packet);
            }
        } else if (waker.cause == Cause.TIMER && limits.isPassed(thread, time.now() - threads.since.getLong(thread))) {
            waker.limited();
        }
        workers.woken(thread, waker);
        closer.close(thread, time.now(), threads.cpu(thread));
        threads.state(thread, ThreadState.RUNNABLE, time.now());
        threads.wokenEarly(thread, false);
    }

    /** Who acts on a CPU and ends the wait of a thread; the thread among them, if one does. */
    private int findWaker(int cpu, int woken) {
        int running = actingOn(cpu);
        waker.find(cpu, woken, running, polls(running));
        return running;
    }

    /** Whether a vertex is a thread that polls a network device: what it does for connections is not its own. */
    boolean polls(int vertex) {
        return vertex >= 0 && threads.name.get(vertex).startsWith(POLLING_THREAD);
    }

    void forked(long nanos, int cpu, int parentTid, int childTid, int childPid, String childName) {
        if (!see(nanos, cpu) || !canBe(parentTid, childTid)) {
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
            closer.close(old, time.now(), cpu);
            threads.end(old);
        }
        int child = threads.add(childTid, cpu, childPid, childName, ThreadState.RUNNABLE, time.now());
        threads.seen(child);
        threads.parent.set(child, parent);
        threads.parentPid.set(child, processParent(parent, parentTid, childPid));
    }

    /** Of a thread of the parent's own process what made that. */
    private int processParent(int parent, int parentTid, int childPid) {
        int pid = parent == NONE ? -1 : threads.pid.getInt(parent);
        return pid >= 0 && pid == childPid ? threads.parentPid.getInt(parent) : pid >= 0 ? pid : parentTid;
    }

    void executed(long nanos, int cpu, int tid, int oldTid) {
        if (!see(nanos, cpu) || tid == oldTid || !canBe(tid, oldTid)) {
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
            old = threads.add(oldTid, cpu, -1, "", ThreadState.UNKNOWN, birth(oldTid));
        }
        present(cpu, old);
        cpus.startedWith(cpu, old);
        end(old, cpu);
        int renamed = threads.add(tid, cpu, threads.pid.getInt(old), threads.name.get(old), ThreadState.RUNNING, time.now());
        threads.seen(renamed);
        threads.parent.set(renamed, old);
        threads.parentPid.set(renamed, threads.parentPid.getInt(old));
        cpus.thread(cpu, renamed);
    }

    private void end(int thread, int cpu) {
        waker.unknown();
        closer.close(thread, time.now(), cpu);
        vacate(thread);
        threads.end(thread);
    }

    void threadExists(long nanos, int tid, int pid, int parentPid, String name, boolean blocked) {
        see(nanos);
        if (tid == 0 || !canBe(tid, tid)) {
            return;
        }
        int thread = threads.find(tid, 0);
        if (thread == NONE) {
            thread = threads.add(tid, -1, pid, name, blocked ? ThreadState.BLOCKED : ThreadState.UNKNOWN,
                    birth(tid));
        }
        if (blocked && time.hasPaused() && threads.state(thread) == ThreadState.UNKNOWN
                && threads.since.getLong(thread) < time.pausedUntil()) {
            closer.close(thread, time.pausedUntil(), threads.cpu(thread));
            threads.state(thread, ThreadState.BLOCKED, time.pausedUntil());
        }
        threads.pid.set(thread, pid);
        threads.parentPid.set(thread, parentPid);
    }

    // losses

    /** From the last fact of a recording to the first one of the next nothing is known of any thread. */
    void paused(long fromNanos, long untilNanos) {
        see(fromNanos);
        long until = HostTime.possible(untilNanos);
        if (until <= time.now()) {
            return;
        }
        for (int cpu = 0; cpu < cpus.size(); cpu++) {
            contexts.forget(cpu);
            contradictions += early.giveUp(cpu, segments);
            cpus.thread(cpu, NONE);
            cpus.switched(cpu);
            cpus.unwokenWait(cpu, NONE);
            cpus.notWholeBefore(cpu, until);
        }
        for (int thread = 0; thread < threads.size(); thread++) {
            if (!threads.isEnded(thread)) {
                waker.unknown();
                closer.close(thread, time.now(), threads.cpu(thread));
                threads.state(thread, ThreadState.UNKNOWN, time.now());
                threads.left(thread, Leave.BLOCKED);
                threads.wokenWhileRunning(thread, false);
                threads.wokenEarly(thread, false);
            }
        }
        for (int cpu = 0; cpu < cpus.size(); cpu++) {
            interruptions.clear(cpu);
        }
        firstWaits.clear();
        lostAnywhereUntil = Math.max(lostAnywhereUntil, until);
        time.paused(until);
    }

    void lost(int cpu, long fromNanos, long untilNanos, long count) {
        long toNanos = HostTime.possible(untilNanos);
        if (cpu >= 0) {
            if (see(fromNanos, cpu)) {
                lost.count(time.now(), toNanos, count);
                lose(cpu, toNanos);
            }
            return;
        }
        // of which CPU is not told: of any
        see(fromNanos);
        lost.count(time.now(), toNanos, count);
        lostAnywhereUntil = Math.max(lostAnywhereUntil, toNanos);
        for (int each = 0; each < cpus.size(); each++) {
            if (cpus.thread(each) != NONE || cpus.hasInitial(each) || !lost.of(each).isEmpty()) {
                lose(each, toNanos);
            } else {
                // no thread has been seen there
                cpus.notWholeBefore(each, Math.max(time.now(), toNanos));
                cpus.switched(each);
            }
        }
    }

    private void lose(int cpu, long toNanos) {
        lost.add(cpu, time.now(), toNanos);
        loseSight(cpu, toNanos);
    }

    /** Who runs on the CPU is not known any more, before the next switch. */
    private void loseSight(int cpu, long toNanos) {
        contexts.forget(cpu);
        contradictions += early.giveUp(cpu, segments);
        int thread = cpus.thread(cpu);
        if (thread != NONE) {
            closer.close(thread, time.now(), cpu);
            threads.state(thread, ThreadState.UNKNOWN, time.now());
            cpus.thread(cpu, NONE);
        }
        interruptions.clear(cpu);
        cpus.notWholeBefore(cpu, Math.max(time.now(), toNanos));
        // who runs now is told by the next switch, but it was not the thread of before the loss
        cpus.switched(cpu);
    }
}
