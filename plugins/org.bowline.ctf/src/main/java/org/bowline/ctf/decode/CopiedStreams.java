/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.ReadCaveat;

/**
 * Files that hold the same packets of the same stream, as when somebody copied a stream beside itself: each event would count twice. They are
 * known by their packet headers: stream, processor, times, numbers and sizes of all packets of the one with fewer. If its bytes are in the
 * other one, too, it is left out; else both are read, since nothing tells which one is damaged. Both is told. Only packets that begin and end
 * at a known time of a known stream or processor can be compared.
 */
final class CopiedStreams {
    private record Origin(int streamIndex, boolean hasInstance, long instance, int cpu, long begin, long end) {
        /** What the compiler leaves to the first call costs more there than reading all packet headers of a small trace. */
        @Override
        public int hashCode() {
            return Long.hashCode(((streamIndex * 31L + cpu) * 31 + instance) * 31 * 31 + begin * 31 + end);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Origin one && streamIndex == one.streamIndex && hasInstance == one.hasInstance
                    && instance == one.instance
                    && cpu == one.cpu && begin == one.begin && end == one.end;
        }
    }

    private CopiedStreams() {}

    /** The files without those that are copies of others; O(packets), and O(bytes) for copies. */
    static List<StreamFile> without(List<StreamFile> files, Caveats caveats) {
        Map<Origin, StreamFile> kept = new HashMap<>();
        List<StreamFile> all = new ArrayList<>(files);
        for (StreamFile file : files) {
            PacketIndex packets = file.packets();
            boolean comparable = packets.has(0, PacketIndex.HAS_BEGIN) && packets.has(0, PacketIndex.HAS_END)
                    && (file.hasInstance() || file.cpu() >= 0);
            if (!comparable) {
                continue;
            }
            Origin origin = new Origin(file.streamIndex(), file.hasInstance(), file.instance(), file.cpu(), packets.beginCycles[0],
                    packets.endCycles[0]);
            StreamFile other = kept.putIfAbsent(origin, file);
            if (other == null || !isSame(packets, other.packets())) {
                continue;
            }
            boolean isLonger = file.file().size() > other.file().size();
            StreamFile copy = isLonger ? other : file;
            StreamFile original = isLonger ? file : other;
            boolean left = isWithin(copy, original);
            caveats.add(ReadCaveat.Kind.DUPLICATE_STREAM, copy.file().path(), "The packets of " + copy.file().path() + " are in "
                    + original.file().path() + ", too. " + (left ? "It was read once; remove the copy."
                            : "Their bytes differ, so both were read, and events may count twice; remove the one that is damaged."));
            if (left) {
                all.remove(copy);
                kept.put(origin, original);
            }
        }
        return all;
    }

    private static boolean isSame(PacketIndex one, PacketIndex other) {
        for (int i = 0; i < Math.min(one.count, other.count); i++) {
            if (one.offsetBytes[i] != other.offsetBytes[i] || one.beginCycles[i] != other.beginCycles[i]
                    || one.endCycles[i] != other.endCycles[i] || one.sequence[i] != other.sequence[i]
                    || one.discarded[i] != other.discarded[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether one file is the begin of the other. */
    private static boolean isWithin(StreamFile copy, StreamFile original) {
        try {
            long differs = Files.mismatch(copy.file().path(), original.file().path());
            return differs < 0 || differs >= copy.file().size();
        } catch (IOException e) {
            return false; // then both are read, and whatever is wrong is found there
        }
    }
}
