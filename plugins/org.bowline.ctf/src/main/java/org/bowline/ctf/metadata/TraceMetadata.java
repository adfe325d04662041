/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * All that the metadata of one trace says.
 *
 * @param format the version of the format
 * @param uuid as 32 lower-case hexadecimal digits with the usual dashes; empty if not told
 * @param byteOrder CTF 1.8's native order; big endian for CTF 2, where every field says its own
 * @param environment texts, and integers as decimal texts, in order
 * @param warnings what had to be ignored, a sentence each
 */
public record TraceMetadata(Format format, String uuid, ByteOrder byteOrder, Map<String, String> environment, List<ClockClass> clocks,
        @Nullable StructClass packetHeader, List<StreamClass> streams, List<String> warnings) {
    /** Versions of the format. */
    public enum Format {
        /** TSDL metadata. */
        CTF_1_8("CTF 1.8"),
        /** JSON metadata. */
        CTF_2("CTF 2");

        private final String text;

        Format(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Copies the collections. */
    public TraceMetadata {
        environment = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        clocks = List.copyOf(clocks);
        streams = List.copyOf(streams);
        warnings = List.copyOf(warnings);
    }

    /** The event classes of all stream classes, in order; positions are the reader's event class indexes. */
    public List<EventClass> eventClasses() {
        List<EventClass> all = new ArrayList<>();
        for (StreamClass stream : streams) {
            all.addAll(stream.events());
        }
        return all;
    }

    /** A value of the environment, or the empty text. */
    public String environment(String key) {
        return environment.getOrDefault(key, "");
    }
}
