/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.StreamInfo;

/** One data stream: its files in order, the packets of all of them, and what was lost between packets. Immutable once built. */
public final class DataStream {
    /** Events were lost before or in the packet, nobody knows how many. */
    static final long UNKNOWN_LOSS = -1;

    private final List<MappedFile> files;
    private final PacketIndex packets;
    private final int streamIndex;
    private final int cpu;
    /** Events lost between the end of the packet before and the end of this one. */
    private final long[] lost;
    /** First byte of each packet in the stream, and the size of the whole at the end. */
    private final long[] startBytes;
    private final StreamInfo info;
    private final ClockConverter clock;

    DataStream(List<StreamFile> parts, TraceLayout layout, Caveats caveats) {
        packets = new PacketIndex();
        List<MappedFile> mapped = new ArrayList<>();
        List<Path> paths = new ArrayList<>();
        for (StreamFile part : parts) {
            packets.append(part.packets(), mapped.size());
            mapped.add(part.file());
            paths.add(part.file().path());
        }
        files = List.copyOf(mapped);
        streamIndex = parts.get(0).streamIndex();
        cpu = parts.get(0).cpu();
        lost = new long[packets.count];
        startBytes = new long[packets.count + 1];
        StreamLayout stream = layout.streams().get(streamIndex);
        clock = stream.clock;
        PacketTimes times = new PacketTimes(packets, clock);
        times.check(); // each file was checked alone, but not against the others
        long discarded = countLosses(stream, caveats);
        long readable = 0;
        long begin = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (int i = 0; i < packets.count; i++) {
            startBytes[i + 1] = startBytes[i] + packets.sizeBytes[i];
            if (packets.readable(i)) {
                readable++;
                if (stream.clock.hasClock() && packets.has(i, PacketIndex.HAS_BEGIN)) {
                    long cycles = times.believedBegin(i);
                    begin = Math.min(begin, stream.clock.nanosOr(cycles, Long.MAX_VALUE));
                    end = Math.max(end, stream.clock.nanosOr(cycles, Long.MIN_VALUE));
                }
                if (stream.clock.hasClock() && packets.has(i, PacketIndex.HAS_END)) {
                    end = Math.max(end, stream.clock.nanosOr(times.believedEnd(i), Long.MIN_VALUE));
                }
            }
        }
        int last = packets.count - 1;
        boolean ends = last >= 0 && stream.clock.hasClock() && packets.readable(last) && packets.has(last, PacketIndex.HAS_END)
                && stream.clock.nanosOr(times.believedEnd(last), Long.MIN_VALUE) == end;
        info = new StreamInfo(paths, stream.stream.id(), cpu, readable, begin, end, startBytes[packets.count], discarded, ends, number(0),
                number(last));
    }

    /** The tracer's number of a packet. */
    private long number(int packet) {
        return packet >= 0 && packet < packets.count && packets.has(packet, PacketIndex.HAS_SEQUENCE) ? packets.sequence[packet]
                : StreamInfo.UNNUMBERED;
    }

    private long countLosses(StreamLayout stream, Caveats caveats) {
        long events = 0;
        long missing = 0;
        long eventsFrom = Long.MAX_VALUE;
        long eventsTo = Long.MIN_VALUE;
        long packetsFrom = Long.MAX_VALUE;
        long packetsTo = Long.MIN_VALUE;
        int before = -1;
        for (int i = 0; i < packets.count; i++) {
            if (!packets.readable(i)) {
                continue;
            }
            long from = before < 0 ? beginNanos(stream, i) : endNanos(stream, before);
            long gone = missingPackets(stream, before, i);
            if (gone > 0) {
                missing += gone;
                lost[i] = UNKNOWN_LOSS;
                packetsFrom = Math.min(packetsFrom, from);
                packetsTo = Math.max(packetsTo, beginNanos(stream, i));
            }
            long count = lostEvents(stream, before, i);
            if (count > 0 && !isPossible(count, from, endNanos(stream, i))) {
                count = UNKNOWN_LOSS;
            }
            if (count != 0) {
                events += Math.max(0, count);
                lost[i] = gone > 0 ? UNKNOWN_LOSS : count;
                eventsFrom = Math.min(eventsFrom, from);
                eventsTo = Math.max(eventsTo, endNanos(stream, i));
            }
            before = i;
        }
        Path path = files.get(0).path();
        if (events > 0) {
            caveats.add(ReadCaveat.Kind.DISCARDED_EVENTS, path, Caveats.WHOLE_FILE, events, eventsFrom, eventsTo,
                    "The tracer lost " + (events == 1 ? "1 event of " : events + " events of ") + path
                            + " because its buffers were full; record with more or larger "
                            + "buffers, or fewer events.");
        }
        if (missing > 0) {
            caveats.add(ReadCaveat.Kind.DISCARDED_PACKETS, path, Caveats.WHOLE_FILE, missing, packetsFrom, packetsTo,
                    (missing == 1 ? "1 packet of " : missing + " packets of ") + path
                            + (missing == 1 ? " is missing: the tracer overwrote it or it was"
                                    : " are missing: the tracer overwrote them or they were")
                            + " not copied.");
        }
        return events;
    }

    private long missingPackets(StreamLayout stream, int before, int packet) {
        if (before < 0 || !packets.has(packet, PacketIndex.HAS_SEQUENCE) || !packets.has(before, PacketIndex.HAS_SEQUENCE)) {
            return 0;
        }
        long step = difference(packets.sequence[packet], packets.sequence[before], stream.sequenceSize);
        // packets that were left out as broken have their own notices
        return Math.max(0, step - 1 - (packet - before - 1));
    }

    private long lostEvents(StreamLayout stream, int before, int packet) {
        if (!packets.has(packet, PacketIndex.HAS_DISCARDED)) {
            return 0;
        }
        if (before < 0 || !packets.has(before, PacketIndex.HAS_DISCARDED)) {
            // what was lost before the first packet that was kept is not this trace's, unless it is the stream's very first
            boolean first = packet == 0 && packets.has(packet, PacketIndex.HAS_SEQUENCE) && packets.sequence[packet] == 0;
            return first ? Math.max(0, packets.discarded[packet]) : 0;
        }
        long count = difference(packets.discarded[packet], packets.discarded[before], stream.discardedSize);
        return count < 0 ? UNKNOWN_LOSS : count;
    }

    /** Whether a tracer can have lost so many events in some time: no machine makes one a nanosecond. Unknown times allow any number. */
    private static boolean isPossible(long count, long fromNanos, long toNanos) {
        if (fromNanos == Long.MIN_VALUE || toNanos == Long.MIN_VALUE || toNanos == Long.MAX_VALUE) {
            return true;
        }
        long nanos = toNanos - fromNanos;
        return nanos < 0 || count <= nanos;
    }

    /** Steps of a counter of some bits that wraps; negative if it went backward. */
    private static long difference(long now, long before, int bits) {
        int shift = Long.SIZE - Math.min(Long.SIZE, Math.max(1, bits));
        long steps = ((now - before) << shift) >> shift;
        // a narrow counter may well have gone through more than half of its values
        return steps < 0 && bits < 32 ? steps + (1L << bits) : steps;
    }

    private long beginNanos(StreamLayout stream, int packet) {
        return packets.has(packet, PacketIndex.HAS_BEGIN) ? stream.clock.nanosOr(packets.beginCycles[packet], Long.MIN_VALUE)
                : Long.MIN_VALUE;
    }

    private long endNanos(StreamLayout stream, int packet) {
        return packets.has(packet, PacketIndex.HAS_END) ? stream.clock.nanosOr(packets.endCycles[packet], Long.MAX_VALUE)
                : beginNanos(stream, packet);
    }

    /**
     * Gives the packets that were refused for their times the time in which they may lie.
     *
     * @param all the streams of the trace
     */
    void boundRefused(List<DataStream> all) {
        PacketTimes times = new PacketTimes(packets, clock);
        boolean known = false;
        long begin = -1;
        long end = 0;
        for (DataStream other : all) {
            PacketTimes ofOther = new PacketTimes(other.packets, other.clock);
            for (int i = 0; clock.isLike(other.clock) && i < other.packets.count; i++) {
                if (other.packets.readable(i) && other.packets.has(i, PacketIndex.HAS_BEGIN) && other.packets.has(i, PacketIndex.HAS_END)) {
                    known = true;
                    long from = ofOther.believedBegin(i);
                    long to = ofOther.believedEnd(i);
                    begin = Long.compareUnsigned(from, begin) < 0 ? from : begin;
                    end = Long.compareUnsigned(to, end) > 0 ? to : end;
                }
            }
        }
        if (known) {
            times.boundRefused(begin, end);
        } else {
            times.forgetRefused();
        }
    }

    /** Whether a packet was refused for its times. */
    boolean hasRefused() {
        for (int i = 0; i < packets.count; i++) {
            if (PacketTimes.isRefused(packets.fault[i])) {
                return true;
            }
        }
        return false;
    }

    /** What consumers see of it. */
    public StreamInfo info() {
        return info;
    }

    MappedFile file(int index) {
        return files.get(index);
    }

    PacketIndex packets() {
        return packets;
    }

    int streamIndex() {
        return streamIndex;
    }

    int cpu() {
        return cpu;
    }

    long lost(int packet) {
        return lost[packet];
    }

    long startBytes(int packet) {
        return startBytes[packet];
    }

    long bytes() {
        return startBytes[packets.count];
    }
}
