/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.ByteBuffer;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.StructClass;

/**
 * Walks the wanted events of one stream, in the order in which they were recorded. An event of fixed size costs its header, one look-up and
 * one addition; its fields are read in place when they are asked for.
 *
 * <p>Time: the clock value is extended from event to event as the format says. Should it go backward (a tracer's fault), the event keeps
 * its place and takes the time of the event before it, and a caveat counts it. That packets overlap, as LTTng 2.1 wrote
 * them (the end of a packet is sampled after the begin of the next), does not matter as long as the events themselves are in order.
 */
final class StreamReader {
    private static final long EVENT = 1;
    private static final long END_OF_PACKET = 0;
    private static final int NO_PACKET = -1;

    private final DataStream stream;
    private final int index;
    private final TraceLayout traceLayout;
    private final StreamLayout layout;
    private final Caveats caveats;
    private final PacketDecoder machine;
    private final PacketIndex packets;
    private final PacketTimes times;

    private final @Nullable EventLayout only;

    private int packet = NO_PACKET;
    /** Next event, and the end of the content, in bits. */
    private long at;
    private long limit;
    /** The packet goes on beyond the end of its file. */
    private boolean cut;
    private int cpu;
    /** No event of the packet is before or after these. */
    private long earliestNanos;
    private long latestNanos;
    /** Where the packet's first event would be. */
    private long firstAt;
    private long lastEventNanos = Long.MIN_VALUE;

    // the present event
    private @Nullable EventLayout event;
    private long eventStart;
    private long timeNanos = Long.MIN_VALUE;
    private long lostUntilNanos;
    private long lostCount;

    StreamReader(DataStream stream, int index, TraceLayout traceLayout, Caveats caveats) {
        this.stream = stream;
        this.index = index;
        this.traceLayout = traceLayout;
        this.layout = traceLayout.streams().get(stream.streamIndex());
        this.caveats = caveats;
        machine = new PacketDecoder(traceLayout);
        only = layout.only();
        packets = stream.packets();
        times = new PacketTimes(packets, layout.clock);
        cpu = stream.cpu();
    }

    int index() {
        return index;
    }

    /** Time of the present event or notice. */
    long timeNanos() {
        return timeNanos;
    }

    /** Time of the last event of the packets that were read to their ends, wanted or not; {@link Long#MIN_VALUE} if none. */
    long lastEventNanos() {
        return lastEventNanos;
    }

    int cpu() {
        return cpu;
    }

    long cycles() {
        return machine.cycles;
    }

    /** The layout of the present event, or null for a notice. */
    @Nullable
    EventLayout event() {
        return event;
    }

    /** The field of a slot of the present event as a {@link QuickField}. */
    long quick(int slot) {
        EventLayout present = event;
        return present != null && slot >= 0 && slot < present.quick.length ? present.quick[slot] : QuickField.NONE;
    }

    long lostUntilNanos() {
        return lostUntilNanos;
    }

    long lostCount() {
        return lostCount;
    }

    PacketDecoder machine() {
        return machine;
    }

    StreamLayout layout() {
        return layout;
    }

    /** The class of the present event, or null for a notice. */
    @Nullable
    EventClass eventClass() {
        EventLayout present = event;
        return present == null ? null : traceLayout.shape().eventClass(present.classIndex);
    }

    @Nullable
    StructClass packetHeader() {
        return traceLayout.metadata().packetHeader();
    }

    /** Which fields other fields of an event refer to. */
    Set<FieldLocation> references(EventClass type) {
        return traceLayout.shape().references(layout.stream, type);
    }

    /** First bit of the present event's header. */
    long eventStart() {
        return eventStart;
    }

    /** First bit after the present event. */
    long at() {
        return at;
    }

    /** End of the packet's content in bits. */
    long limit() {
        return limit;
    }

    long bytesRead() {
        if (packet == NO_PACKET) {
            return 0;
        }
        return packet >= packets.count ? stream.bytes()
                : stream.startBytes(packet) + Math.min(packets.sizeBytes[packet], (at - machine.base) >>> 3);
    }

    TraceReadException broken(String wrong, @Nullable Throwable cause) {
        boolean inside = packet >= 0 && packet < packets.count;
        MappedFile file = stream.file(inside ? packets.file[packet] : 0);
        return TraceReadException.of(file.path(), inside ? packets.number[packet] : TraceReadException.UNKNOWN,
                inside ? packets.offsetBytes[packet] + ((at - machine.base) >>> 3) : TraceReadException.UNKNOWN, wrong,
                "open the trace again", cause);
    }

    /**
     * Moves to the next wanted event or notice.
     *
     * @return false at the end of the stream
     */
    boolean advance() throws TraceReadException {
        while (true) {
            long result;
            try {
                result = scan();
            } catch (InternalError e) {
                throw broken("the file changed while it was read", e);
            }
            if (result == EVENT) {
                return true;
            }
            boolean notice;
            if (result != END_OF_PACKET) {
                notice = leave(result);
            } else if (cut) {
                notice = leave(Faults.TRUNCATED);
            } else {
                noteLastEvent();
                packet++;
                if (packet >= packets.count) {
                    packet = packets.count;
                    return false;
                }
                notice = enter();
            }
            if (notice) {
                event = null;
                return true;
            }
        }
    }

    // Complex: the hot loop keeps position and clock in locals, which a call would put back.
    /** Decodes up to the next wanted event: the hot loop. Position and clock live in locals and are put back on every way out. */
    private long scan() {
        final PacketDecoder machine = this.machine;
        final ByteBuffer bytes = machine.bytes;
        final StreamLayout layout = this.layout;
        final HeaderForm form = layout.header;
        final long limit = this.limit;
        long cycles = machine.cycles;
        long at = this.at;
        long result = END_OF_PACKET;
        try {
            while (at < limit) {
                long body;
                long size = StreamLayout.UNKNOWN_SIZE;
                EventLayout found;
                if (form == HeaderForm.LARGE) {
                    int start = (int) ((at + 7) >>> 3);
                    int id = bytes.getShort(start) & 0xFFFF;
                    if (id != 0xFFFF) {
                        cycles += (bytes.getInt(start + 2) - cycles) & 0xFFFFFFFFL;
                        body = 8L * start + 48;
                        size = layout.size(id);
                        found = layout.layout(id);
                    } else {
                        cycles = bytes.getLong(start + 6);
                        body = 8L * start + 112;
                        found = layout.layout(bytes.getInt(start + 2) & 0xFFFFFFFFL);
                    }
                } else if (form == HeaderForm.COMPACT) {
                    int start = (int) ((at + 7) >>> 3);
                    int word = bytes.getInt(start);
                    int id = word & 0x1F;
                    if (id != 0x1F) {
                        cycles += ((word >>> 5) - cycles) & 0x7FFFFFFL;
                        body = 8L * start + 32;
                        size = layout.size(id);
                        found = layout.layout(id);
                    } else {
                        cycles = bytes.getLong(start + 5);
                        body = 8L * start + 104;
                        found = layout.layout(bytes.getInt(start + 1) & 0xFFFFFFFFL);
                    }
                } else if (form == HeaderForm.PROGRAM) {
                    body = machine.run(layout.headerProgram, at, limit);
                    cycles = machine.cycles;
                    if (body < 0) {
                        result = body;
                        break;
                    }
                    found = only != null ? only : layout.layout(machine.registers[Machine.EVENT_ID]);
                } else {
                    body = at;
                    found = only;
                }
                if (found == null) {
                    result = Faults.UNKNOWN_EVENT;
                    break;
                }
                long base;
                long end;
                if (size >= 0) {
                    base = body;
                    end = base + size;
                } else {
                    base = (body + found.headMask) & ~found.headMask;
                    end = found.fixedBits >= 0 ? base + found.fixedBits : machine.run(found.program, base, limit);
                }
                if (end > limit || end <= at) {
                    result = end < 0 ? end : end > limit ? Faults.BEYOND_CONTENT : Faults.EMPTY_EVENT;
                    break;
                }
                if (found.kind != EventLayout.UNWANTED) {
                    long time = layout.clock.nanos(cycles);
                    if (time < earliestNanos || time > latestNanos) {
                        result = Faults.EVENT_TIME;
                        break;
                    }
                    machine.anchors[LayoutCompiler.BASE_ANCHOR] = base;
                    eventStart = at;
                    event = found;
                    timeNanos = time >= timeNanos ? time : backward(time);
                    at = end;
                    result = EVENT;
                    break;
                }
                at = end;
            }
        } catch (IndexOutOfBoundsException e) {
            result = Faults.BEYOND_CONTENT;
        } catch (ArithmeticException e) {
            result = Faults.TIME;
        }
        this.at = at;
        machine.cycles = cycles;
        return result;
    }

    /** The clock stands at the packet's last event, if the packet has any. */
    private void noteLastEvent() {
        if (at > firstAt && layout.clock.hasClock()) {
            long time = layout.clock.nanosOr(machine.cycles, Long.MIN_VALUE);
            if (time >= earliestNanos && time <= latestNanos) {
                lastEventNanos = Math.max(lastEventNanos, time);
            }
        }
    }

    /** An event before the event before it keeps its place and takes that one's time. */
    private long backward(long time) {
        MappedFile file = stream.file(packets.file[packet]);
        caveats.backward(file.path(), packets.number[packet], eventStart, time, timeNanos);
        return timeNanos;
    }

    // Complex: one decision for each way in which a packet can be broken.
    /** Opens the packet; whether a notice comes before its first event. */
    private boolean enter() throws TraceReadException {
        at = 0;
        firstAt = 0;
        limit = 0;
        cut = false;
        machine.base = 0;
        if (!packets.readable(packet)) {
            return leave(packets.fault[packet]);
        }
        if (packet > 0 && packets.readable(packet - 1) && packets.has(packet - 1, PacketIndex.HAS_END)) {
            // the clock stands where the packet before ended, which tells the time of events that bear none, as babeltrace2 does
            machine.cycles = packets.endCycles[packet - 1];
        }
        MappedFile file = stream.file(packets.file[packet]);
        long fault;
        try {
            fault = machine.decode(file, packets.window[packet], packets.offsetBytes[packet], packets.sizeBytes[packet]);
        } catch (InternalError e) {
            throw broken("the file changed while it was read", e);
        }
        boolean truncated = packets.has(packet, PacketIndex.TRUNCATED);
        if (fault == 0 && machine.streamIndex != stream.streamIndex()) {
            fault = Faults.OTHER_STREAM;
        }
        if (fault == 0 && !truncated && machine.totalBits != 8 * packets.sizeBytes[packet]) {
            fault = Faults.TOTAL_SIZE;
        }
        if (fault == 0 && packets.has(packet, PacketIndex.FROM_INDEX)) {
            fault = checkIndex();
        }
        if (fault != 0) {
            at = machine.base;
            limit = at;
            return leave(fault);
        }
        cpu = processor(file);
        at = machine.headerEnd;
        firstAt = at;
        limit = machine.base + Math.min(machine.contentBits, 8 * packets.sizeBytes[packet]);
        cut = truncated && machine.contentBits > 8 * packets.sizeBytes[packet];
        machine.allowIterations(limit - at);
        latestNanos = times.latestNanos(packet);
        earliestNanos = times.earliestNanos(packet);
        if (machine.has(Machine.BEGIN_CYCLES)) {
            // a packet that was believed against its index
            earliestNanos = Math.min(earliestNanos, layout.clock.nanosOr(machine.registers[Machine.BEGIN_CYCLES], earliestNanos));
        }
        return loss();
    }

    /** On which processor the packet was recorded: where all packets of a stream are of one, another number is damage. */
    private int processor(MappedFile file) {
        int told = machine.cpu();
        int known = stream.cpu();
        if (told == known || known < 0 || !traceLayout.isOfOneProcessor()) {
            return told;
        }
        caveats.add(ReadCaveat.Kind.OTHER_PROCESSOR, file.path(), packets.number[packet], 1, beginNanos(packet), endNanos(packet),
                "Packet " + packets.number[packet] + " of " + file.path() + " says that it was recorded on processor " + told
                        + ", while its file is of processor " + known + ": it was read as one of that. The trace is probably damaged.");
        return known;
    }

    /** An index that was believed until now may disagree with a packet: {@link PacketTimes} says who is right about times, else the packet is. */
    private long checkIndex() {
        boolean agrees = PacketTimes.agrees(packets, packet, machine);
        if (!agrees && !times.isRightAgainstIndex(packet, machine, layout.headerProgram)) {
            return Faults.INDEX_TIMES;
        }
        if (!agrees || machine.contentBits != packets.contentBits[packet]) {
            MappedFile file = stream.file(packets.file[packet]);
            caveats.add(ReadCaveat.Kind.INDEX_IGNORED, file.path(), packets.number[packet], 1, beginNanos(packet), endNanos(packet),
                    "The index file of " + file.path() + " and packet " + packets.number[packet]
                            + " itself disagree; the packet was believed.");
        }
        return 0;
    }

    /** Tells of events that were lost before or within the packet that begins. */
    private boolean loss() {
        long lost = stream.lost(packet);
        if (lost == 0) {
            return false;
        }
        long begin = beginNanos(packet);
        long from = begin;
        if (packet > 0 && packets.has(packet - 1, PacketIndex.HAS_END)) {
            from = Math.min(begin, layout.clock.nanosOr(packets.endCycles[packet - 1], begin));
        }
        return notice(lost, from, endNanos(packet));
    }

    private boolean notice(long lost, long from, long until) {
        if (from == Long.MIN_VALUE && timeNanos == Long.MIN_VALUE) {
            // no time is known at all yet: the caveat must do
            return false;
        }
        timeNanos = Math.max(timeNanos, from);
        lostUntilNanos = Math.max(timeNanos, until);
        lostCount = lost;
        return true;
    }

    private long beginNanos(int which) {
        if (!layout.clock.hasClock()) {
            return 0;
        }
        return packets.has(which, PacketIndex.HAS_BEGIN) ? layout.clock.nanosOr(packets.beginCycles[which], Long.MIN_VALUE)
                : Long.MIN_VALUE;
    }

    private long endNanos(int which) {
        if (!layout.clock.hasClock()) {
            return 0;
        }
        return packets.has(which, PacketIndex.HAS_END) ? layout.clock.nanosOr(packets.endCycles[which], Long.MIN_VALUE) : beginNanos(which);
    }

    /** Gives up the rest of the packet; whether a notice says so. */
    private boolean leave(long fault) throws TraceReadException {
        long position = packets.offsetBytes[packet] + ((at - machine.base) >>> 3);
        at = limit;
        cut = false;
        MappedFile file = stream.file(packets.file[packet]);
        boolean truncated = fault == Faults.TRUNCATED || (packets.has(packet, PacketIndex.TRUNCATED) && fault > Faults.SELECTOR);
        long from = Math.max(timeNanos, beginNanos(packet));
        long until = endNanos(packet);
        if (until == Long.MIN_VALUE && packet + 1 < packets.count) {
            until = beginNanos(packet + 1);
        }
        caveats.broken(truncated ? ReadCaveat.Kind.TRUNCATED : ReadCaveat.Kind.BROKEN_PACKET, file.path(), packets.number[packet], position,
                from, until == Long.MIN_VALUE ? Long.MAX_VALUE : Math.max(from, until), Faults.text(fault));
        return notice(DataStream.UNKNOWN_LOSS, beginNanos(packet), until);
    }
}
