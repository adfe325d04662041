/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The engine: takes what happens next from the queue and lets processors, threads, disks and packets react. What a processor does at one
 * go (a system call, an interrupt with its softirqs) is recorded at one go; the processor's own time only moves forward, and a thread is
 * woken only after it has left its processor, so every trace is causally valid.
 */
final class Simulation {
    private static final int RUN = 0;
    private static final int TICK = 1;
    private static final int TIMER = 2;
    private static final int PACKET = 3;
    private static final int DISK = 4;
    private static final int CALL = 5;
    private static final int RESCHEDULE = 6;

    static final long TICK_NANOS = 4_000_000;
    private static final long SLICE_NANOS = 3_000_000;
    private static final int PREV_SLEEPING = 1;
    private static final int PREV_DISK_SLEEP = 2;
    private static final int PREV_ZOMBIE = 0x20;
    private static final int PREV_IDLE = 0x80;
    private static final int PREV_PREEMPTED = 0x100;
    private static final int SOFTIRQ_TIMER = 1;
    private static final int SOFTIRQ_NET_RX = 3;
    private static final int SOFTIRQ_SCHED = 7;
    private static final int SOFTIRQ_RCU = 9;
    private static final long TICK_TIMER = 0xffff8b507de23440L;
    private static final long WORK = 0xffff8b507df2f190L;
    /** Mean work between two small system calls, ns. */
    private static final long CALL_GAP = 40_000;
    private static final long NET_DELAY = 60_000;
    private static final long LOOPBACK_DELAY = 4_000;

    final Randomness random;
    final List<SimHost> hosts = new ArrayList<>();
    private final EventQueue queue = new EventQueue();
    private final @Nullable WaitListener listener;
    private long skb = 0xffff8b5077870000L;

    Simulation(Randomness random, @Nullable WaitListener listener) {
        this.random = random;
        this.listener = listener;
    }

    /** Runs until the logs hold so many events. */
    void run(long events) {
        for (SimHost host : hosts) {
            Cpu cpu = host.cpus.get(0);
            host.log.stateDump(cpu);
            for (Task task : host.tasks) {
                if (task.role != null && !task.kernel) {
                    queue.add(cpu.now + 1_000_000 + random.below(5_000_000), TIMER, task, task.version);
                }
            }
        }
        int polls = 0;
        while (!queue.isEmpty()) {
            if ((++polls & 63) == 0 && recorded() >= events) {
                return;
            }
            queue.poll();
            handle(queue.time(), queue.kind(), queue.target(), queue.version());
        }
    }

    long recorded() {
        long sum = 0;
        for (SimHost host : hosts) {
            sum += host.log.count() + host.userLog.count();
        }
        return sum;
    }

    /** True time of the last event. */
    long end() {
        long end = 0;
        for (SimHost host : hosts) {
            for (Cpu cpu : host.cpus) {
                end = Math.max(end, cpu.now);
            }
        }
        return end;
    }

    private void handle(long time, int kind, Object target, long version) {
        switch (kind) {
            case RUN -> {
                Task task = (Task) target;
                if (task.version == version && task.cpu.current == task) {
                    at(task.cpu, time);
                    ran(task);
                }
            }
            case TICK -> tick((Cpu) target, time);
            case TIMER -> {
                Task task = (Task) target;
                at(task.cpu, time);
                timerExpired(task);
            }
            case PACKET -> received((Packet) target, time);
            case DISK -> completed((Disk.Request) target, time);
            case CALL -> calledBy((Task) target, time);
            case RESCHEDULE -> {
                Cpu cpu = (Cpu) target;
                at(cpu, time);
                cpu.host.log.rescheduleInterrupt(cpu);
                afterInterrupt(cpu, true);
            }
            default -> throw new IllegalStateException("kind " + kind);
        }
    }

    private static void at(Cpu cpu, long time) {
        cpu.now = Math.max(cpu.now, time);
    }

    // ---- running

    /** A thread's piece of work is done. */
    private void ran(Task task) {
        Cpu cpu = task.cpu;
        task.remaining -= cpu.now - cpu.since;
        cpu.since = cpu.now;
        if (task.remaining > 0) {
            cpu.host.log.smallCall(cpu);
            compute(task);
            return;
        }
        task.remaining = 0;
        Role role = Objects.requireNonNull(task.role);
        while (true) {
            switch (role.step(this, task)) {
                case COMPUTE -> {
                    compute(task);
                    return;
                }
                case OFF -> {
                    return;
                }
                default -> {
                    // the next step
                }
            }
        }
    }

    private void compute(Task task) {
        Cpu cpu = task.cpu;
        cpu.since = cpu.now;
        long piece = Math.min(task.remaining, 1000 + random.about(CALL_GAP));
        queue.add(cpu.now + Math.max(piece, 1), RUN, task, ++task.version);
    }

    /** The current thread leaves the processor; the next one, or the idle thread, comes. */
    private void switchOut(Cpu cpu, int prevState) {
        Task prev = cpu.current;
        Task next = cpu.queue.isEmpty() ? cpu.idle : cpu.queue.poll();
        if (next == prev) {
            return;
        }
        at(cpu, next.readyAt);
        if (next == cpu.idle && random.chance(40)) {
            cpu.host.log.hrtimerStart(cpu, TICK_TIMER + (long) cpu.index * 0x100000, 8 * TICK_NANOS);
        }
        if (prev == cpu.idle && random.chance(50)) {
            cpu.host.log.hrtimerCancel(cpu, TICK_TIMER + (long) cpu.index * 0x100000);
            cpu.host.log.hrtimerStart(cpu, TICK_TIMER + (long) cpu.index * 0x100000, TICK_NANOS);
        }
        cpu.host.log.schedSwitch(cpu, prev, prevState, next);
        prev.since = cpu.now;
        prev.version++;
        cpu.current = next;
        cpu.since = cpu.now;
        cpu.switchedAt = cpu.now;
        if (next == cpu.idle) {
            return;
        }
        next.state = Task.RUNNING;
        next.cpu = cpu;
        if (!cpu.ticking) {
            cpu.ticking = true;
            queue.add(cpu.now + 1 + random.below((int) TICK_NANOS), TICK, cpu, 0);
        }
        queue.add(cpu.now + 1 + Math.min(next.remaining, random.about(CALL_GAP)), RUN, next, ++next.version);
    }

    Role.Outcome block(Task task, int prevState) {
        task.state = Task.BLOCKED;
        switchOut(task.cpu, prevState);
        return Role.Outcome.OFF;
    }

    private void preempt(Cpu cpu, boolean inKernel) {
        Task task = cpu.current;
        task.remaining = Math.max(1, task.remaining - (cpu.now - cpu.since));
        task.state = Task.RUNNABLE;
        Task next = cpu.queue.poll();
        cpu.queue.add(task);
        cpu.queue.addFirst(Objects.requireNonNull(next));
        switchOut(cpu, inKernel ? PREV_PREEMPTED : 0);
    }

    /** At the end of an interrupt: a waiting thread may take the processor. */
    private void afterInterrupt(Cpu cpu, boolean resched) {
        if (cpu.queue.isEmpty()) {
            return;
        }
        if (cpu.isIdle()) {
            switchOut(cpu, 0);
        } else if (resched) {
            preempt(cpu, random.chance(30));
        }
    }

    // ---- waking

    /**
     * Wakes a blocked thread from what happens on a processor just now.
     *
     * @param by the thread that ended the wait, or null
     */
    private void wake(Cpu cpu, Task task, String cause, @Nullable Task by) {
        if (task.state != Task.BLOCKED) {
            throw new IllegalStateException(task.name + " is not blocked");
        }
        SimHost host = task.host;
        at(cpu, task.since + 100);
        host.log.waking(cpu, task, task.cpu.index);
        if (listener != null) {
            listener.waitEnded(host.name, task.tid, host.clock.recordedNanos(task.since), host.clock.recordedNanos(cpu.now), cause,
                    by == null ? "" : by.host.name, by == null ? -1 : by.tid);
        }
        task.state = Task.RUNNABLE;
        Cpu target = choose(task);
        if (target != task.cpu) {
            host.log.migrate(cpu, task, task.cpu.index, target.index);
            task.cpu = target;
        }
        if (target != cpu && target.isIdle() && target.queue.isEmpty()) {
            queue.add(cpu.now + 800 + random.below(2000), CALL, task, 0);
            return;
        }
        host.log.wakeup(cpu, task, target.index);
        task.readyAt = cpu.now;
        target.queue.add(task);
        if (target != cpu && random.chance(15)) {
            queue.add(cpu.now + 800 + random.below(2000), RESCHEDULE, target, 0);
        }
    }

    private Cpu choose(Task task) {
        Cpu last = task.cpu;
        if (task.kernel || last.isIdle() || random.chance(60)) {
            return last;
        }
        List<Cpu> cpus = task.host.cpus;
        int first = random.below(cpus.size());
        for (int i = 0; i < cpus.size(); i++) {
            Cpu cpu = cpus.get((first + i) % cpus.size());
            if (cpu.isIdle() && cpu.queue.isEmpty()) {
                return cpu;
            }
        }
        return last;
    }

    /** The interrupt by which another processor hands over a woken thread. */
    private void calledBy(Task task, long time) {
        Cpu cpu = task.cpu;
        at(cpu, time);
        KernelLog log = cpu.host.log;
        log.callSingleEntry(cpu);
        log.wakeup(cpu, task, cpu.index);
        task.readyAt = cpu.now;
        cpu.queue.add(task);
        log.callSingleExit(cpu);
        afterInterrupt(cpu, random.chance(30));
    }

    // ---- timers

    private void tick(Cpu cpu, long time) {
        if (cpu.isIdle()) {
            cpu.ticking = false;
            return;
        }
        at(cpu, time);
        KernelLog log = cpu.host.log;
        long timer = TICK_TIMER + (long) cpu.index * 0x100000;
        boolean timers = random.chance(25);
        boolean balance = random.chance(50);
        boolean rcu = random.chance(20);
        log.localTimerEntry(cpu);
        log.hrtimerExpireEntry(cpu, timer);
        if (timers) {
            log.softirqRaise(cpu, SOFTIRQ_TIMER);
        }
        if (balance) {
            log.softirqRaise(cpu, SOFTIRQ_SCHED);
        }
        if (rcu) {
            log.softirqRaise(cpu, SOFTIRQ_RCU);
        }
        log.hrtimerExpireExit(cpu, timer);
        log.hrtimerStart(cpu, timer, TICK_NANOS);
        log.localTimerExit(cpu);
        if (timers) {
            log.softirqEntry(cpu, SOFTIRQ_TIMER);
            log.timerExpireEntry(cpu, WORK + cpu.index);
            if (cpu.worker.state == Task.BLOCKED && random.chance(60)) {
                log.queueWork(cpu, WORK + 64 + cpu.index);
                wake(cpu, cpu.worker, "timer", null);
            }
            log.timerExpireExit(cpu, WORK + cpu.index);
            log.softirqExit(cpu, SOFTIRQ_TIMER);
        }
        if (balance) {
            log.softirqEntry(cpu, SOFTIRQ_SCHED);
            log.softirqExit(cpu, SOFTIRQ_SCHED);
        }
        if (rcu) {
            log.softirqEntry(cpu, SOFTIRQ_RCU);
            log.softirqExit(cpu, SOFTIRQ_RCU);
        }
        queue.add(Math.max(time + TICK_NANOS, cpu.now + 1), TICK, cpu, 0);
        afterInterrupt(cpu, cpu.now - cpu.switchedAt > SLICE_NANOS);
    }

    private void timerExpired(Task task) {
        Cpu cpu = task.cpu;
        KernelLog log = cpu.host.log;
        log.localTimerEntry(cpu);
        log.hrtimerExpireEntry(cpu, task.hrtimer);
        wake(cpu, task, "timer", null);
        log.hrtimerExpireExit(cpu, task.hrtimer);
        log.localTimerExit(cpu);
        afterInterrupt(cpu, random.chance(30));
    }

    /** Goes to sleep; the caller's next step is the exit of the call. */
    Role.Outcome sleep(Task task, long nanos) {
        Cpu cpu = task.cpu;
        cpu.host.log.enter(cpu, KernelEvents.NANOSLEEP, 1, 0, 0x7ffe00001000L);
        cpu.host.log.hrtimerStart(cpu, task.hrtimer, nanos);
        queue.add(cpu.now + nanos + 2000, TIMER, task, 0);
        return block(task, PREV_SLEEPING);
    }

    Role.Outcome computeFor(Task task, long nanos) {
        task.remaining = nanos;
        return Role.Outcome.COMPUTE;
    }

    // ---- network

    /** Sends a message. */
    void send(Task task, Endpoint from, int bytes, int kind, long request) {
        Cpu cpu = task.cpu;
        KernelLog log = cpu.host.log;
        log.enter(cpu, KernelEvents.SENDTO, from.fd, 0x7ffe00002000L, bytes, 0x4000, 0, 0);
        transmit(cpu, from, bytes, kind, request, task);
        log.leave(cpu, KernelEvents.SENDTO, bytes);
    }

    private void transmit(Cpu cpu, Endpoint from, int bytes, int kind, long request, @Nullable Task sender) {
        KernelLog log = cpu.host.log;
        Endpoint to = from.peer();
        Packet packet = new Packet(to, from.sendNext, from.receiveNext, bytes, kind, request, cpu.host.nextPacketId++, sender);
        from.sendNext += bytes;
        skb = 0xffff8b5000000000L | (skb + 0x300 & 0x7fffffff);
        long buffer = skb;
        log.netQueue(cpu, from, packet, buffer);
        boolean loopback = to.host == cpu.host;
        log.netXmit(cpu, loopback, buffer, 66 + bytes);
        long delay = loopback ? LOOPBACK_DELAY : NET_DELAY + random.about(40_000) + bytes * 8L / 10;
        long arrival = Math.max(cpu.now + delay, to.lastArrival + 500);
        to.lastArrival = arrival;
        queue.add(arrival, PACKET, packet, 0);
    }

    private void received(Packet packet, long time) {
        Endpoint to = packet.to();
        Cpu cpu = to.interruptCpu();
        at(cpu, time);
        KernelLog log = cpu.host.log;
        boolean loopback = to.peer().host == to.host;
        if (loopback) {
            log.softirqRaise(cpu, SOFTIRQ_NET_RX);
        } else {
            log.irqEntry(cpu, KernelLog.NetworkCard.irq(cpu), KernelLog.NetworkCard.action(cpu));
            log.softirqRaise(cpu, SOFTIRQ_NET_RX);
            log.irqExit(cpu, KernelLog.NetworkCard.irq(cpu));
        }
        log.softirqEntry(cpu, SOFTIRQ_NET_RX);
        int work = 0;
        int done = 0;
        do {
            int length = loopback ? packet.payload() : Math.min(packet.payload() - done, Packet.SEGMENT * (1 + random.below(5)));
            log.netReceive(cpu, packet, packetBuffer(), done, length);
            done += length;
            work++;
            if (random.chance(3)) {
                nestedInterrupt(cpu);
            }
        } while (done < packet.payload());
        if (packet.payload() > 0) {
            to.receiveNext = packet.seq() + packet.payload();
            deliver(cpu, packet);
            if (work > 1) {
                transmit(cpu, to, 0, 0, 0, null);
            }
            log.timerRestart(cpu, WORK + 0x1000L + to.port);
        }
        log.skbConsume(cpu, skb);
        if (!loopback) {
            log.napiPoll(cpu, false, work);
        }
        log.softirqExit(cpu, SOFTIRQ_NET_RX);
        afterInterrupt(cpu, random.chance(20));
    }

    private long packetBuffer() {
        skb = 0xffff8b5000000000L | (skb + 0x300 & 0x7fffffff);
        return skb;
    }

    private void deliver(Cpu cpu, Packet packet) {
        Endpoint to = packet.to();
        to.inbox.add(new Endpoint.Message(packet.kind(), packet.request(), cpu.now));
        Task waiting = to.waiting;
        if (waiting != null) {
            to.waiting = null;
            wake(cpu, waiting, "network", packet.sender());
        }
    }

    private void nestedInterrupt(Cpu cpu) {
        cpu.host.log.irqEntry(cpu, 4, "ttyS0");
        cpu.host.log.irqExit(cpu, 4);
    }

    /** Begins to receive: blocks if nothing is there. The caller's next step is {@link #receive}. */
    Role.Outcome awaitMessage(Task task, Endpoint endpoint) {
        Cpu cpu = task.cpu;
        cpu.host.log.enter(cpu, KernelEvents.RECVFROM, endpoint.fd, 512, 0, 0);
        if (!endpoint.inbox.isEmpty()) {
            return Role.Outcome.GO_ON;
        }
        endpoint.waiting = task;
        return block(task, PREV_SLEEPING);
    }

    /** Ends receiving: the message's kind and request go to the task. */
    void receive(Task task, Endpoint endpoint) {
        Endpoint.Message message = endpoint.inbox.remove();
        at(task.cpu, message.at() + 200);
        task.cpu.host.log.leave(task.cpu, KernelEvents.RECVFROM, 512, 0x7ffe00002000L, 0, 0);
        task.kind = message.kind();
        task.request = message.request();
    }

    // ---- disk

    /** Writes and waits until it is on the disk; the caller's next step is {@link #written}. */
    Role.Outcome writeToDisk(Task task, int bytes) {
        Cpu cpu = task.cpu;
        KernelLog log = cpu.host.log;
        Disk disk = cpu.host.disk;
        log.enter(cpu, KernelEvents.PWRITE, 13, 0x563412000000L, bytes, 0);
        log.leave(cpu, KernelEvents.PWRITE, bytes);
        log.enter(cpu, KernelEvents.FDATASYNC, 13);
        Disk.Request request = new Disk.Request(task, cpu, disk.nextSector, bytes);
        disk.nextSector = 32768 + (disk.nextSector + bytes / 512) % 100_000_000;
        log.bioQueue(cpu, disk, request);
        if (disk.inside < Disk.DEPTH) {
            issue(cpu, disk, request);
        } else {
            log.blockInsert(cpu, disk, request);
            disk.waiting.add(request);
        }
        return block(task, PREV_DISK_SLEEP);
    }

    void written(Task task) {
        task.cpu.host.log.leave(task.cpu, KernelEvents.FDATASYNC, 0);
    }

    private void issue(Cpu cpu, Disk disk, Disk.Request request) {
        cpu.host.log.blockIssue(cpu, disk, request);
        disk.inside++;
        disk.freeAt = Math.max(disk.freeAt, cpu.now) + 80_000 + random.about(200_000);
        queue.add(disk.freeAt, DISK, request, 0);
    }

    private void completed(Disk.Request request, long time) {
        Cpu cpu = request.cpu();
        at(cpu, time);
        KernelLog log = cpu.host.log;
        Disk disk = cpu.host.disk;
        int irq = KernelLog.DiskIrq.irq(cpu);
        log.irqEntry(cpu, irq, KernelLog.DiskIrq.action(cpu));
        log.blockComplete(cpu, disk, request);
        disk.inside--;
        wake(cpu, request.task(), "disk", null);
        if (!disk.waiting.isEmpty()) {
            issue(cpu, disk, disk.waiting.remove());
        }
        log.irqExit(cpu, irq);
        afterInterrupt(cpu, random.chance(30));
    }

    // ---- threads among themselves

    /** Begins to wait for a token; the caller's next step is {@link #taken}. */
    Role.Outcome awaitToken(Task task, Gate gate) {
        if (!gate.tokens.isEmpty()) {
            return Role.Outcome.GO_ON;
        }
        Cpu cpu = task.cpu;
        cpu.host.log.enter(cpu, KernelEvents.FUTEX, gate.address, 393, 0, 0, 0, 0xffffffffL);
        gate.waiting.add(task);
        return block(task, PREV_SLEEPING);
    }

    /** Takes the token. */
    Gate.Token taken(Task task, Gate gate) {
        Gate.Token granted = task.granted;
        task.granted = null;
        Gate.Token token = granted != null ? granted : gate.tokens.remove();
        at(task.cpu, token.at() + 200);
        return token;
    }

    /** Gives a token, and wakes a thread that waits for one. */
    void give(Task task, Gate gate) {
        Cpu cpu = task.cpu;
        Gate.Token token = new Gate.Token(task, cpu.now);
        Task waiter = gate.waiting.poll();
        if (waiter == null) {
            gate.tokens.add(token);
        } else {
            waiter.granted = token;
            wakeByFutex(task, waiter, gate.address);
        }
    }

    private void wakeByFutex(Task task, Task waiter, long address) {
        Cpu cpu = task.cpu;
        cpu.host.log.enter(cpu, KernelEvents.FUTEX, address, 129, 1, 0, 0, 0);
        wake(cpu, waiter, "thread", task);
        cpu.host.log.leave(cpu, KernelEvents.FUTEX, 1, address, 0);
    }

    /** Takes a lock, or waits for it to be handed over. */
    Role.Outcome lock(Task task, Mutex mutex) {
        if (mutex.owner == null) {
            mutex.owner = task;
            return Role.Outcome.GO_ON;
        }
        Cpu cpu = task.cpu;
        cpu.host.log.enter(cpu, KernelEvents.FUTEX, mutex.address, 128, 2, 0, 0, 0);
        mutex.waiting.add(task);
        return block(task, PREV_SLEEPING);
    }

    void unlock(Task task, Mutex mutex) {
        mutex.owner = mutex.waiting.poll();
        if (mutex.owner != null) {
            wakeByFutex(task, mutex.owner, mutex.address);
        }
    }

    /** Starts a short-lived process. */
    Task fork(Task task, String name, Role role) {
        Cpu cpu = task.cpu;
        KernelLog log = cpu.host.log;
        Cpu target = cpu.host.cpus.get(random.below(cpu.host.cpus.size()));
        int tid = cpu.host.takeTid();
        Task child = new Task(cpu.host, tid, tid, task.tid, name, false, target, role);
        log.enter(cpu, KernelEvents.CLONE, 0x1200011, 0, 0, 0x7f5593200a10L);
        log.fork(cpu, task, child);
        log.wakeupNew(cpu, child, target.index);
        child.state = Task.RUNNABLE;
        child.readyAt = cpu.now;
        child.remaining = 1;
        target.queue.add(child);
        if (target != cpu) {
            queue.add(cpu.now + 800 + random.below(2000), RESCHEDULE, target, 0);
        }
        log.leave(cpu, KernelEvents.CLONE, tid);
        return child;
    }

    /** Begins to wait for a child; the caller's next step is {@link #reap}. */
    Role.Outcome awaitChild(Task task, Task child) {
        Cpu cpu = task.cpu;
        cpu.host.log.enter(cpu, KernelEvents.WAIT4, child.tid, 0);
        cpu.host.log.processWait(cpu, task);
        if (child.state == Task.DEAD) {
            at(cpu, child.since + 100);
            return Role.Outcome.GO_ON;
        }
        return block(task, PREV_SLEEPING);
    }

    void reap(Task task, Task child) {
        Cpu cpu = task.cpu;
        cpu.host.log.free(cpu, child);
        cpu.host.log.leave(cpu, KernelEvents.WAIT4, child.tid, 0x7ffe00003000L, 0);
        cpu.host.releaseTid(child.tid);
    }

    /** Ends a process; wakes the parent if it waits. */
    Role.Outcome exit(Task task, Task parent, boolean parentWaits) {
        Cpu cpu = task.cpu;
        cpu.host.log.enter(cpu, KernelEvents.EXIT_GROUP, 0);
        cpu.host.log.exit(cpu, task);
        if (parentWaits) {
            wake(cpu, parent, "thread", task);
        }
        task.state = Task.DEAD;
        switchOut(cpu, PREV_ZOMBIE);
        return Role.Outcome.OFF;
    }

    /** A kernel worker waits for work. */
    Role.Outcome awaitWork(Task task) {
        return block(task, PREV_IDLE);
    }

    void work(Task task, boolean start) {
        Cpu cpu = task.cpu;
        if (start) {
            cpu.host.log.workStart(cpu, WORK + 64 + cpu.index);
        } else {
            cpu.host.log.workEnd(cpu, WORK + 64 + cpu.index);
        }
    }
}
