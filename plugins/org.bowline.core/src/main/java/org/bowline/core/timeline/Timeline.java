/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;
import java.util.List;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.order.Bisection;

/**
 * What every thread of every host did, in reference time. Immutable; safe for many readers.
 *
 * <p><b>Threads</b> (incarnations) are numbered 0 … {@link #threadCount()}−1, ordered by host, tid and start. <b>Vertices</b> are the
 * threads, followed by the resources (disks, timers, peers …): 0 … {@link #vertexCount()}−1. <b>Segments</b> of a thread are consecutive
 * numbers in time order, without gaps from the thread's start to its end; a segment is half open, [start, end), and never empty.
 *
 * <p>A {@link ThreadState#BLOCKED} segment has a {@link #cause}, a {@link #target} vertex that ended it, and a {@link #link}: the packet
 * (cause NETWORK) or block request (cause DISK) that ended it, where known. For a packet whose sender is known the target is the sending
 * thread, possibly on another host. An {@link ThreadState#INTERRUPTED} segment has a cause, and as target the resource that the interrupt
 * came from; it has no link.
 *
 * <p>20 bytes per segment.
 */
public final class Timeline {
    /** Which side of a connection opened it, and so is the one that asks. */
    public enum Opener {
        /** It is not known. */
        UNKNOWN,
        /** The sender of the packet. */
        SENDER,
        /** Its receiver. */
        RECEIVER;

        static final Opener[] ALL = values();
    }

    /** No thread, vertex, packet, request or segment. */
    public static final int NONE = -1;
    /** In place of a link: the thread polled instead of sleeping. */
    static final int SPIN = -2;
    /** In place of the link of a wait: that the one who ended it had finished request 0; one less for each request after. */
    static final int FINISHED = -16;
    /** Beside who opened the connection of a packet: it carries nothing. */
    static final int EMPTY = 4;
    static final int ACKNOWLEDGES = 8;
    static final int CONNECTS = 16;
    static final int SMALL = 32;
    static final int PACKET_MARKS = EMPTY | ACKNOWLEDGES | CONNECTS | SMALL;
    /** In place of the link of a wait that a timer ended: the kernel held the thread back, see {@link #isHeld}. */
    public static final int HELD = SegmentLog.HELD;
    /** In place of the link of a wait: a signal had stopped the thread, see {@link #isStopped}. */
    public static final int STOPPED = SegmentLog.STOPPED;
    /** In place of the link of a wait: who traces the thread looked at it, see {@link #isTraced}. */
    public static final int TRACED = SegmentLog.TRACED;
    /** In place of the link of a wait that a thread ended: the one that waited was in the kernel, see {@link #isInKernel}. */
    public static final int IN_KERNEL = SegmentLog.IN_KERNEL;
    /** In place of the link of a wait that a timer ended: it had a time limit, see {@link #isLimited}. */
    public static final int LIMITED = SegmentLog.LIMITED;

    private final TimelineData data;
    private final SegmentSums sums;

    Timeline(TimelineData data) {
        this.data = data;
        sums = new SegmentSums(data);
    }

    // hosts

    /** Number of hosts. */
    public int hostCount() {
        return data.hostNames.length;
    }

    /** Name of a host. */
    public String hostName(int host) {
        return data.hostNames[host];
    }

    /**
     * First moment of the timeline, ns since the epoch. Hosts whose clocks are not known may have been recorded before it, or after its
     * end.
     */
    public long startNanos() {
        return data.startNanos;
    }

    /** Last moment of the timeline, ns since the epoch. */
    public long endNanos() {
        return data.endNanos;
    }

    /** Number of stretches of time for which a host was recorded, in time order; 0 if nothing is known of its threads. */
    public int recordings(int host) {
        return data.firstRecording[host + 1] - data.firstRecording[host];
    }

    /** Begin of a recording of a host. */
    public long recordingStart(int host, int recording) {
        return data.recordingStart[data.firstRecording[host] + recording];
    }

    /** End of a recording of a host, exclusive. */
    public long recordingEnd(int host, int recording) {
        return data.recordingEnd[data.firstRecording[host] + recording];
    }

    /** For how long a host was recorded within [from, to), ns: what shares of its figures are shares of. */
    public long recordedNanos(int host, long fromNanos, long toNanos) {
        TimeUnion recorded = new TimeUnion(fromNanos, toNanos);
        recorded.addRecorded(this, host);
        return recorded.nanos();
    }

    /** For how long at least one host was recorded within [from, to), ns. */
    public long recordedNanos(long fromNanos, long toNanos) {
        TimeUnion recorded = new TimeUnion(fromNanos, toNanos);
        for (int host = 0; host < hostCount(); host++) {
            recorded.addRecorded(this, host);
        }
        return recorded.nanos();
    }

    // threads

    /** Number of thread incarnations. */
    public int threadCount() {
        return data.threadTid.length;
    }

    /** Kernel thread id; 0 for a CPU's idle thread. */
    public int tid(int thread) {
        return data.threadTid[thread];
    }

    /** Process id, or −1 if the trace does not tell. */
    public int pid(int thread) {
        return data.threadPid[thread];
    }

    /** Last name. */
    public String name(int thread) {
        return data.vertexNames[thread];
    }

    /** The thread that created it, or {@link #NONE}. */
    public int parent(int thread) {
        return data.threadParent[thread];
    }

    /**
     * Pid of the process that made the thread's process, also where that was before the recording; −1 if the trace does not tell.
     */
    public int parentPid(int thread) {
        return data.threadParentPid[thread];
    }

    /** Whether it is the idle thread of a CPU: never blocked, never a cause. */
    public boolean isIdle(int thread) {
        return data.threadTid[thread] == 0;
    }

    /** First moment of the thread's segments. */
    public long threadStart(int thread) {
        int first = firstSegment(thread);
        return first == endSegment(thread) ? data.threadEnd[thread] : data.segmentStart.get(first);
    }

    /** End of the thread's segments. */
    public long threadEnd(int thread) {
        return data.threadEnd[thread];
    }

    // segments

    /** Number of segments of all threads. */
    public int segmentCount() {
        return data.segmentStart.size();
    }

    /** First segment of a thread. */
    public int firstSegment(int thread) {
        return data.firstSegment[thread];
    }

    /** One past the last segment of a thread. */
    public int endSegment(int thread) {
        return data.firstSegment[thread + 1];
    }

    /** One past the last segment of a thread that begins before a moment. O(log segments). */
    public int endSegment(int thread, long beforeNanos) {
        return data.segmentStart.firstAbove(firstSegment(thread), endSegment(thread), beforeNanos - 1);
    }

    /** The thread of a segment. O(log threads). */
    public int threadOf(int segment) {
        return Bisection.firstAbove(data.firstSegment, 1, threadCount(), segment) - 1;
    }

    /** The thread's segment that holds the moment, or {@link #NONE}. O(log segments). */
    public int segmentAt(int thread, long timeNanos) {
        int first = firstSegment(thread);
        int end = endSegment(thread);
        if (first == end || timeNanos < data.segmentStart.get(first) || timeNanos >= data.threadEnd[thread]) {
            return NONE;
        }
        return data.segmentStart.firstAbove(first + 1, end, timeNanos) - 1;
    }

    /** Begin of a segment. */
    public long start(int segment) {
        return data.segmentStart.get(segment);
    }

    /** End of a segment, exclusive; needs its thread. */
    public long end(int thread, int segment) {
        return segment + 1 == data.firstSegment[thread + 1] ? data.threadEnd[thread] : data.segmentStart.get(segment + 1);
    }

    /** State of a segment. */
    public ThreadState state(int segment) {
        return ThreadState.of(data.segmentState.get(segment));
    }

    /** What ended a blocked segment, or what an interrupt was for; {@link Cause#NONE} for others. */
    public Cause cause(int segment) {
        return Cause.of(data.segmentCause.get(segment));
    }

    /** The vertex that ended a blocked segment, or from which an interrupt came; {@link #NONE} for others. */
    public int target(int segment) {
        return data.segmentTarget.get(segment);
    }

    /** The packet (cause NETWORK) or request (cause DISK) that ended a blocked segment, or {@link #NONE}. */
    public int link(int segment) {
        return Math.max(NONE, data.segmentLink.get(segment));
    }

    /**
     * The disk request of the waiting thread that whoever ended a blocked segment (cause THREAD) had only finished: a thread of the kernel that was idle until the disk had completed the request. So the thread waited for the
     * disk, and for that thread from {@link #requestCompleted} on. {@link #NONE} if it is not so.
     */
    public int finished(int segment) {
        int link = data.segmentLink.get(segment);
        return link <= FINISHED ? FINISHED - link : NONE;
    }

    /** The disk request that a blocked segment is a wait for: that which ended it, or which whoever ended it had {@linkplain #finished}; {@link #NONE} if it is for something else, or it is not known which. */
    public int awaitedRequest(int segment) {
        return cause(segment) == Cause.DISK && state(segment) == ThreadState.BLOCKED ? link(segment) : finished(segment);
    }

    /** What stands for a request in place of the link of a wait that a thread ended which had only finished that request. */
    public static int finishedLink(int request) {
        return FINISHED - request;
    }

    /**
     * Whether a blocked segment is a wait of a thread that polled on a processor instead of sleeping, as its program tells: its target is who had what it polled for when it began.
     */
    public boolean isSpin(int segment) {
        return data.segmentLink.get(segment) == SPIN;
    }

    /**
     * Whether a blocked segment is a wait in the uninterruptible state that a timer ended: no program sleeps so, the kernel held the thread back. It does that with a thread that makes pages dirty
     * faster than its disk writes them, and in drivers that wait for their device by the clock.
     */
    public boolean isHeld(int segment) {
        return data.segmentLink.get(segment) == HELD;
    }

    /**
     * Whether a blocked segment is a wait for something else that a timer ended as a time limit passed, of which that is known: one in {@code poll}, {@code select} or {@code epoll_wait}, or in a call on a socket.
     * Another wait that a timer ended may be one, too, or a sleep.
     */
    public boolean isLimited(int segment) {
        return data.segmentLink.get(segment) == LIMITED;
    }

    /** Whether a segment is a wait of a thread that a signal had stopped; its {@link #target} let it go on. */
    public boolean isStopped(int segment) {
        return data.segmentLink.get(segment) == STOPPED;
    }

    /** Whether a segment is a wait of a thread that its tracer, as {@code strace} or a debugger, had stopped to look at it; its {@link #target} let it go on. */
    public boolean isTraced(int segment) {
        return data.segmentLink.get(segment) == TRACED;
    }

    /**
     * Whether a segment is a wait in the uninterruptible state that a thread ended which had not only finished a request of a disk: whoever waited did so inside the kernel, for one of its locks, or for what the kernel lets
     * another thread do, as a child after {@code vfork}.
     */
    public boolean isInKernel(int segment) {
        return data.segmentLink.get(segment) == IN_KERNEL;
    }

    /** Whether the thread of a segment is the one on its CPU: it runs, polls, or is held up by an interrupt. */
    public boolean isOnCpu(int segment) {
        ThreadState state = state(segment);
        return state.isOnCpu() || (state != ThreadState.RUNNABLE && state != ThreadState.PREEMPTED && isSpin(segment));
    }

    /** The CPU of a segment that {@link #isOnCpu} (for others: where it last ran), or −1. */
    public int cpu(int segment) {
        return data.segmentCpu.get(segment);
    }

    /** Whether a blocked segment is a wait that was still open at the end of the trace: its target is unknown. */
    public boolean isOpen(int thread, int segment) {
        return segment + 1 == data.firstSegment[thread + 1] && !isSpin(segment)
                && data.segmentState.get(segment) == ThreadState.BLOCKED.ordinal()
                && data.segmentCause.get(segment) == Cause.UNKNOWN.ordinal();
    }

    /** Sums over any number of segments at once. */
    public SegmentSums sums() {
        return sums;
    }

    // vertices

    /** Threads and resources. */
    public int vertexCount() {
        return data.vertexNames.length;
    }

    /** Kind of a vertex. */
    public VertexKind kind(int vertex) {
        return vertex < threadCount() ? VertexKind.THREAD : data.resourceKind[vertex - threadCount()];
    }

    /** Name of a vertex: of a thread its last name, of others as in rule 5. */
    public String vertexName(int vertex) {
        return data.vertexNames[vertex];
    }

    /** Host of a vertex. */
    public int host(int vertex) {
        return data.vertexHost[vertex];
    }

    // the network between two hosts, if it was asked for

    /** How many vertices, the last ones, are the network between two hosts: none unless {@link NetworkWays} added them. */
    public int wayCount() {
        return data.ways.length;
    }

    /** The vertex that is the network between two hosts, in either direction; {@link #NONE} if there is none. O(log ways). */
    public int way(int oneHost, int otherHost) {
        int way = Arrays.binarySearch(data.ways, NetworkWays.pair(oneHost, otherHost));
        return way < 0 ? NONE : vertexCount() - wayCount() + way;
    }

    /** Whether a vertex is the network between two hosts. {@link #host} gives one of them. */
    public boolean isWay(int vertex) {
        return vertex >= vertexCount() - wayCount();
    }

    /** The other one of the two hosts that a vertex is the network between; {@link #NONE} for other vertices. */
    public int otherHost(int vertex) {
        return isWay(vertex) ? (int) data.ways[vertex - vertexCount() + wayCount()] : NONE;
    }

    // packets whose sender and receiver are known

    /** Number of matched packets. */
    public int packetCount() {
        return data.packetSent.size();
    }

    /** When the packet was queued by its sender, reference time. */
    public long packetSent(int packet) {
        return data.packetSent.get(packet);
    }

    /** When it was received, reference time; not before {@link #packetSent} but for the clocks' error. */
    public long packetReceived(int packet) {
        return data.packetReceived.get(packet);
    }

    /**
     * The thread in whose context it was queued; if the kernel queued it in an interrupt, the thread that sent the packet before it on the same
     * connection. {@link #NONE} if there is none.
     */
    public int packetSender(int packet) {
        return data.packetSender.get(packet);
    }

    /**
     * When its sender had given the kernel what a matched packet carries, at the latest, reference time: {@link #packetSent}; or, if the sender was already in a wait then, the begin of that wait, as
     * the kernel sends the rest of a long answer, and what it holds back, when the other side has acknowledged what came before. O(log segments).
     */
    public long packetGiven(int packet) {
        long sent = packetSent(packet);
        int sender = packetSender(packet);
        int segment = sender < 0 || sender >= threadCount() ? NONE : segmentAt(sender, sent);
        return segment != NONE && state(segment) == ThreadState.BLOCKED ? start(segment) : sent;
    }

    /** The thread of another host that sent the packet which ended a segment of a thread; {@link #NONE} if it was ended otherwise, the sender is not known, or is on the same host. */
    public int senderFromElsewhere(int thread, int segment) {
        int packet = state(segment) == ThreadState.BLOCKED && cause(segment) == Cause.NETWORK ? link(segment) : NONE;
        int sender = packet == NONE ? NONE : packetSender(packet);
        return sender == NONE || host(sender) == host(thread) ? NONE : sender;
    }

    /** Who opened the connection that a matched packet is of, as far as that was recorded or follows from the ports. */
    public Opener packetOpener(int packet) {
        return Opener.ALL[data.packetOpener.get(packet) & ~PACKET_MARKS];
    }

    /** Whether a matched packet carries no data and opens no connection: an acknowledgement, or the end of a connection. Not so if that is not known. */
    public boolean packetIsEmpty(int packet) {
        return (data.packetOpener.get(packet) & EMPTY) != 0;
    }

    /** Whether a matched packet only acknowledges: it is {@linkplain #packetIsEmpty empty}, and neither makes nor ends a connection. Nobody reads anything when it comes; who could not send more goes on. */
    public boolean packetAcknowledges(int packet) {
        return (data.packetOpener.get(packet) & ACKNOWLEDGES) != 0;
    }

    /** Whether a matched packet carries data: it is not {@linkplain #packetIsEmpty empty}, and does not only ask for a connection or grant one. So, too, if that is not known. */
    public boolean packetHasData(int packet) {
        return (data.packetOpener.get(packet) & (EMPTY | CONNECTS)) == 0;
    }

    /** Whether a matched packet asks for a connection or grants one, and is not known to carry data. */
    public boolean packetConnects(int packet) {
        return (data.packetOpener.get(packet) & CONNECTS) != 0;
    }

    /** Whether a matched packet carries some data, and less than fills one. Not so if that is not known. */
    public boolean packetIsSmall(int packet) {
        return (data.packetOpener.get(packet) & SMALL) != 0;
    }

    /** The number of the connection that a matched packet is of, below {@link #packetCount}: the same both ways, and for one that is closed and opened again with the same ports; {@link #NONE} if it is not known. */
    public int packetConnection(int packet) {
        return data.packetConnection.get(packet);
    }

    /** What the sender's network interface was given for a matched packet: a frame; {@link #NONE} if that is not known, or it was the loopback interface. */
    public int packetFrame(int packet) {
        return data.packetFrame.get(packet);
    }

    // what network interfaces were given to send

    /** Number of network interfaces, of all hosts, that were given anything to send; not the loopback interfaces. */
    public int nicCount() {
        return data.nicVertex.length;
    }

    /** The vertex of a network interface; they rise with its number. */
    public int nicVertex(int nic) {
        return data.nicVertex[nic];
    }

    /** The number of the interface that a vertex is. O(log interfaces). */
    public int nicOf(int vertex) {
        return Arrays.binarySearch(data.nicVertex, vertex);
    }

    /** The first frame that an interface was given. A frame is what it was given at a time, perhaps several segments that it cuts up itself. */
    public int firstFrame(int nic) {
        return data.firstFrame[nic];
    }

    /** One past its last. */
    public int endFrame(int nic) {
        return data.firstFrame[nic + 1];
    }

    /** The interface that a frame was given to. O(log interfaces). */
    public int frameNic(int frame) {
        return Bisection.firstAbove(data.firstFrame, 1, nicCount(), frame) - 1;
    }

    /** When the interface was given the frame, reference time; of one interface they rise. */
    public long frameNanos(int frame) {
        return data.frameNanos.get(frame);
    }

    /** Its length in bytes, with its link header; more than 0. */
    public int frameBytes(int frame) {
        return data.frameBytes.get(frame);
    }

    /** The thread that sent it, as for {@link #packetSender}; {@link #NONE} if there is none. */
    public int frameSender(int frame) {
        return data.frameSender.get(frame);
    }

    // block requests

    /** Number of block requests that reached a disk, per host in the order in which they were made. */
    public int requestCount() {
        return data.requestDisk.size();
    }

    /** The disk's vertex. */
    public int requestDisk(int request) {
        return data.requestDisk.get(request);
    }

    /** The thread that made the request, or {@link #NONE}. */
    public int requestIssuer(int request) {
        return data.requestIssuer.get(request);
    }

    /** Whether it writes, or flushes what was written; false also where the trace does not tell (perf). */
    public boolean requestWrites(int request) {
        return data.requestWrites.get(request) != 0;
    }

    /** How many bytes it reads or writes; 0 for a flush. */
    public int requestBytes(int request) {
        return data.requestBytes.get(request);
    }

    /** When it entered the queue (at issue, if the trace does not tell). */
    public long requestQueued(int request) {
        return data.requestQueued.get(request);
    }

    /** When it was given to the device. */
    public long requestIssued(int request) {
        return data.requestIssued.get(request);
    }

    /** When it was completed. */
    public long requestCompleted(int request) {
        return data.requestCompleted.get(request);
    }

    // locks

    /** What threads did with locks, as far as it was recorded. */
    public LockEvents locks() {
        return data.locks;
    }

    /** The same timeline with more of what threads did with locks. */
    public Timeline with(LockEvents more) {
        return withOnly(new LockEvents.Builder().addAll(data.locks).addAll(more).build());
    }

    /** The same timeline with this, and nothing else, of what threads did with locks. */
    public Timeline withOnly(LockEvents locks) {
        TimelineData copy = data.copy();
        copy.locks = locks;
        return new Timeline(copy);
    }

    // what programs tell of their waits

    /** Number of wake-ups that, as programs tell, were false, and end no wait here. By thread, then time. */
    public int falseWakeUpCount() {
        return data.falseWakeUpThread.length;
    }

    /** Who was woken in vain. */
    public int falseWakeUpThread(int wakeUp) {
        return data.falseWakeUpThread[wakeUp];
    }

    /** When. */
    public long falseWakeUpNanos(int wakeUp) {
        return data.falseWakeUpNanos[wakeUp];
    }

    /** How many times something was sent again that a thread had sent, as it was not acknowledged in time. By thread, then by when it was sent again. */
    public int resentCount() {
        return data.resentThread.length;
    }

    /** Who had sent it. */
    public int resentThread(int resent) {
        return data.resentThread[resent];
    }

    /** When it was sent before. */
    public long resentBefore(int resent) {
        return data.resentBefore[resent];
    }

    /** When it was sent again. */
    public long resentAgain(int resent) {
        return data.resentAgain[resent];
    }

    /** Whether it asks for a connection. */
    public boolean resentOpens(int resent) {
        return data.resentWhat[resent] % 2 != 0;
    }

    /** What became of what was sent before. */
    public ResentFate resentFate(int resent) {
        return ResentFate.ALL[data.resentWhat[resent] / 2];
    }

    /** What the timeline does not know. */
    public List<Caveat> caveats() {
        return data.caveats;
    }

    /** The columns, for {@link TimelineColumns}. */
    TimelineData data() {
        return data;
    }

    /** Bytes of the columns per segment, for the memory bound; {@link #sums} not counted. */
    public double bytesPerSegment() {
        return 20.0;
    }
}
