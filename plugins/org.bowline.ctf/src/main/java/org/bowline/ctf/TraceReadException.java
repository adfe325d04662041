/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * A trace, or a part of it, cannot be read. The message says which file, packet and byte offset, what is wrong, and what can be done. It
 * is the only exception that reading a trace throws, however broken the input is.
 */
public final class TraceReadException extends IOException {
    private static final long serialVersionUID = 1L;
    /** The packet or the offset is unknown or does not apply. */
    public static final long UNKNOWN = -1;

    private final transient @Nullable Path file;
    private final long packet;
    private final long offsetBytes;

    private TraceReadException(String message, @Nullable Path file, long packet, long offsetBytes, @Nullable Throwable cause) {
        super(message, cause);
        this.file = file;
        this.packet = packet;
        this.offsetBytes = offsetBytes;
    }

    /**
     * @param file the file that cannot be read
     * @param packet number of the packet in the file, from 0, or {@link #UNKNOWN}
     * @param offsetBytes offset in the file, or {@link #UNKNOWN}
     * @param wrong what is wrong, a clause without a full stop
     * @param remedy what the user can do, a clause without a full stop; empty if nothing
     * @param cause what was thrown below, or null
     */
    public static TraceReadException of(Path file, long packet, long offsetBytes, String wrong, String remedy, @Nullable Throwable cause) {
        StringBuilder text = new StringBuilder("Cannot read ").append(file);
        if (packet != UNKNOWN) {
            text.append(", packet ").append(packet);
        }
        if (offsetBytes != UNKNOWN) {
            text.append(", offset 0x").append(Long.toHexString(offsetBytes));
        }
        text.append(": ").append(wrong).append('.');
        if (!remedy.isEmpty()) {
            text.append(' ').append(Character.toUpperCase(remedy.charAt(0))).append(remedy, 1, remedy.length()).append('.');
        }
        return new TraceReadException(text.toString(), file, packet, offsetBytes, cause);
    }

    /** The file at fault, or null after serialisation. */
    public @Nullable Path file() {
        return file;
    }

    /** Number of the packet in the file, from 0, or {@link #UNKNOWN}. */
    public long packet() {
        return packet;
    }

    /** Offset in the file in bytes, or {@link #UNKNOWN}. */
    public long offsetBytes() {
        return offsetBytes;
    }
}
