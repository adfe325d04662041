/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/** Reads and checks packet headers and contexts; a machine that stands behind the packet context afterwards. */
final class PacketDecoder extends Machine {
    private static final long MAGIC_NUMBER = 0xC1FC1FC1L;
    private static final long MAGIC_MASK = 0xFFFFFFFFL;

    private final TraceLayout layout;
    private final boolean checkUuid;
    private final long uuidHigh;
    private final long uuidLow;

    /** Index of the packet's stream class, once known. */
    int streamIndex;
    /** First bit of the packet. */
    long base;
    /** First bit of the packet context. */
    long contextStart;
    /** First bit after the packet context. */
    long headerEnd;
    /** Size of the packet in bits, or 0 if it cannot be told. */
    long totalBits;
    /** Size of its content in bits. */
    long contentBits;

    PacketDecoder(TraceLayout layout) {
        this.layout = layout;
        layout.register(this);
        UUID uuid = parse(layout.metadata().uuid());
        checkUuid = uuid != null;
        uuidHigh = uuid == null ? 0 : uuid.getMostSignificantBits();
        uuidLow = uuid == null ? 0 : uuid.getLeastSignificantBits();
    }

    private static @Nullable UUID parse(String text) {
        if (text.length() != 36) {
            return null;
        }
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The processor that the packet says it was recorded on; −1 if it says none. */
    int cpu() {
        return has(CPU) ? (int) Math.max(-1, Math.min(registers[CPU], Integer.MAX_VALUE)) : -1;
    }

    /**
     * Decodes the header of a packet of a file. Fields are aligned from the packet's begin, which positions in the window may not show: then
     * the packet gets a view of its own.
     *
     * @param window number of the window that holds it
     * @param offset of the packet in the file
     * @param availableBytes what the packet may have at most
     */
    long decode(MappedFile file, int window, long offset, long availableBytes) {
        ByteBuffer view = file.window(window);
        int start = (int) (offset - file.start(window));
        if (8L * start % layout.maxAlignment() != 0) {
            view = view.slice(start, view.limit() - start).order(ByteOrder.LITTLE_ENDIAN);
            start = 0;
        }
        return decode(view, start, availableBytes);
    }

    /**
     * Decodes the header of the packet at a position.
     *
     * @param window little-endian bytes
     * @param at first byte of the packet; its bit is a multiple of every alignment
     * @param availableBytes what the file has from there on
     * @return 0 if all is well, else one of {@link Faults}; {@link #totalBits} is not 0 if the packet's end is known nevertheless
     */
    long decode(ByteBuffer window, int at, long availableBytes) {
        bytes = window;
        base = 8L * at;
        streamIndex = -1;
        totalBits = 0;
        contentBits = 0;
        roles = 0;
        long available = 8 * availableBytes;
        long limit = Math.min(base + available, 8L * window.limit());
        allowIterations(limit - base);
        try {
            return decode(limit, available);
        } catch (IndexOutOfBoundsException e) {
            return wrongMagic() ? Faults.MAGIC : Faults.TRUNCATED;
        }
    }

    private boolean wrongMagic() {
        return has(MAGIC) && (registers[MAGIC] & MAGIC_MASK) != MAGIC_NUMBER;
    }

    private long decode(long limit, long available) {
        long end = run(layout.packetHeader(), base, limit);
        if (wrongMagic()) {
            return Faults.MAGIC;
        }
        if (end < 0) {
            return end == Faults.BEYOND_CONTENT ? Faults.TRUNCATED : end;
        }
        if (checkUuid && has(UUID_POSITION)) {
            int at = (int) (registers[UUID_POSITION] >>> 3);
            if (Long.reverseBytes(bytes.getLong(at)) != uuidHigh || Long.reverseBytes(bytes.getLong(at + 8)) != uuidLow) {
                return Faults.UUID;
            }
        }
        int stream = has(STREAM_CLASS_ID) ? layout.streamIndex(registers[STREAM_CLASS_ID]) : layout.streams().size() == 1 ? 0 : -1;
        if (stream < 0) {
            return Faults.UNKNOWN_STREAM;
        }
        contextStart = end;
        // the clock of the packet begin, if any, is set by the context; a time role in the packet header has no meaning
        roles &= ~(1 << BEGIN_CYCLES);
        end = run(layout.streams().get(stream).packetContext, end, limit);
        if (end < 0) {
            return end == Faults.BEYOND_CONTENT ? Faults.TRUNCATED : end;
        }
        streamIndex = stream;
        headerEnd = end;
        return sizes(available);
    }

    private long sizes(long available) {
        long headerBits = headerEnd - base;
        long content = registers[CONTENT];
        long total;
        if (has(TOTAL)) {
            total = registers[TOTAL];
        } else if (has(CONTENT)) {
            total = (content + 7) & ~7L;
        } else {
            total = available;
        }
        if (!has(CONTENT)) {
            content = total;
        }
        if (total <= 0 || total % 8 != 0 || total < headerBits) {
            return Faults.TOTAL_SIZE;
        }
        totalBits = total;
        contentBits = content;
        if (content == 0 && headerBits > 0) {
            return Faults.ZERO_CONTENT;
        }
        return content < headerBits || content > total ? Faults.CONTENT_SIZE : 0;
    }
}
