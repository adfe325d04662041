/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.trace;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.metadata.json.JsonMetadataReader;
import org.bowline.ctf.metadata.text.MetadataPackets;
import org.bowline.ctf.metadata.text.MetadataText;
import org.bowline.ctf.metadata.tsdl.TsdlReader;

/** Reads the file {@code metadata} of a trace: TSDL as text or in packets of either byte order, or a JSON text sequence. */
public final class MetadataReader {
    /** LTTng's kernel metadata, the largest known, has less than a megabyte. */
    private static final long MAX_BYTES = 64L << 20;
    private static final byte RECORD_SEPARATOR = 0x1E;
    private static final byte[] SIGNATURE = "/* CTF ".getBytes(StandardCharsets.US_ASCII);

    private MetadataReader() {}

    /**
     * Reads and checks the metadata. O(bytes).
     *
     * @param file the metadata file
     * @throws TraceReadException if it is missing, malformed, contradictory, or too large or deep to be metadata
     */
    public static TraceMetadata read(Path file) throws TraceReadException {
        return read(file, load(file));
    }

    /** Reads the content of a metadata file that is in memory; the path is for messages. The array must not change meanwhile. */
    static TraceMetadata read(Path file, byte[] bytes) throws TraceReadException {
        ByteOrder order = MetadataPackets.byteOrder(bytes);
        MetadataText text = order != null ? MetadataPackets.unwrap(file, bytes, order) : MetadataText.plain(file, bytes);
        if (text.length() == 0) {
            throw text.error(0, "the metadata is empty");
        }
        if (isSequence(text)) {
            return JsonMetadataReader.read(text);
        }
        checkVersion(text);
        return TsdlReader.read(text);
    }

    private static byte[] load(Path file) throws TraceReadException {
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw TraceReadException.of(file, TraceReadException.UNKNOWN, TraceReadException.UNKNOWN,
                        "it is not a file but a directory, a FIFO or a device", "copy the trace again", null);
            }
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw TraceReadException.of(file, TraceReadException.UNKNOWN, TraceReadException.UNKNOWN,
                        "the file has " + size + " bytes; metadata of more than " + MAX_BYTES + " bytes is not read", "", null);
            }
            return Files.readAllBytes(file);
        } catch (TraceReadException e) {
            throw e;
        } catch (IOException e) {
            throw TraceReadException.of(file, TraceReadException.UNKNOWN, TraceReadException.UNKNOWN, Files.exists(file)
                    ? "the system refuses it: " + e.getMessage() : "there is no such file", "check the path and its permissions", e);
        }
    }

    /** JSON text sequences begin with a record separator; a brace means that it was lost. */
    private static boolean isSequence(MetadataText text) {
        for (int i = 0; i < text.length(); i++) {
            byte b = text.bytes()[i];
            if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
                return b == RECORD_SEPARATOR || b == '{';
            }
        }
        return false;
    }

    /** TSDL may begin with a comment that tells its version. */
    private static void checkVersion(MetadataText text) throws TraceReadException {
        byte[] bytes = text.bytes();
        int length = Math.min(text.length(), SIGNATURE.length + 16);
        for (int i = 0; i < SIGNATURE.length; i++) {
            if (i >= length || bytes[i] != SIGNATURE[i]) {
                return;
            }
        }
        int at = SIGNATURE.length;
        while (at < length && (bytes[at] == '.' || (bytes[at] >= '0' && bytes[at] <= '9'))) {
            at++;
        }
        String version = new String(bytes, SIGNATURE.length, at - SIGNATURE.length, StandardCharsets.US_ASCII);
        if (!version.equals("1.8")) {
            throw text.error(0, "the metadata says that it is CTF " + version + "; CTF 1.8 and CTF 2 can be read");
        }
    }
}
