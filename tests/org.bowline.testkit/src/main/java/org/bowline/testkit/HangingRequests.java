/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * Requests of the recording three-tier that hang: their {@code wl:req_end} becomes a {@code wl:stage_end}, which has the same fields. All else stays as it was
 * recorded.
 */
public final class HangingRequests {
    /** Of that recording. */
    private static final int END_ID = 12;
    private static final int STAGE_END_ID = 14;
    private static final byte[] NAME = "client\0".getBytes(StandardCharsets.UTF_8);
    /** The large header, vpid, vtid and procname are before the fields req and type, these before the name. */
    private static final int TO_TYPE = 4;
    private static final int TO_REQUEST = 8;
    private static final int TO_HEADER = TO_REQUEST + 17 + 4 + 4 + 6;

    private HangingRequests() {}

    /**
     * Changes the streams below a directory.
     *
     * @param directory of the user-space trace of host A
     * @param type of the requests
     * @param hangs which of them, by their number
     * @return how many requests hang now
     */
    public static int make(Path directory, int type, IntPredicate hangs) throws IOException {
        int count = 0;
        List<Path> streams;
        try (Stream<Path> files = Files.walk(directory)) {
            streams = files.filter(file -> file.getFileName() != null && file.getFileName().toString().matches("u0_[0-9]+")).toList();
        }
        for (Path stream : streams) {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(stream)).order(ByteOrder.LITTLE_ENDIAN);
            for (int at = TO_HEADER; at + NAME.length <= bytes.capacity(); at++) {
                if (isName(bytes, at) && bytes.getShort(at - TO_HEADER) == END_ID && bytes.getInt(at - TO_TYPE) == type
                        && hangs.test(bytes.getInt(at - TO_REQUEST))) {
                    bytes.putShort(at - TO_HEADER, (short) STAGE_END_ID);
                    count++;
                }
            }
            Files.write(stream, bytes.array());
        }
        return count;
    }

    private static boolean isName(ByteBuffer bytes, int at) {
        for (int i = 0; i < NAME.length; i++) {
            if (bytes.get(at + i) != NAME[i]) {
                return false;
            }
        }
        return true;
    }
}
