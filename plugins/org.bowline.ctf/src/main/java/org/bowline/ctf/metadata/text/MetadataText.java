/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;

/**
 * The text of a metadata file, freed of its packets, which still knows where each byte stood: parsers report errors and warnings by
 * position in the text, the user reads line, column and offset in the file. Internal to the reader; not thread-safe.
 */
public final class MetadataText {
    private static final int MAX_WARNINGS = 100;
    /** Far more comparisons of names than any tracer's metadata needs: LTTng's kernel metadata takes some ten thousand. */
    private static final long MAX_STEPS = 1L << 27;
    private static final String REMEDY = "the file is damaged, or written by a tracer that does not follow the format; "
            + "compare with what babeltrace2 says of it";

    private final Path file;
    private final byte[] bytes;
    private final int length;
    private final String packetUuid;
    /** Ascending text positions of the packets' beginnings, and the file offsets of the same bytes. */
    private final int[] pieceStart;
    private final long[] pieceOffset;
    private final List<String> warnings = new ArrayList<>();
    private int suppressed;
    private long steps;

    MetadataText(Path file, byte[] bytes, int length, String packetUuid, int[] pieceStart, long[] pieceOffset) {
        this.file = file;
        this.bytes = bytes;
        this.length = length;
        this.packetUuid = packetUuid;
        this.pieceStart = pieceStart;
        this.pieceOffset = pieceOffset;
    }

    /** Text that is the file itself. */
    public static MetadataText plain(Path file, byte[] bytes) {
        return new MetadataText(file, bytes, bytes.length, "", new int[] {0}, new long[] {0});
    }

    /** Where the text comes from. */
    public Path file() {
        return file;
    }

    /** The bytes; valid up to {@link #length()}; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Number of bytes. */
    public int length() {
        return length;
    }

    /** UUID in the headers of the metadata packets; empty if there are no packets or none is told. */
    public String packetUuid() {
        return packetUuid;
    }

    /** An error at a position of the text. */
    public TraceReadException error(int position, String wrong) {
        return error(position, wrong, null);
    }

    /** An error at a position of the text, with what was thrown below. */
    public TraceReadException error(int position, String wrong, @Nullable Throwable cause) {
        return TraceReadException.of(file, TraceReadException.UNKNOWN, fileOffset(position), place(position) + ": " + wrong, REMEDY, cause);
    }

    /** Keeps a sentence about something that was ignored; the first hundred are kept, the rest counted. */
    public void warn(int position, String sentence) {
        if (warnings.size() < MAX_WARNINGS) {
            warnings.add(place(position) + ": " + sentence);
        } else {
            suppressed++;
        }
    }

    /** What was ignored so far. */
    public List<String> warnings() {
        List<String> all = new ArrayList<>(warnings);
        if (suppressed > 0) {
            all.add(suppressed + " more warnings like these");
        }
        return all;
    }

    /** Counts the work of looking up names, so that no text, however made, keeps the reader busy without end. */
    public void spend(int comparisons) throws TraceReadException {
        steps += comparisons + 1L;
        if (steps > MAX_STEPS) {
            throw error(0, "looking up the fields that lengths and selectors refer to takes more than " + MAX_STEPS + " steps");
        }
    }

    private long fileOffset(int position) {
        int found = Arrays.binarySearch(pieceStart, position);
        int piece = found >= 0 ? found : -found - 2;
        return pieceOffset[piece] + (position - pieceStart[piece]);
    }

    /** Line and column, from 1, columns in bytes. */
    private String place(int position) {
        int line = 1;
        int lineStart = 0;
        int end = Math.min(position, length);
        for (int i = 0; i < end; i++) {
            if (bytes[i] == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return "line " + line + ", column " + (end - lineStart + 1);
    }
}
