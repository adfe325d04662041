/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.order.Bisection;

/** What is at which address of a process, as {@code /proc/PID/maps} says (see proc_pid_maps(5)): the parts that hold code. Immutable. */
public final class MemoryMap {
    private static final int MOST_LINES = 1 << 17;
    private static final Pattern LINE = Pattern
            .compile("([0-9a-f]{1,16})-([0-9a-f]{1,16}) (\\S{4}) ([0-9a-f]{1,16}) \\S+ \\d+ *(.*)");

    private final List<Part> ascending;

    /**
     * A part of the memory that may be executed.
     *
     * @param begin its first address, unsigned
     * @param end the first one after it
     * @param offset where it begins in the file
     * @param path of the file; {@code [vdso]} and the like, or empty, if it is of none
     */
    public record Part(long begin, long end, long offset, String path) {
        /** Whether it is of a file. */
        public boolean isFile() {
            return path.startsWith("/");
        }

        /** The place of an address in the file. */
        public long inFile(long address) {
            return address - begin + offset;
        }
    }

    private MemoryMap(List<Part> parts) {
        ascending = List.copyOf(parts);
    }

    /** Of the lines of such a file; what is no such line, and all beyond {@value #MOST_LINES} lines, is passed over. */
    public static MemoryMap of(Stream<String> lines) {
        List<Part> parts = new ArrayList<>();
        lines.limit(MOST_LINES).forEach(line -> {
            Matcher part = LINE.matcher(line);
            if (part.matches() && part.group(3).indexOf('x') >= 0) {
                parts.add(new Part(Long.parseUnsignedLong(part.group(1), 16), Long.parseUnsignedLong(part.group(2), 16),
                        Long.parseUnsignedLong(part.group(4), 16), part.group(5)));
            }
        });
        parts.sort(Comparator.comparing(Part::begin, Long::compareUnsigned));
        return new MemoryMap(parts);
    }

    /** What is at an address; null if there is no code. O(log parts). */
    public @Nullable Part at(long address) {
        int next = Bisection.first(0, ascending.size(), i -> Long.compareUnsigned(ascending.get(i).begin(), address) > 0);
        return next > 0 && Long.compareUnsigned(address, ascending.get(next - 1).end()) < 0 ? ascending.get(next - 1) : null;
    }

    /** Whether nothing is known. */
    public boolean isEmpty() {
        return ascending.isEmpty();
    }
}
