/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Role;
import org.bowline.ctf.metadata.StructClass;

/**
 * Finds the packets of a stream file by walking over their headers: O(packets), and O(bytes) where it must look for the next packet after
 * a broken one. The search knows packets by their magic number and checks what follows it; a stream without magic numbers is lost from a
 * broken header on. It goes as far as some packets would, not further: a file may have a tail of many gigabytes that were never written.
 */
final class PacketScanner {
    /** No packet header is larger. */
    private static final long HEADER_BYTES = 1 << 16;
    private static final int MAGIC_NUMBER = 0xC1FC1FC1;
    private static final int NO_STREAM = -1;
    /** Where the next packet is looked for: within this, or within some times the largest packet so far. */
    private static final long SEARCH_BYTES = 64L << 20;
    private static final long SEARCH_PACKETS = 4;

    private final MappedFile file;
    private final TraceLayout layout;
    private final PacketDecoder decoder;
    private final PacketIndex index = new PacketIndex();
    private int streamIndex = NO_STREAM;
    private long largestBytes;

    private PacketScanner(MappedFile file, TraceLayout layout, PacketDecoder decoder) {
        this.file = file;
        this.layout = layout;
        this.decoder = decoder;
    }

    /** All packets and the broken pieces between them, in order, from the first byte to the last. */
    static PacketIndex scan(MappedFile file, TraceLayout layout, PacketDecoder decoder) throws TraceReadException {
        PacketScanner scanner = new PacketScanner(file, layout, decoder);
        long at = 0;
        while (at < file.size()) {
            at = scanner.packet(at);
        }
        return scanner.index;
    }

    // Complex: one decision for each way in which a packet can be broken.
    private long packet(long at) throws TraceReadException {
        long available = file.size() - at;
        long fault = decode(at);
        long size = decoder.totalBits / 8;
        if (size == 0 || fault == Faults.MAGIC || fault == Faults.UUID || fault == Faults.UNKNOWN_STREAM) {
            return broken(at, fault == 0 ? Faults.TOTAL_SIZE : fault);
        }
        if (size > available) {
            long next = search(at + 1);
            if (next >= 0) {
                index.add(at, next - at, 0, (int) Faults.TOTAL_SIZE);
                return next;
            }
        }
        if (fault == 0 && streamIndex != NO_STREAM && decoder.streamIndex != streamIndex) {
            fault = Faults.OTHER_STREAM;
        }
        long here = Math.min(size, available);
        if (here > MappedFile.MAX_PIECE_BYTES) {
            fault = fault == 0 ? Faults.TOO_LARGE : fault;
        }
        int packet = index.add(at, here, Math.min(decoder.contentBits, 8 * here), (int) fault);
        if (size > available) {
            index.flags[packet] |= PacketIndex.TRUNCATED;
        }
        index.note(packet, decoder);
        if (fault == 0) {
            largestBytes = Math.max(largestBytes, size <= available ? size : 0);
            if (decoder.has(Machine.END_CYCLES)) {
                decoder.cycles = decoder.registers[Machine.END_CYCLES];
            }
            streamIndex = decoder.streamIndex;
            index.window[packet] = file.require(at, here);
        }
        return at + here;
    }

    private long broken(long at, long fault) throws TraceReadException {
        long next = search(at + 1);
        long end = next < 0 ? file.size() : next;
        index.add(at, end - at, 0, (int) fault);
        return end;
    }

    private long decode(long at) throws TraceReadException {
        int window = file.require(at, HEADER_BYTES);
        return decoder.decode(file, window, at, file.size() - at);
    }

    /** The next place from {@code from} on where a whole valid packet header is, or −1. */
    private long search(long from) throws TraceReadException {
        IntegerClass magic = firstMagic(layout.metadata().packetHeader());
        if (magic == null) {
            return -1;
        }
        int pattern = magic.byteOrder() == ByteOrder.LITTLE_ENDIAN ? MAGIC_NUMBER : Integer.reverseBytes(MAGIC_NUMBER);
        long at = from;
        long end = Math.min(file.size(), from + Math.max(SEARCH_BYTES, SEARCH_PACKETS * largestBytes));
        while (at + Integer.BYTES <= end) {
            int window = file.require(at, HEADER_BYTES);
            ByteBuffer bytes = file.window(window);
            int limit = (int) Math.min(bytes.limit(), end - file.start(window)) - Integer.BYTES;
            for (int i = (int) (at - file.start(window)); i <= limit; i++) {
                if (bytes.getInt(i) == pattern) {
                    long found = file.start(window) + i;
                    if (decode(found) == 0 && decoder.totalBits / 8 <= file.size() - found) {
                        return found;
                    }
                }
            }
            at = file.start(window) + limit + 1;
        }
        return -1;
    }

    private static @Nullable IntegerClass firstMagic(@Nullable StructClass header) {
        List<StructClass.Member> members = header == null ? List.of() : header.members();
        return !members.isEmpty() && members.get(0).type() instanceof IntegerClass integer && integer.size() == Integer.SIZE
                && integer.roles().contains(Role.PACKET_MAGIC) ? integer : null;
    }
}
