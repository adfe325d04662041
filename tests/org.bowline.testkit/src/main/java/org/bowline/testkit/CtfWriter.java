/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a CTF 1.8 trace in LTTng's shape: one directory, {@code metadata}, a data stream file for each {@link #stream stream}, and
 * {@code index/} if wanted. Memory: one packet a stream.
 */
public final class CtfWriter implements AutoCloseable {
    /** How the metadata file is written. */
    public enum Metadata {
        /** As text. */
        TEXT,
        /** In packets of 4 KiB, as LTTng's consumer writes it. */
        PACKETS
    }

    private static final int METADATA_PACKET = 4096;
    private static final int METADATA_HEADER = 37;

    private final Path directory;
    private final CtfDeclaration declaration;
    private final int packetBytes;
    private final boolean index;
    private final List<CtfStreamWriter> streams = new ArrayList<>();
    private final Metadata metadata;

    /**
     * Creates the directory.
     *
     * @param packetBytes size of a full packet, a multiple of 4096
     * @param index whether to write index files
     */
    public CtfWriter(Path directory, CtfDeclaration declaration, Metadata metadata, int packetBytes, boolean index) throws IOException {
        if (packetBytes <= 0 || packetBytes % 4096 != 0) {
            throw new IllegalArgumentException("packet size " + packetBytes + " is not a multiple of 4096");
        }
        this.directory = directory;
        this.declaration = declaration;
        this.metadata = metadata;
        this.packetBytes = packetBytes;
        this.index = index;
        Files.createDirectories(index ? directory.resolve("index") : directory);
    }

    /** Opens a data stream file for the events of one processor. */
    public CtfStreamWriter stream(String file, int cpu) throws IOException {
        CtfStreamWriter stream = new CtfStreamWriter(directory.resolve(file),
                index ? directory.resolve("index").resolve(file + ".idx") : null, declaration,
                streams.size(), cpu, packetBytes);
        streams.add(stream);
        return stream;
    }

    /** Closes the streams and writes the metadata. */
    @Override
    public void close() throws IOException {
        for (CtfStreamWriter stream : streams) {
            stream.close();
        }
        byte[] text = declaration.tsdl().getBytes(StandardCharsets.UTF_8);
        Files.write(directory.resolve("metadata"), metadata == Metadata.TEXT ? text : packets(text));
    }

    private byte[] packets(byte[] text) {
        int room = METADATA_PACKET - METADATA_HEADER;
        int count = Math.max(1, (text.length + room - 1) / room);
        ByteBuffer out = ByteBuffer.allocate(count * METADATA_PACKET).order(declaration.order());
        for (int i = 0; i < count; i++) {
            int length = Math.min(room, text.length - i * room);
            out.position(i * METADATA_PACKET);
            out.putInt(0x75D11D57);
            ByteOrder order = out.order();
            out.order(ByteOrder.BIG_ENDIAN).putLong(declaration.uuid().getMostSignificantBits())
                    .putLong(declaration.uuid().getLeastSignificantBits());
            out.order(order);
            out.putInt(0).putInt((METADATA_HEADER + length) * 8).putInt(METADATA_PACKET * 8);
            out.put((byte) 0).put((byte) 0).put((byte) 0).put((byte) 1).put((byte) 8);
            out.put(text, i * room, length);
        }
        return out.array();
    }
}
