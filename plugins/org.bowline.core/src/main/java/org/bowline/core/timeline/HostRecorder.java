/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.BitSet;

import org.bowline.core.event.FutexCall;
import org.bowline.core.event.KernelSink;
import org.bowline.core.event.PacketFact;
import org.bowline.core.model.VertexKind;
import org.bowline.core.sync.PacketLog;

/**
 * Records one host: kernel facts in, segments of threads, packets and block requests out, in host time. One pass, O(1) per fact. The threads'
 * states are the {@link Scheduler}'s; interrupts, packets and disks, which tell it who ended a wait, are kept here.
 */
public final class HostRecorder implements KernelSink {
    private static final int NONE = SegmentLog.NONE;
    /** Linux can be built for some thousand CPUs; a number beyond this is damage. */
    static final int MAXIMUM_CPU = Short.MAX_VALUE;
    /** Times beyond this many ns from the epoch, a century and a half, are damage; durations of what is left fit 63 bits. */
    public static final long LATEST_NANOS = Long.MAX_VALUE / 2;

    private final String host;
    private final Resources resources = new Resources();
    private final BlockRequests requests = new BlockRequests();
    /** Each with the vertex in whose context it was recorded. */
    private final PacketLog packets = new PacketLog();
    private final FrameLog frames = new FrameLog();
    private final Hops hops = new Hops(packets);
    private final SocketOwners owners = new SocketOwners(packets);
    private final Arrivals arrivals = new Arrivals(packets, owners);
    private final ContextStack contexts = new ContextStack(arrivals);
    private final FutexLog futexes = new FutexLog();
    private final Scheduler scheduler;
    private final BitSet unseen;

    /**
     * @param host name of the host, for caveats
     * @param startNanos begin of the host's traces, {@link Long#MAX_VALUE} if it is not known; the first fact is not before it. Threads that
     *     wait at their first event have waited since then
     */
    public HostRecorder(String host, long startNanos) {
        this(host, startNanos, new BitSet());
    }

    /**
     * The same.
     *
     * @param unseen processors on which threads ran, of which nothing was recorded
     */
    public HostRecorder(String host, long startNanos, BitSet unseen) {
        this.host = host;
        this.unseen = unseen;
        this.scheduler = new Scheduler(startNanos, contexts, resources, new IdleWorkers(packets), futexes::lost);
    }

    /**
     * Ends the recording: threads keep their last state up to the end of the traces.
     *
     * @param traceEndNanos end of the host's traces, {@link Long#MIN_VALUE} if it is not known
     */
    public HostLog finish(long traceEndNanos) {
        long end = scheduler.finish(traceEndNanos);
        return new HostLog(host, scheduler.startNanos(), end, scheduler.recordings(end), scheduler.threads, scheduler.segments, resources,
                requests, packets, Resent.of(packets), scheduler.initialThreads(), scheduler.lost, scheduler.counts(), futexes, frames,
                unseen.stream().toArray());
    }

    @Override
    public void ended(long nanos) {
        scheduler.ended(nanos);
    }

    // scheduling

    @Override
    public boolean knows(int cpu, int tid) {
        return scheduler.knows(cpu, tid);
    }

    @Override
    public void switched(long nanos, int cpu, int previousTid, String previousName, Leave leave, int nextTid, String nextName) {
        scheduler.switched(nanos, cpu, previousTid, previousName, leave, nextTid, nextName);
    }

    @Override
    public void waking(long nanos, int cpu, int tid, String name) {
        scheduler.waking(nanos, cpu, tid, name);
    }

    @Override
    public void wakingElsewhere(long nanos, int cpu, int tid, String name, int lastCpu) {
        scheduler.wakingElsewhere(nanos, cpu, tid, name, lastCpu);
    }

    @Override
    public void placed(long nanos, int cpu, int tid, int onCpu) {
        scheduler.placed(nanos, cpu, tid, onCpu);
    }

    @Override
    public void forked(long nanos, int cpu, int parentTid, int childTid, int childPid, String childName) {
        scheduler.forked(nanos, cpu, parentTid, childTid, childPid, childName);
    }

    @Override
    public void executed(long nanos, int cpu, int tid, int oldTid) {
        scheduler.executed(nanos, cpu, tid, oldTid);
    }

    @Override
    public void threadExists(long nanos, int tid, int pid, int parentPid, String name, boolean blocked) {
        scheduler.threadExists(nanos, tid, pid, parentPid, name, blocked);
    }

    @Override
    public void lost(int cpu, long fromNanos, long untilNanos, long count) {
        scheduler.lost(cpu, fromNanos, untilNanos, count);
        scheduler.workers.lost();
        futexes.lost(fromNanos, untilNanos);
    }

    @Override
    public void paused(long fromNanos, long toNanos) {
        scheduler.paused(fromNanos, toNanos);
        scheduler.workers.lost();
        futexes.lost(fromNanos, toNanos);
    }

    // locks

    @Override
    public void futexCalled(long nanos, int cpu, FutexCall call, long address) {
        if (!scheduler.see(nanos, cpu)) {
            return;
        }
        int thread = scheduler.actingOn(cpu);
        if (thread != NONE) {
            futexes.called(scheduler.now(), thread, call, address);
        }
    }

    @Override
    public void futexReturned(long nanos, int cpu) {
        if (!scheduler.see(nanos, cpu)) {
            return;
        }
        int thread = scheduler.actingOn(cpu);
        if (thread != NONE) {
            futexes.returned(scheduler.now(), thread);
        }
    }

    // contexts

    @Override
    public void interruptEntry(long nanos, int cpu, int irq) {
        enter(nanos, cpu, ContextStack.INTERRUPT, irq);
    }

    @Override
    public void interruptExit(long nanos, int cpu, int irq) {
        exit(nanos, cpu, ContextStack.INTERRUPT, irq);
    }

    @Override
    public void softInterruptEntry(long nanos, int cpu, int vector) {
        enter(nanos, cpu, ContextStack.SOFT_INTERRUPT, vector);
    }

    @Override
    public void softInterruptExit(long nanos, int cpu, int vector) {
        exit(nanos, cpu, ContextStack.SOFT_INTERRUPT, vector);
    }

    @Override
    public void timerEntry(long nanos, int cpu) {
        enter(nanos, cpu, ContextStack.TIMER, 0);
        scheduler.tellsTimers();
    }

    @Override
    public void timerSet(long nanos, int cpu, long slackNanos) {
        if (scheduler.see(nanos, cpu) && contexts.depth(cpu) == 0) {
            scheduler.limits(cpu, slackNanos);
        }
    }

    @Override
    public void timerExit(long nanos, int cpu) {
        exit(nanos, cpu, ContextStack.TIMER, 0);
    }

    @Override
    public void vectorEntry(long nanos, int cpu, Vector vector, String name) {
        enter(nanos, cpu, contextOf(vector), 0);
    }

    @Override
    public void vectorExit(long nanos, int cpu, Vector vector) {
        exit(nanos, cpu, contextOf(vector), 0);
    }

    private void enter(long nanos, int cpu, int contextKind, int contextId) {
        if (scheduler.see(nanos, cpu) && contexts.enter(cpu, contextKind, contextId)) {
            scheduler.interrupted(cpu, contextKind == ContextStack.SOFT_INTERRUPT);
        }
    }

    private void exit(long nanos, int cpu, int contextKind, int contextId) {
        if (scheduler.see(nanos, cpu) && contexts.exit(cpu, contextKind, contextId)) {
            scheduler.resumed(cpu);
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
    public void interruptName(long nanos, int irq, String name) {
        resources.interruptName(irq, name);
    }

    @Override
    public void handlerName(long nanos, int irq, String name) {
        resources.handlerName(irq, name);
    }

    // packets

    @Override
    public void packet(long nanos, int cpu, PacketFact p) {
        if (!scheduler.see(nanos, cpu)) {
            return;
        }
        int before = hops.before(scheduler.now(), cpu, contexts.depth(cpu) > 0, p);
        int vertex = !p.sent ? NONE : before == NONE ? sender(cpu, p) : packets.ref(packets.origin(before));
        int index = packets.add(scheduler.now(), p.sent, p.protocol, p.addressed, p.ipVersion, p.sourceHigh, p.sourceLow, p.destinationHigh,
                p.destinationLow,
                p.sourcePort,
                p.destinationPort, p.sequence, p.acknowledgement, p.flags, p.payloadBytes, p.ipId, vertex);
        if (before != NONE) {
            packets.follow(index, before);
        }
        if (p.sent) {
            if (before == NONE && contexts.depth(cpu) == 0 && !scheduler.polls(scheduler.actingOn(cpu))) { // else the kernel sends it on the thread's connection
                scheduler.workers.sent(vertex, index);
            }
            frames.add(scheduler.now(), p, vertex, index);
            if (before != NONE) {
                contexts.sentOn(cpu, before);
            }
        } else {
            arrivals.received(cpu, index, p, before == NONE ? hops.carrier() : before);
            contexts.received(cpu, index);
        }
    }

    @Override
    public void opaqueFrame(long nanos, int cpu, PacketFact p) {
        if (scheduler.see(nanos, cpu)) {
            frames.add(scheduler.now(), p, contextVertex(cpu), NONE);
        }
    }

    /** The thread that sends a packet, or on whose connection the kernel does; else the kernel. */
    private int sender(int cpu, PacketFact p) {
        int vertex = contextVertex(cpu);
        if (SegmentLog.isResource(vertex) || scheduler.polls(vertex)) {
            int owner = owners.of(p);
            return owner == NONE ? vertex : owner;
        }
        if (vertex != NONE) {
            owners.sent(p, vertex);
        }
        return scheduler.workers.sendsFor(vertex);
    }

    @Override
    public void opaquePacket(long nanos, int cpu) {
        if (!scheduler.see(nanos, cpu)) {
            return;
        }
        packets.addHeaderless();
        contexts.received(cpu, ContextStack.NONE);
    }

    /** Who acts on the CPU: its thread, or the kernel in an interrupt. */
    private int contextVertex(int cpu) {
        return contexts.depth(cpu) > 0 ? SegmentLog.resource(resources.only(VertexKind.KERNEL)) : scheduler.actingOn(cpu);
    }

    // disks

    @Override
    public void requestQueued(long nanos, int cpu, int device, long sector, long sectors, int tid) {
        if (!scheduler.see(nanos, cpu)) {
            return;
        }
        requests.queue(scheduler.now(), device, resources.disk(device), sector, sectors, requester(cpu, tid, sectors));
    }

    @Override
    public void requestIssued(long nanos, int cpu, int device, long sector, long sectors, int tid) {
        if (!scheduler.see(nanos, cpu)) {
            return;
        }
        requests.issue(scheduler.now(), device, resources.disk(device), sector, sectors, requester(cpu, tid, sectors));
    }

    @Override
    public void requestWrites(long nanos, int device, long sector, long sectors) {
        requests.writes(device, sector, sectors);
    }

    private int requester(int cpu, int tid, long sectors) {
        int requester = requester(cpu, tid);
        return sectors == 0 ? scheduler.workers.asker(requester) : requester; // a thread of the kernel sends a flush for who asks for it
    }

    private int requester(int cpu, int tid) {
        // in an interrupt the tid is that of whom it interrupts
        if (tid > 0 && contexts.depth(cpu) == 0) {
            int thread = scheduler.threads.find(tid, cpu);
            if (thread != NONE) {
                return thread;
            }
        }
        int vertex = contextVertex(cpu);
        return SegmentLog.isResource(vertex) ? NONE : vertex;
    }

    @Override
    public void requestCompleted(long nanos, int cpu, int device, long sector, long sectors) {
        if (!scheduler.see(nanos, cpu)) {
            return;
        }
        int request = requests.complete(scheduler.now(), device, sector, sectors);
        contexts.completed(cpu, request, resources.disk(device));
        if (request != NONE) {
            scheduler.workers.completed(requests.issuer.get(request), request, scheduler.now());
        }
    }

    @Override
    public void requestRequeued(long nanos, int cpu, int device, long sector, long sectors) {
        if (!scheduler.see(nanos, cpu)) {
            return;
        }
        requests.requeue(device, sector, sectors);
    }

    @Override
    public void diskName(long nanos, int device, String name) {
        resources.diskName(device, name);
    }
}
