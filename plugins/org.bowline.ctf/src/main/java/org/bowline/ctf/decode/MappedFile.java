/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

import org.bowline.ctf.TraceReadException;

/**
 * A file in memory, in one or several windows: a buffer cannot be larger than 2 GiB, so larger files are mapped in windows of 1 GiB that
 * begin where a packet begins. All windows are mapped while the packets are indexed, then the channel is closed: reading does not touch it,
 * and an interrupted thread cannot close it. The memory is given back when the buffers are garbage.
 *
 * <p>A file must not become shorter while it is open: the Java machine then fails with an {@link InternalError}, at best. Tracers and relay
 * daemons only ever append, or start new files.
 */
final class MappedFile {
    private static final long WINDOW_BYTES = 1L << 30;
    /** The largest piece that one buffer can hold. */
    static final long MAX_PIECE_BYTES = Integer.MAX_VALUE - 8L;

    private final Path path;
    private final long size;
    private final long windowBytes;
    private long[] starts = new long[1];
    private ByteBuffer[] windows = new ByteBuffer[1];
    private int count;

    MappedFile(Path path, long size) {
        this(path, size, WINDOW_BYTES);
    }

    /** With smaller windows, for tests. */
    MappedFile(Path path, long size, long windowBytes) {
        this.path = path;
        this.size = size;
        this.windowBytes = windowBytes;
    }

    Path path() {
        return path;
    }

    long size() {
        return size;
    }

    /**
     * The window that holds a piece of the file; mapped if there is none yet, then beginning at the piece.
     *
     * @param length at most {@link #MAX_PIECE_BYTES}; what is beyond the file's end is left out
     * @return number of the window
     */
    int require(long offset, long length) throws TraceReadException {
        long piece = Math.min(length, size - offset);
        int found = find(offset, piece);
        if (found >= 0) {
            return found;
        }
        // before the first packet is known the window begins at 0, later where a packet begins
        long end = Math.min(size, offset + Math.max(piece, windowBytes));
        ByteBuffer mapped = map(offset, end - offset);
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            windows = Arrays.copyOf(windows, 2 * count);
        }
        starts[count] = offset;
        windows[count] = mapped;
        return count++;
    }

    private int find(long offset, long length) {
        for (int i = count - 1; i >= 0; i--) {
            if (starts[i] <= offset && offset + length <= starts[i] + windows[i].capacity()) {
                return i;
            }
        }
        return -1;
    }

    ByteBuffer window(int index) {
        return windows[index];
    }

    long start(int index) {
        return starts[index];
    }

    private ByteBuffer map(long offset, long length) throws TraceReadException {
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
                    return channel.map(FileChannel.MapMode.READ_ONLY, offset, length).order(ByteOrder.LITTLE_ENDIAN);
                } catch (ClosedByInterruptException e) {
                    // interrupted just now: the flag is put back below, the mapping does not depend on it
                    interrupted = true;
                }
            }
        } catch (IOException e) {
            throw TraceReadException.of(path, TraceReadException.UNKNOWN, offset, "the file cannot be mapped (" + e.getMessage() + ")",
                    "check that it still exists and that you may read it", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
