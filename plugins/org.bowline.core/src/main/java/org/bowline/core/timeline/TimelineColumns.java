/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

import org.bowline.core.column.ByteColumn;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.column.ShortColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.order.Bisection;
import org.bowline.core.progress.Progress;

/**
 * A {@link Timeline} as arrays of numbers, for storing it, and back. The arrays that come back are not trusted: a timeline is made of them only
 * if no question to it can lead out of its arrays or to what a timeline never says.
 */
public final class TimelineColumns {
    /** Type of each column, in order; the order is stored, so append only. */
    private static final List<Class<?>> TYPES = List.of(byte[].class, int[].class, long[].class, int[].class, int[].class, int[].class,
            long[].class, int[].class, byte[].class, int[].class, int[].class, byte[].class, long[].class, byte[].class, byte[].class,
            int[].class, int[].class, short[].class, long[].class, long[].class, int[].class, int[].class, int[].class, long[].class,
            long[].class, long[].class, byte[].class, int[].class, long[].class, long[].class, int[].class, long[].class, int[].class,
            byte[].class, int[].class, long[].class, int[].class, long[].class, int[].class, int[].class, int[].class, long[].class,
            int[].class, int[].class, int[].class, byte[].class, int[].class, long[].class, long[].class, byte[].class, int[].class);
    /** Times further from the epoch do not occur: sums of their differences stay within 64 bits. */
    private static final long FARTHEST_NANOS = 1L << 62;
    private static final int STRIPE = 1 << 14;
    private static final int NONE = Timeline.NONE;

    private TimelineColumns() {}

    /** Number of columns. */
    public static int count() {
        return TYPES.size();
    }

    /** The primitive arrays of a timeline, on the heap; some are its own: they must not be changed. The caveats are not among them. */
    public static List<Object> of(Timeline timeline) {
        TimelineData data = timeline.data();
        byte[] kinds = new byte[data.resourceKind.length];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = (byte) data.resourceKind[i].ordinal();
        }
        Texts hosts = Texts.of(data.hostNames);
        Texts vertices = Texts.of(data.vertexNames);
        return List.of(hosts.bytes(), hosts.ends(), new long[] {data.startNanos, data.endNanos}, data.threadTid, data.threadPid,
                data.threadParent, data.threadEnd, data.firstSegment, vertices.bytes(), vertices.ends(), data.vertexHost, kinds,
                data.segmentStart.toArray(), data.segmentState.toArray(), data.segmentCause.toArray(), data.segmentTarget.toArray(),
                data.segmentLink.toArray(), data.segmentCpu.toArray(),
                data.packetSent.toArray(), data.packetReceived.toArray(), data.packetSender.toArray(), data.requestDisk.toArray(),
                data.requestIssuer.toArray(), data.requestQueued.toArray(),
                data.requestIssued.toArray(), data.requestCompleted.toArray(), data.requestWrites.toArray(), data.firstRecording,
                data.recordingStart, data.recordingEnd,
                data.threadParentPid, data.locks.nanos.toArray(), data.locks.thread.toArray(), data.locks.kind.toArray(),
                data.locks.process.toArray(), data.locks.address.toArray(),
                data.falseWakeUpThread, data.falseWakeUpNanos, data.requestBytes.toArray(), data.nicVertex, data.firstFrame,
                data.frameNanos.toArray(),
                data.frameBytes.toArray(), data.frameSender.toArray(), data.packetFrame.toArray(), data.packetOpener.toArray(),
                data.resentThread, data.resentBefore, data.resentAgain, data.resentWhat, data.packetConnection.toArray());
    }

    /**
     * The timeline of columns. Checks all of them, with several processors.
     *
     * @param columns as {@link #of} gave them; they must not be changed afterwards
     * @param caveats what the timeline does not know
     * @throws IllegalArgumentException if these are not the columns of a timeline
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static Timeline join(List<?> columns, List<Caveat> caveats, Progress progress) {
        require(columns.size() == TYPES.size());
        for (int i = 0; i < TYPES.size(); i++) {
            require(TYPES.get(i).isInstance(columns.get(i)));
        }
        TimelineData data = new TimelineData();
        data.hostNames = new Texts((byte[]) columns.get(0), (int[]) columns.get(1)).texts();
        long[] range = (long[]) columns.get(2);
        require(range.length == 2);
        data.startNanos = range[0];
        data.endNanos = range[1];
        data.threadTid = (int[]) columns.get(3);
        data.threadPid = (int[]) columns.get(4);
        data.threadParent = (int[]) columns.get(5);
        data.threadEnd = (long[]) columns.get(6);
        data.firstSegment = (int[]) columns.get(7);
        data.vertexNames = new Texts((byte[]) columns.get(8), (int[]) columns.get(9)).texts();
        data.vertexHost = (int[]) columns.get(10);
        data.resourceKind = kinds((byte[]) columns.get(11));
        data.segmentStart = LongColumn.of((long[]) columns.get(12));
        data.segmentState = ByteColumn.of((byte[]) columns.get(13));
        data.segmentCause = ByteColumn.of((byte[]) columns.get(14));
        data.segmentTarget = IntColumn.of((int[]) columns.get(15));
        data.segmentLink = IntColumn.of((int[]) columns.get(16));
        data.segmentCpu = ShortColumn.of((short[]) columns.get(17));
        data.packetSent = LongColumn.of((long[]) columns.get(18));
        data.packetReceived = LongColumn.of((long[]) columns.get(19));
        data.packetSender = IntColumn.of((int[]) columns.get(20));
        data.requestDisk = IntColumn.of((int[]) columns.get(21));
        data.requestIssuer = IntColumn.of((int[]) columns.get(22));
        data.requestQueued = LongColumn.of((long[]) columns.get(23));
        data.requestIssued = LongColumn.of((long[]) columns.get(24));
        data.requestCompleted = LongColumn.of((long[]) columns.get(25));
        data.requestWrites = ByteColumn.of((byte[]) columns.get(26));
        data.firstRecording = (int[]) columns.get(27);
        data.recordingStart = (long[]) columns.get(28);
        data.recordingEnd = (long[]) columns.get(29);
        data.threadParentPid = (int[]) columns.get(30);
        data.locks = new LockEvents(LongColumn.of((long[]) columns.get(31)), IntColumn.of((int[]) columns.get(32)),
                ByteColumn.of((byte[]) columns.get(33)), IntColumn.of((int[]) columns.get(34)), LongColumn.of((long[]) columns.get(35)));
        data.falseWakeUpThread = (int[]) columns.get(36);
        data.falseWakeUpNanos = (long[]) columns.get(37);
        data.requestBytes = IntColumn.of((int[]) columns.get(38));
        data.nicVertex = (int[]) columns.get(39);
        data.firstFrame = (int[]) columns.get(40);
        data.frameNanos = LongColumn.of((long[]) columns.get(41));
        data.frameBytes = IntColumn.of((int[]) columns.get(42));
        data.frameSender = IntColumn.of((int[]) columns.get(43));
        data.packetFrame = IntColumn.of((int[]) columns.get(44));
        data.packetOpener = ByteColumn.of((byte[]) columns.get(45));
        data.resentThread = (int[]) columns.get(46);
        data.resentBefore = (long[]) columns.get(47);
        data.resentAgain = (long[]) columns.get(48);
        data.resentWhat = (byte[]) columns.get(49);
        data.packetConnection = IntColumn.of((int[]) columns.get(50));
        data.caveats = List.copyOf(caveats);
        checkSizes(data);
        checkRecordings(data);
        checkVertices(data);
        checkFrames(data);
        checkLocks(data);
        checkFalseWakeUps(data);
        checkResent(data);
        checkThreads(data, progress);
        checkSegments(data, progress);
        return new Timeline(data);
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException("these are not the columns of a timeline");
        }
    }

    private static VertexKind[] kinds(byte[] ordinals) {
        VertexKind[] all = VertexKind.values();
        VertexKind[] kinds = new VertexKind[ordinals.length];
        for (int i = 0; i < kinds.length; i++) {
            require(ordinals[i] > VertexKind.THREAD.ordinal() && ordinals[i] < all.length);
            kinds[i] = all[ordinals[i]];
        }
        return kinds;
    }

    private static void checkSizes(TimelineData data) {
        int threads = data.threadTid.length;
        require(data.threadPid.length == threads && data.threadParent.length == threads && data.threadEnd.length == threads);
        require(data.firstSegment.length == threads + 1 && data.threadParentPid.length == threads);
        int vertices = threads + data.resourceKind.length;
        require(data.vertexNames.length == vertices && data.vertexHost.length == vertices);
        int segments = data.segmentStart.size();
        require(data.segmentState.size() == segments && data.segmentCause.size() == segments && data.segmentTarget.size() == segments
                && data.segmentLink.size() == segments && data.segmentCpu.size() == segments);
        checkPacketSizes(data);
        int requests = data.requestDisk.size();
        require(data.requestIssuer.size() == requests && data.requestQueued.size() == requests && data.requestIssued.size() == requests
                && data.requestCompleted.size() == requests && data.requestWrites.size() == requests);
    }

    private static void checkPacketSizes(TimelineData data) {
        int packets = data.packetSent.size();
        require(data.packetReceived.size() == packets && data.packetSender.size() == packets && data.packetOpener.size() == packets
                && data.packetConnection.size() == packets);
    }

    /** Recordings of a host are not empty and follow each other. */
    private static void checkRecordings(TimelineData data) {
        int[] first = data.firstRecording;
        int hosts = data.hostNames.length;
        int recordings = data.recordingStart.length;
        require(first.length == hosts + 1 && first[0] == 0 && first[hosts] == recordings && data.recordingEnd.length == recordings);
        for (int host = 0; host < hosts; host++) {
            require(first[host] <= first[host + 1] && first[host + 1] <= recordings);
            for (int i = first[host]; i < first[host + 1]; i++) {
                requireTime(data.recordingStart[i]);
                requireTime(data.recordingEnd[i]);
                require(data.recordingStart[i] < data.recordingEnd[i]
                        && (i == first[host] || data.recordingEnd[i - 1] <= data.recordingStart[i]));
            }
        }
    }

    private static void checkVertices(TimelineData data) {
        int threads = data.threadTid.length;
        requireWithin(data.vertexHost, 0, data.hostNames.length);
        requireWithin(data.threadParent, NONE, threads);
        requireWithin(data.packetSender, NONE, threads);
        requireWithin(data.packetConnection, NONE, data.packetConnection.size());
        requireWithin(data.requestIssuer, NONE, threads);
        requireWithin(data.requestDisk, threads, data.vertexNames.length);
        for (int i = 0; i < data.packetOpener.size(); i++) {
            int opener = data.packetOpener.get(i) & ~Timeline.PACKET_MARKS;
            require(opener >= 0 && opener < Timeline.Opener.values().length);
        }
        for (int i = 0; i < data.requestWrites.size(); i++) {
            int writes = data.requestWrites.get(i);
            require(writes == 0 || writes == 1);
        }
        for (LongColumn times : List.of(data.packetSent, data.packetReceived, data.requestQueued, data.requestIssued,
                data.requestCompleted)) {
            for (int i = 0; i < times.size(); i++) {
                requireTime(times.get(i));
            }
        }
    }

    /** The interfaces are the vertices of this kind, and the frames of each follow each other. */
    private static void checkFrames(TimelineData data) {
        int threads = data.threadTid.length;
        int nics = 0;
        for (int i = 0; i < data.resourceKind.length; i++) {
            if (data.resourceKind[i] == VertexKind.NIC) {
                require(nics < data.nicVertex.length && data.nicVertex[nics] == threads + i);
                nics++;
            }
        }
        int frames = data.frameNanos.size();
        require(data.frameBytes.size() == frames && data.frameSender.size() == frames
                && data.packetFrame.size() == data.packetSent.size() && data.requestBytes.size() == data.requestDisk.size());
        require(nics == data.nicVertex.length && data.firstFrame.length == nics + 1 && data.firstFrame[0] == 0
                && data.firstFrame[nics] == frames);
        for (int nic = 0; nic < nics; nic++) {
            require(data.firstFrame[nic] <= data.firstFrame[nic + 1] && data.firstFrame[nic + 1] <= frames);
            for (int frame = data.firstFrame[nic]; frame < data.firstFrame[nic + 1]; frame++) {
                requireTime(data.frameNanos.get(frame));
                require(frame == data.firstFrame[nic] || data.frameNanos.get(frame - 1) <= data.frameNanos.get(frame));
            }
        }
        requireWithin(data.frameBytes, 1, Integer.MAX_VALUE);
        requireWithin(data.frameSender, NONE, threads);
        requireWithin(data.packetFrame, NONE, frames);
        requireWithin(data.requestBytes, 0, Integer.MAX_VALUE);
    }

    private static void checkLocks(TimelineData data) {
        LockEvents locks = data.locks;
        int count = locks.size();
        require(locks.thread.size() == count && locks.kind.size() == count && locks.process.size() == count
                && locks.address.size() == count);
        int kinds = LockEvents.Kind.values().length;
        for (int i = 0; i < count; i++) {
            requireTime(locks.nanos.get(i));
            require((i == 0 || locks.nanos.get(i - 1) <= locks.nanos.get(i)) && locks.kind.get(i) >= 0 && locks.kind.get(i) < kinds);
            boolean loss = locks.kind(i).isLoss();
            require(locks.thread.get(i) >= 0 && locks.thread.get(i) < (loss ? data.hostNames.length : data.threadTid.length));
            if (loss) {
                requireTime(locks.address.get(i));
            }
        }
    }

    private static void checkFalseWakeUps(TimelineData data) {
        int[] threads = data.falseWakeUpThread;
        long[] times = data.falseWakeUpNanos;
        require(threads.length == times.length);
        requireWithin(threads, 0, data.threadTid.length);
        for (int i = 0; i < threads.length; i++) {
            requireTime(times[i]);
            require(i == 0 || threads[i - 1] < threads[i] || (threads[i - 1] == threads[i] && times[i - 1] <= times[i]));
        }
    }

    private static void checkResent(TimelineData data) {
        int[] threads = data.resentThread;
        require(data.resentBefore.length == threads.length && data.resentAgain.length == threads.length
                && data.resentWhat.length == threads.length);
        requireWithin(threads, 0, data.threadTid.length);
        for (int i = 0; i < threads.length; i++) {
            requireTime(data.resentBefore[i]);
            requireTime(data.resentAgain[i]);
            require(data.resentBefore[i] <= data.resentAgain[i] && data.resentWhat[i] >= 0
                    && data.resentWhat[i] < 2 * ResentFate.ALL.length);
            require(i == 0 || threads[i - 1] < threads[i]
                    || threads[i - 1] == threads[i] && data.resentAgain[i - 1] <= data.resentAgain[i]);
        }
    }

    private static void requireWithin(int[] values, int least, int limit) {
        for (int value : values) {
            require(value >= least && value < limit);
        }
    }

    private static void requireWithin(IntColumn values, int least, int limit) {
        for (int i = 0; i < values.size(); i++) {
            require(values.get(i) >= least && values.get(i) < limit);
        }
    }

    private static void requireTime(long nanos) {
        require(nanos >= -FARTHEST_NANOS && nanos <= FARTHEST_NANOS);
    }

    /** Segments begin one after the other, and the last before its thread's end. */
    private static void checkThreads(TimelineData data, Progress progress) {
        int[] first = data.firstSegment;
        int threads = first.length - 1;
        require(first[0] == 0 && first[threads] == data.segmentStart.size());
        for (int thread = 0; thread < threads; thread++) {
            require(first[thread] <= first[thread + 1]);
        }
        requireTime(data.startNanos);
        requireTime(data.endNanos);
        for (int thread = 0; thread < threads; thread++) {
            if (first[thread] < first[thread + 1]) {
                requireTime(data.segmentStart.get(first[thread]));
                requireTime(data.threadEnd[thread]);
            }
        }
        // thread by thread would leave one processor with the longest
        eachStripe(data.segmentStart.size(), progress, (from, to) -> checkOrder(data, from, to));
    }

    private static void checkOrder(TimelineData data, int from, int to) {
        int[] first = data.firstSegment;
        LongColumn start = data.segmentStart;
        int thread = threadOf(first, from);
        for (int s = from; s < to;) {
            int end = Math.min(to, first[thread + 1] - 1);
            boolean rising = true;
            for (; s < end; s++) {
                rising &= start.get(s) < start.get(s + 1);
            }
            require(rising);
            if (s < to && s + 1 == first[thread + 1]) {
                require(start.get(s) < data.threadEnd[thread]);
                s++;
            }
            thread++;
        }
    }

    private static int threadOf(int[] first, int segment) {
        return Bisection.firstAbove(first, 1, first.length - 1, segment) - 1;
    }

    // Complex: one condition after the other that a segment must meet.
    private static void checkSegments(TimelineData data, Progress progress) {
        int blocked = ThreadState.BLOCKED.ordinal();
        int interrupted = ThreadState.INTERRUPTED.ordinal();
        int timer = Cause.TIMER.ordinal();
        int thread = Cause.THREAD.ordinal();
        int unknown = Cause.UNKNOWN.ordinal();
        int states = ThreadState.values().length;
        int[] leastTarget = new int[Cause.values().length];
        int[] targetLimit = new int[leastTarget.length];
        int[] linkLimit = new int[leastTarget.length];
        int[] leastLink = new int[leastTarget.length];
        for (Cause cause : Cause.values()) {
            leastTarget[cause.ordinal()] = cause == Cause.UNKNOWN || cause == Cause.NONE ? NONE : 0;
            targetLimit[cause.ordinal()] = switch (cause) {
                case NONE -> 0;
                case THREAD -> data.threadTid.length;
                default -> data.vertexNames.length;
            };
            leastLink[cause.ordinal()] = switch (cause) {
                case THREAD -> Timeline.finishedLink(Math.max(0, data.requestDisk.size() - 1));
                case NONE, NETWORK, DISK -> NONE;
                default -> Timeline.LIMITED;
            };
            linkLimit[cause.ordinal()] = switch (cause) {
                case NETWORK -> data.packetSent.size();
                case DISK -> data.requestDisk.size();
                default -> 0;
            };
        }
        eachStripe(data.segmentStart.size(), progress, (from, to) -> {
            for (int s = from; s < to; s++) {
                int state = data.segmentState.get(s);
                int cause = data.segmentCause.get(s);
                require(state >= 0 && state < states && cause >= 0 && cause < leastTarget.length
                        && (cause == 0 || state == blocked || state == interrupted));
                int target = data.segmentTarget.get(s);
                int link = data.segmentLink.get(s);
                require(state == blocked || link >= NONE);
                require(state != interrupted || link == NONE);
                require(link != Timeline.SPIN || cause == thread || cause == unknown);
                require(link >= Timeline.LIMITED || link <= Timeline.FINISHED && data.requestDisk.size() > 0);
                require(link != Timeline.HELD && link != Timeline.LIMITED || cause == timer);
                require(link != Timeline.IN_KERNEL || cause == thread);
                require(target >= leastTarget[cause] && target < targetLimit[cause] && link >= leastLink[cause] && link < linkLimit[cause]);
            }
        });
    }

    private interface Stripe {
        void check(int from, int to);
    }

    private static void eachStripe(int segments, Progress progress, Stripe stripe) {
        IntStream.range(0, (segments + STRIPE - 1) / STRIPE).parallel().forEach(i -> {
            progress.check();
            stripe.check(i * STRIPE, (int) Math.min(segments, (i + 1L) * STRIPE));
        });
    }

    /**
     * Texts, one after the other.
     *
     * @param bytes in UTF-8
     * @param ends where each ends, rising
     */
    private record Texts(byte[] bytes, int[] ends) {
        static Texts of(String[] texts) {
            byte[][] encoded = new byte[texts.length][];
            int[] ends = new int[texts.length];
            int length = 0;
            for (int i = 0; i < texts.length; i++) {
                encoded[i] = texts[i].getBytes(StandardCharsets.UTF_8);
                length = Math.addExact(length, encoded[i].length);
                ends[i] = length;
            }
            byte[] bytes = new byte[length];
            for (int i = 0; i < texts.length; i++) {
                System.arraycopy(encoded[i], 0, bytes, ends[i] - encoded[i].length, encoded[i].length);
            }
            return new Texts(bytes, ends);
        }

        String[] texts() {
            String[] texts = new String[ends.length];
            int begin = 0;
            for (int i = 0; i < texts.length; i++) {
                require(ends[i] >= begin && ends[i] <= bytes.length);
                texts[i] = new String(bytes, begin, ends[i] - begin, StandardCharsets.UTF_8);
                // most threads of a server have one of a few names
                texts[i] = i > 0 && texts[i].equals(texts[i - 1]) ? texts[i - 1] : texts[i];
                begin = ends[i];
            }
            require(begin == bytes.length);
            return texts;
        }
    }
}
