/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.annotation;

/**
 * What module the thread is in, as a path like {@code engine/storage/crc}: for code whose stack does not tell, as that of event loops.
 *
 * <pre>{@code
 * private static final Label CRC = Label.of("engine/storage/crc");
 *
 * try (Tag tag = Tag.push(CRC)) {
 *     ...
 * }
 * }</pre>
 *
 * <p>Tags nest, per thread. Nothing is allocated. If a recording begins or ends within a module, only one of the two events is recorded.
 */
public final class Tag implements AutoCloseable {
    private final Label path;

    Tag(Label path) {
        this.path = path;
    }

    /** The calling thread enters a module; it leaves it when the tag is closed, which is for the same thread to do. */
    public static Tag push(Label path) {
        if (Native.isRecorded(Native.TAG_PUSH)) {
            Native.tagPush(path.address);
        }
        return path.tag;
    }

    /** The calling thread takes up other work: it leaves whatever it was in, and enters a module; that of the empty label is none. */
    public static void switchTo(Label path) {
        if (Native.isRecorded(Native.TAG_SWITCH)) {
            Native.tagSwitch(path.address);
        }
    }

    /** The calling thread leaves the module. */
    @Override
    public void close() {
        if (Native.isRecorded(Native.TAG_POP)) {
            Native.tagPop(path.address);
        }
    }
}
