/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Tells the directory of a trace whose file {@code metadata} is gone from any other directory, by the magic numbers with which streams
 * and index files begin. Looks at the first bytes of a few files, so that directories of others cost next to nothing.
 */
public final class LostMetadata {
    private static final int PACKET_MAGIC = 0xC1FC1FC1;
    private static final int INDEX_MAGIC = 0xC1F1DCC1;
    /** A trace's directory holds hardly anything but streams; one with so many other files before the first stream is something else. */
    private static final int MOST_FILES = 16;
    private static final int MOST_ENTRIES = 256;

    private LostMetadata() {}

    /** Whether the directory has streams or their index files, but no file {@code metadata}. */
    public static boolean is(Path directory) {
        return !CtfTrace.isTrace(directory)
                && (any(directory, PACKET_MAGIC, "") || any(directory.resolve("index"), INDEX_MAGIC, ".idx"));
    }

    private static boolean any(Path directory, int magic, String suffix) {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            int seen = 0;
            int opened = 0;
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                if (++seen > MOST_ENTRIES || opened >= MOST_FILES) {
                    return false;
                }
                // never what is not a regular file: to open a pipe may take for ever
                if (!name.startsWith(".") && name.endsWith(suffix) && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                    opened++;
                    if (begins(entry, magic)) {
                        return true;
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return false; // who walks over it tells that it cannot be read
        }
        return false;
    }

    private static boolean begins(Path file, int magic) {
        ByteBuffer first = ByteBuffer.allocate(Integer.BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.read(first, 0) < Integer.BYTES) {
                return false;
            }
        } catch (IOException e) {
            return false;
        }
        int found = first.getInt(0);
        return found == magic || found == Integer.reverseBytes(magic);
    }
}
