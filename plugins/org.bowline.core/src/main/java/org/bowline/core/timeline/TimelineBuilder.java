/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.column.ByteColumn;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;

/**
 * Collects a {@link Timeline}. Threads are added host by host, tid by tid, incarnation by incarnation; the segments of a thread in time
 * order, the threads in any order. A vertex is the number of a thread, or {@link #resource the name of a resource} (negative) until the
 * timeline is built.
 */
public final class TimelineBuilder {
    private final List<String> hostNames = new ArrayList<>();
    private final IntArrayList recordingHost = new IntArrayList();
    private final LongArrayList recordingStart = new LongArrayList();
    private final LongArrayList recordingEnd = new LongArrayList();
    private final IntArrayList threadHost = new IntArrayList();
    private final IntArrayList threadTid = new IntArrayList();
    private final IntArrayList threadPid = new IntArrayList();
    private final IntArrayList threadParent = new IntArrayList();
    private final IntArrayList threadParentPid = new IntArrayList();
    private final SegmentColumns segments = new SegmentColumns();
    private final List<String> threadName = new ArrayList<>();

    private final IntArrayList resourceHost = new IntArrayList();
    private final List<VertexKind> resourceKind = new ArrayList<>();
    private final List<String> resourceName = new ArrayList<>();

    private final LongColumn packetSent = new LongColumn();
    private final LongColumn packetReceived = new LongColumn();
    private final IntColumn packetSender = new IntColumn();

    private final IntColumn packetFrame = new IntColumn();
    private final ByteColumn packetOpener = new ByteColumn();
    private final IntColumn packetConnection = new IntColumn();

    private final IntColumn frameNic = new IntColumn();
    private final LongColumn frameNanos = new LongColumn();
    private final IntColumn frameBytes = new IntColumn();
    private final IntColumn frameSender = new IntColumn();

    private final IntColumn requestDisk = new IntColumn();
    private final IntColumn requestIssuer = new IntColumn();
    private final LongColumn requestQueued = new LongColumn();
    private final LongColumn requestIssued = new LongColumn();
    private final LongColumn requestCompleted = new LongColumn();
    private final IntColumn requestBytes = new IntColumn();

    private final BitSet requestWrites = new BitSet();

    private final LockEvents.Builder locks = new LockEvents.Builder();

    private final List<Resent> resent = new ArrayList<>();
    private final List<Caveat> caveats = new ArrayList<>();

    /** Adds a host; hosts are numbered from 0. */
    public int host(String name) {
        hostNames.add(name);
        return hostNames.size() - 1;
    }

    /**
     * Adds a time for which a host was recorded: host by host, in time order, without overlap. If no recording is added, each host was
     * recorded for the whole range.
     */
    public void recording(int host, long startNanos, long endNanos) {
        int last = recordingHost.size() - 1;
        if (last >= 0 && (host < recordingHost.getInt(last)
                || (host == recordingHost.getInt(last) && startNanos < recordingEnd.getLong(last)))) {
            throw new IllegalArgumentException("recordings must be added host by host, in time order: host=" + host + ", start="
                    + startNanos);
        }
        if (startNanos < endNanos) {
            recordingHost.add(host);
            recordingStart.add(startNanos);
            recordingEnd.add(endNanos);
        }
    }

    /** Adds a thread; threads are numbered from 0. */
    public int thread(int host, int tid, int pid, String name) {
        segments.thread();
        threadHost.add(host);
        threadTid.add(tid);
        threadPid.add(pid);
        threadName.add(name);
        threadParent.add(Timeline.NONE);
        threadParentPid.add(-1);
        return threadTid.size() - 1;
    }

    /** Tells which thread created a thread. */
    public void parent(int thread, int parent) {
        threadParent.set(thread, parent);
    }

    /** Tells which process made a thread's process: its pid, see {@link Timeline#parentPid}. */
    public void parentProcess(int thread, int pid) {
        threadParentPid.set(thread, pid);
    }

    /** Adds a resource; its vertex is negative until the timeline is built. */
    public int resource(int host, VertexKind kind, String name) {
        resourceHost.add(host);
        resourceKind.add(kind);
        resourceName.add(name);
        return -resourceKind.size() - 1;
    }

    /** Adds a segment that is no wait. Empty segments are left out. */
    public void segment(int thread, long startNanos, long endNanos, ThreadState state, int cpu) {
        segments.add(thread, startNanos, endNanos, state, Cause.NONE, Timeline.NONE, Timeline.NONE, cpu);
    }

    /** Adds a wait that {@code target} (a thread, or a resource of this builder) ended. Empty segments are left out. */
    public void blocked(int thread, long startNanos, long endNanos, Cause cause, int target, int link, int cpu) {
        segments.add(thread, startNanos, endNanos, ThreadState.BLOCKED, cause, target, link, cpu);
    }

    /**
     * Adds a time for which an interrupt held up the thread that ran. Empty segments are left out.
     *
     * @param cause what the interrupt was for
     * @param target the resource of this builder that it came from
     */
    public void interrupted(int thread, long startNanos, long endNanos, Cause cause, int target, int cpu) {
        segments.add(thread, startNanos, endNanos, ThreadState.INTERRUPTED, cause, target, Timeline.NONE, cpu);
    }

    /** The segments, which may be put in their places instead of being added. */
    SegmentColumns segments() {
        return segments;
    }

    /** Adds a matched packet; packets are numbered from 0. */
    public int packet(long sentNanos, long receivedNanos, int sender) {
        packetSent.add(sentNanos);
        packetReceived.add(receivedNanos);
        packetSender.add(sender);
        packetFrame.add(Timeline.NONE);
        packetOpener.add((byte) Timeline.Opener.UNKNOWN.ordinal());
        packetConnection.add(Timeline.NONE);
        return packetSent.size() - 1;
    }

    /** Tells what the sender's network interface was given for a matched packet: a frame of this builder, or {@link Timeline#NONE}. */
    public void packetFrame(int packet, int frame) {
        packetFrame.set(packet, frame);
    }

    /** Tells who opened the connection of a matched packet. */
    public void packetOpener(int packet, Timeline.Opener opener) {
        packetOpener.set(packet, (byte) (packetOpener.get(packet) & Timeline.PACKET_MARKS | opener.ordinal()));
    }

    /** Tells that a matched packet carries no data and opens no connection. */
    public void packetIsEmpty(int packet) {
        packetOpener.set(packet, (byte) (packetOpener.get(packet) | Timeline.EMPTY));
    }

    /** Tells that a matched packet only acknowledges; then it is empty, too. */
    public void packetAcknowledges(int packet) {
        packetOpener.set(packet, (byte) (packetOpener.get(packet) | Timeline.EMPTY | Timeline.ACKNOWLEDGES));
    }

    /** Tells that a matched packet asks for a connection or grants one, and carries no data. */
    public void packetConnects(int packet) {
        packetOpener.set(packet, (byte) (packetOpener.get(packet) | Timeline.CONNECTS));
    }

    /** Tells that a matched packet carries some data, and less than fills one. */
    public void packetIsSmall(int packet) {
        packetOpener.set(packet, (byte) (packetOpener.get(packet) | Timeline.SMALL));
    }

    /** Tells of which connection a matched packet is, whichever way it goes: a number from 0. */
    public void packetConnection(int packet, int connection) {
        packetConnection.set(packet, connection);
    }

    /**
     * Adds that something was sent again that a thread had sent before.
     *
     * @param opens whether it asks for a connection
     * @param fate what became of what was sent before
     */
    public void resent(int thread, long beforeNanos, long againNanos, boolean opens, ResentFate fate) {
        resent.add(new Resent(thread, beforeNanos, againNanos, opens, fate));
    }

    private record Resent(int thread, long beforeNanos, long againNanos, boolean opens, ResentFate fate) {}

    private void sortResent(TimelineData data) {
        resent.sort(Comparator.comparingInt(Resent::thread).thenComparingLong(Resent::againNanos));
        data.resentThread = resent.stream().mapToInt(Resent::thread).toArray();
        data.resentBefore = resent.stream().mapToLong(Resent::beforeNanos).toArray();
        data.resentAgain = resent.stream().mapToLong(Resent::againNanos).toArray();
        data.resentWhat = new byte[resent.size()];
        for (int i = 0; i < data.resentWhat.length; i++) {
            data.resentWhat[i] = (byte) (2 * resent.get(i).fate.ordinal() + (resent.get(i).opens ? 1 : 0));
        }
    }

    /**
     * Adds what a network interface was given to send; frames are numbered from 0, until the timeline is built.
     *
     * @param nic an interface of this builder ({@link VertexKind#NIC}); its frames are added in time order
     * @param bytes more than 0
     * @param sender the thread that sent them, or {@link Timeline#NONE}
     */
    public int frame(int nic, long nanos, int bytes, int sender) {
        frameNic.add(nic);
        frameNanos.add(nanos);
        frameBytes.add(bytes);
        frameSender.add(sender);
        return frameNic.size() - 1;
    }

    /** Adds a block request; requests are numbered from 0. */
    public int request(int disk, int issuer, long queuedNanos, long issuedNanos, long completedNanos) {
        requestDisk.add(disk);
        requestIssuer.add(issuer);
        requestQueued.add(queuedNanos);
        requestIssued.add(issuedNanos);
        requestCompleted.add(completedNanos);
        requestBytes.add(0);
        return requestDisk.size() - 1;
    }

    /** Tells how much a block request reads or writes; 0, which holds if nothing is told, for a flush. */
    public void requestBytes(int request, int bytes) {
        requestBytes.set(request, bytes);
    }

    /** Tells that a block request writes, or flushes what was written. */
    public void writes(int request) {
        requestWrites.set(request);
    }

    /** What threads do with locks: add it there. */
    public LockEvents.Builder locks() {
        return locks;
    }

    /** Adds a caveat. */
    public void caveat(Caveat caveat) {
        caveats.add(caveat);
    }

    /** The finished timeline; the range is that of the segments. The builder is of no use afterwards. */
    public Timeline build() {
        long start = segments.firstNanos();
        long end = segments.lastNanos();
        return build(start == Long.MAX_VALUE ? 0 : start, end == Long.MIN_VALUE ? 0 : end);
    }

    /** The finished timeline with a given range. The builder is of no use afterwards. */
    public Timeline build(long startNanos, long endNanos) {
        return build(startNanos, endNanos, Progress.NONE);
    }

    Timeline build(long startNanos, long endNanos, Progress progress) {
        TimelineData data = new TimelineData();
        int threads = threadTid.size();
        int resources = resourceKind.size();
        data.hostNames = hostNames.toArray(String[]::new);
        data.startNanos = startNanos;
        data.endNanos = endNanos;
        addRecordings(data);
        data.threadTid = threadTid.toIntArray();
        data.threadPid = threadPid.toIntArray();
        data.threadParent = threadParent.toIntArray();
        data.threadParentPid = threadParentPid.toIntArray();
        data.vertexNames = new String[threads + resources];
        data.vertexHost = new int[threads + resources];
        data.resourceKind = resourceKind.toArray(VertexKind[]::new);
        for (int i = 0; i < threads; i++) {
            data.vertexNames[i] = threadName.get(i);
            data.vertexHost[i] = threadHost.getInt(i);
        }
        for (int i = 0; i < resources; i++) {
            data.vertexNames[threads + i] = resourceName.get(i);
            data.vertexHost[threads + i] = resourceHost.getInt(i);
        }
        segments.into(data, progress);
        data.packetSent = packetSent;
        data.packetReceived = packetReceived;
        data.packetSender = packetSender;
        data.requestDisk = requestDisk;
        data.requestWrites = ByteColumn.zeros(requestDisk.size());
        for (int i = 0; i < requestDisk.size(); i++) {
            requestDisk.set(i, vertex(requestDisk.get(i), threads));
            data.requestWrites.set(i, (byte) (requestWrites.get(i) ? 1 : 0));
        }
        data.requestIssuer = requestIssuer;
        data.requestQueued = requestQueued;
        data.requestIssued = requestIssued;
        data.requestCompleted = requestCompleted;
        data.requestBytes = requestBytes;
        sortFrames(data, threads);
        sortResent(data);
        data.locks = locks.build();
        data.caveats = List.copyOf(caveats);
        return new Timeline(data);
    }

    /** Stable counting sort by interface: the frames of one were added in time order. */
    private void sortFrames(TimelineData data, int threads) {
        int count = frameNic.size();
        IntArrayList nics = new IntArrayList();
        int[] nicOf = new int[resourceKind.size()];
        for (int i = 0; i < nicOf.length; i++) {
            nicOf[i] = nics.size();
            if (resourceKind.get(i) == VertexKind.NIC) {
                nics.add(threads + i);
            }
        }
        data.nicVertex = nics.toIntArray();
        data.firstFrame = new int[nics.size() + 1];
        for (int i = 0; i < count; i++) {
            data.firstFrame[nicOf[vertex(frameNic.get(i), 0)] + 1]++;
        }
        for (int i = 0; i < nics.size(); i++) {
            data.firstFrame[i + 1] += data.firstFrame[i];
        }
        int[] next = data.firstFrame.clone();
        IntColumn number = IntColumn.zeros(count);
        data.frameNanos = LongColumn.zeros(count);
        data.frameBytes = IntColumn.zeros(count);
        data.frameSender = IntColumn.zeros(count);
        for (int i = 0; i < count; i++) {
            int to = next[nicOf[vertex(frameNic.get(i), 0)]]++;
            number.set(i, to);
            data.frameNanos.set(to, frameNanos.get(i));
            data.frameBytes.set(to, frameBytes.get(i));
            data.frameSender.set(to, frameSender.get(i));
        }
        for (int i = 0; i < packetFrame.size(); i++) {
            if (packetFrame.get(i) != Timeline.NONE) {
                packetFrame.set(i, number.get(packetFrame.get(i)));
            }
        }
        data.packetOpener = packetOpener;
        data.packetConnection = packetConnection;
        data.packetFrame = packetFrame;
        number.letGo();
        frameNic.letGo();
        frameNanos.letGo();
        frameBytes.letGo();
        frameSender.letGo();
    }

    private void addRecordings(TimelineData data) {
        if (recordingHost.isEmpty()) {
            for (int host = 0; host < hostNames.size(); host++) {
                recording(host, data.startNanos, data.endNanos);
            }
        }
        data.firstRecording = new int[hostNames.size() + 1];
        for (int i = 0; i < recordingHost.size(); i++) {
            data.firstRecording[recordingHost.getInt(i) + 1]++;
        }
        for (int host = 0; host < hostNames.size(); host++) {
            data.firstRecording[host + 1] += data.firstRecording[host];
        }
        data.recordingStart = recordingStart.toLongArray();
        data.recordingEnd = recordingEnd.toLongArray();
    }

    /** Resources are −2, −3 … while building. */
    static int vertex(int raw, int threads) {
        return raw >= Timeline.NONE ? raw : threads - raw - 2;
    }
}
