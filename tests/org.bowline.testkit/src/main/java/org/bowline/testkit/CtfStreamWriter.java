/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.bowline.testkit.FieldProgram.Step;

/**
 * Writes one data stream. An event is {@link #begin}, its context's and its own values in the order of the declaration, {@link #end}:
 *
 * <pre>{@code
 * stream.begin(switchEvent, cycles);
 * stream.text("bash").integer(17).integer(20).integer(1);
 * stream.text("swapper/0").integer(0).integer(20);
 * stream.end();
 * }</pre>
 *
 * A full packet is written when the next event might not fit. Nothing is allocated per event.
 */
public final class CtfStreamWriter implements AutoCloseable {
    private static final int PAGE = 4096;

    private final BitSink out;
    private final FileChannel channel;
    private final @Nullable FileChannel indexChannel;
    private final ByteBuffer packet;
    private final int packetBytes;
    private final int cpu;
    private final long instance;
    private final UUID uuid;
    private final boolean bigEndian;
    private final FieldProgram packetHeader;
    private final FieldProgram packetContext;
    private final FieldProgram eventHeader;
    private final FieldProgram eventContext;
    private final int headerAlignment;
    private final int timeBits;
    private final int lastShortId;

    private Step[] steps;
    private int pc;
    private long[] slots = new long[4];
    private @Nullable FieldProgram next;
    private boolean packetOpen;
    private long contextBit;
    private long packetBegin;
    private long lastTime = Long.MIN_VALUE;
    private long sequenceNumber;
    private long discarded;
    private long events;
    private long fileOffset;

    CtfStreamWriter(Path file, @Nullable Path indexFile, CtfDeclaration declaration, long instance, int cpu, int packetBytes)
            throws IOException {
        this.cpu = cpu;
        this.instance = instance;
        this.packetBytes = packetBytes;
        uuid = declaration.uuid();
        ByteOrder order = declaration.order();
        bigEndian = order == ByteOrder.BIG_ENDIAN;
        packetHeader = new FieldProgram(declaration.packetHeader(), order);
        packetContext = new FieldProgram(declaration.packetContext(), order);
        eventHeader = new FieldProgram(declaration.eventHeader(), order);
        eventContext = new FieldProgram(declaration.eventContext(), order);
        headerAlignment = declaration.eventHeaderAlignment();
        timeBits = declaration.headerKind() == CtfDeclaration.Header.COMPACT ? 27 : 32;
        lastShortId = declaration.headerKind() == CtfDeclaration.Header.COMPACT ? 30 : 65534;
        out = new BitSink(packetBytes);
        packet = ByteBuffer.wrap(out.bytes());
        steps = packetHeader.steps;
        channel = create(file);
        indexChannel = indexFile == null ? null : create(indexFile);
        if (indexChannel != null) {
            indexChannel.write(ByteBuffer.allocate(16).putInt(0xC1F1DCC1).putInt(1).putInt(1).putInt(72).flip());
        }
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    /** Number of events written so far. */
    public long events() {
        return events;
    }

    /** Clock value of the last event; {@link Long#MIN_VALUE} before the first. */
    public long lastTime() {
        return lastTime;
    }

    /**
     * Starts an event.
     *
     * @param cycles clock value, not before the last event's
     */
    public void begin(CtfDeclaration.Event event, long cycles) throws IOException {
        if (cycles < lastTime) {
            throw new IllegalStateException("time goes back from " + lastTime + " to " + cycles + " at " + event.name);
        }
        FieldProgram program = Objects.requireNonNull(event.program);
        int bound = 48 + eventContext.boundBytes() + program.boundBytes();
        if (packetOpen && out.bit() / 8 + bound > packetBytes) {
            closePacket(lastTime, packetBytes);
        }
        if (!packetOpen) {
            openPacket(cycles);
        }
        out.align(headerAlignment);
        boolean extended = event.id > lastShortId || cycles - lastTime >>> timeBits != 0;
        start(eventHeader);
        if (extended) {
            integer(lastShortId + 1L).integer(event.id).integer(cycles);
        } else {
            integer(event.id).integer(cycles);
        }
        finish();
        lastTime = cycles;
        start(eventContext);
        next = program;
        skip();
    }

    /** Ends the event. */
    public void end() {
        finish();
        events++;
    }

    /** The next field: an integer or enumeration; higher bits are cut off. */
    public CtfStreamWriter integer(long value) {
        Step step = take(FieldProgram.INTEGER);
        if (step.slot() >= 0) {
            slots[step.slot()] = value;
        }
        out.integer(value, step.size(), step.bigEndian());
        skip();
        return this;
    }

    /** The next field: a floating-point number. */
    public CtfStreamWriter real(double value) {
        Step step = take(FieldProgram.REAL);
        out.integer(step.size() == 32 ? Float.floatToRawIntBits((float) value) : Double.doubleToRawLongBits(value), step.size(), bigEndian);
        skip();
        return this;
    }

    /** The next field: a string or an array of characters (cut if too long), in UTF-8. */
    public CtfStreamWriter text(String value) {
        return text(value.getBytes(StandardCharsets.UTF_8));
    }

    /** The next field: a string (without its NUL) or an array of characters (cut if too long). */
    public CtfStreamWriter text(byte[] value) {
        Step step = current();
        pc++;
        if (step.kind() == FieldProgram.TEXT && value.length <= FieldProgram.LONGEST) {
            out.raw(value, value.length);
            out.zeros(1);
        } else if (step.kind() == FieldProgram.CHARACTERS) {
            int length = Math.min(value.length, step.count());
            out.raw(value, length);
            out.zeros(step.count() - length);
        } else {
            throw new IllegalStateException("no text expected, or it is too long");
        }
        skip();
        return this;
    }

    /** The next field: an array of integers, or a sequence of integers with its length. */
    public CtfStreamWriter integers(long... values) {
        Step step = current();
        pc++;
        int size = step.size();
        if (step.kind() == FieldProgram.SEQUENCE && values.length <= FieldProgram.LONGEST) {
            out.integer(values.length, size, step.count() == 1);
            out.align(step.alignment());
            size = step.elementSize();
        } else if (step.kind() != FieldProgram.ARRAY || values.length != step.count()) {
            throw new IllegalStateException("no array of " + values.length + " expected");
        }
        for (long value : values) {
            out.align(step.alignment());
            out.integer(value, size, step.bigEndian());
        }
        skip();
        return this;
    }

    /** Counts events as lost: the next packet will say so. The present packet is closed. */
    public void discard(long count) throws IOException {
        if (packetOpen) {
            closePacket(lastTime, packetBytes);
        }
        discarded += count;
    }

    /** Leaves out packet numbers, as snapshots and overwrite mode do. The present packet is closed. */
    public void skipPackets(long count) throws IOException {
        if (packetOpen) {
            closePacket(lastTime, packetBytes);
        }
        sequenceNumber += count;
    }

    /** Ends the present packet, as a flush does. */
    public void flush() throws IOException {
        if (packetOpen) {
            closePacket(lastTime, packetBytes);
        }
    }

    /** Writes a packet without events, as a flush of an idle processor does. */
    public void emptyPacket(long cycles) throws IOException {
        flush();
        openPacket(cycles);
        closePacket(cycles, packetBytes);
    }

    /** Writes the last packet. */
    @Override
    public void close() throws IOException {
        try {
            if (packetOpen) {
                closePacket(lastTime, PAGE);
            }
        } finally {
            channel.close();
            if (indexChannel != null) {
                indexChannel.close();
            }
        }
    }

    private void openPacket(long begin) {
        out.seek(0);
        packetBegin = begin;
        lastTime = begin;
        start(packetHeader);
        integer(0xC1FC1FC1L);
        long[] identity = new long[16];
        for (int i = 0; i < 16; i++) {
            identity[i] = (i < 8 ? uuid.getMostSignificantBits() : uuid.getLeastSignificantBits()) >>> 56 - 8 * (i % 8) & 0xff;
        }
        integers(identity).integer(0).integer(instance);
        finish();
        contextBit = out.bit();
        context(0, 0, 0);
        packetOpen = true;
    }

    private void context(long end, long content, long size) {
        out.seek(contextBit);
        start(packetContext);
        integer(packetBegin).integer(end).integer(content).integer(size).integer(sequenceNumber).integer(discarded).integer(cpu);
        finish();
    }

    private void closePacket(long end, int multiple) throws IOException {
        long content = out.bit();
        int bytes = (int) ((content + 7) / 8);
        int size = (bytes + multiple - 1) / multiple * multiple;
        context(end, content, size * 8L);
        out.seek(bytes * 8L);
        out.zeros(size - bytes);
        packet.clear().limit(size);
        while (packet.hasRemaining()) {
            channel.write(packet);
        }
        if (indexChannel != null) {
            indexChannel
                    .write(ByteBuffer.allocate(72).putLong(fileOffset).putLong(size * 8L).putLong(content).putLong(packetBegin).putLong(end)
                            .putLong(discarded).putLong(0).putLong(instance).putLong(sequenceNumber).flip());
        }
        fileOffset += size;
        sequenceNumber++;
        packetOpen = false;
    }

    private void start(FieldProgram program) {
        steps = program.steps;
        if (slots.length < program.slots()) {
            slots = new long[program.slots()];
        }
        pc = 0;
        next = null;
        skip();
    }

    private void finish() {
        skip();
        if (steps[pc].kind() != FieldProgram.END) {
            throw new IllegalStateException("values are missing from step " + pc);
        }
    }

    private Step current() {
        return steps[pc];
    }

    private Step take(int kind) {
        Step step = steps[pc];
        if (step.kind() != kind) {
            throw new IllegalStateException("step " + pc + " is of kind " + step.kind() + ", not " + kind);
        }
        pc++;
        return step;
    }

    /** Goes on to the next step that takes a value. */
    private void skip() {
        while (true) {
            Step step = steps[pc];
            switch (step.kind()) {
                case FieldProgram.ALIGN -> {
                    out.align(step.size());
                    pc++;
                }
                case FieldProgram.JUMP -> pc = step.size();
                case FieldProgram.CHOOSE -> pc = choose(step);
                case FieldProgram.END -> {
                    if (next == null) {
                        return;
                    }
                    steps = next.steps;
                    if (slots.length < next.slots()) {
                        slots = new long[next.slots()];
                    }
                    next = null;
                    pc = 0;
                }
                default -> {
                    return;
                }
            }
        }
    }

    private int choose(Step step) {
        long value = slots[step.slot()];
        List<FieldProgram.Range> ranges = step.ranges();
        for (int i = 0; i < ranges.size(); i++) {
            FieldProgram.Range range = ranges.get(i);
            if (range.low() <= value && value <= range.high()) {
                return range.target();
            }
        }
        throw new IllegalStateException("no option for " + value);
    }
}
