/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.progress.Progress;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StructClass;

/**
 * What traces hold for analyses that do not exist yet: who recorded it should not look for it in the results. Metadata say what a trace may hold; whether
 * it does is read up to the first event of each sort.
 */
final class UnusedEvents {
    private static final int POLL_MASK = (1 << 12) - 1;

    /** Sorts of events, by the start of their names. */
    private enum Sort {
        TAGS("tags", "bowline:tag_"),
        SPINS("spinning", "bowline:spin_"),
        FALSE_WAKE_UPS("false wake-ups", "bowline:false_wakeup"),
        MUTEXES("mutexes", "lttng_ust_pthread:"),
        FUNCTIONS("functions", "lttng_ust_cyg_profile:func_, lttng_ust_cyg_profile_fast:func_"),
        /** Fields of other events. */
        STACKS("call stacks", "callstack_");

        private final String words;
        private final String starts;

        Sort(String words, String starts) {
            this.words = words;
            this.starts = starts;
        }

        boolean holds(String name) {
            return Stream.of(starts.split(", ")).anyMatch(name::startsWith);
        }

        @Override
        public String toString() {
            return words + " (" + (this == STACKS ? "context " : "") + starts.replace(",", "*,") + "*)";
        }
    }

    private UnusedEvents() {}

    /** A caveat for each host whose traces hold such events. */
    static List<Caveat> caveats(List<HostTraces> hosts, Progress progress) throws TraceReadException {
        List<Caveat> caveats = new ArrayList<>();
        for (HostTraces host : hosts) {
            Set<Sort> sorts = EnumSet.noneOf(Sort.class);
            for (OpenTrace trace : host.traces()) {
                try {
                    add(trace, sorts, progress);
                } catch (InternalError e) {
                    throw ShrunkFile.refuse(trace.path(), e);
                }
            }
            if (!sorts.isEmpty()) {
                caveats.add(Caveat.of(Severity.INFO, host.name(), "recorded-and-not-used", sorts.size(),
                        "The traces hold what no analysis reads yet: "
                                + sorts.stream().map(Sort::toString).collect(Collectors.joining("; "))
                                + ". Nothing of it is in the results, but for intervals that were asked for; do not record it for Bowline alone."));
            }
        }
        return caveats;
    }

    private static void add(OpenTrace trace, Set<Sort> found, Progress progress) throws TraceReadException {
        Set<Sort> wanted = EnumSet.noneOf(Sort.class);
        EventSelection.Builder selection = EventSelection.builder();
        List<Sort> ofKind = new ArrayList<>();
        for (StreamClass stream : trace.ctf().metadata().streams()) {
            boolean stacks = has(stream.commonContext(), Sort.STACKS::holds);
            for (EventClass event : stream.events()) {
                Sort sort = sort(event.name());
                if (sort == null && (stacks || has(event.specificContext(), Sort.STACKS::holds))) {
                    sort = Sort.STACKS;
                }
                if (sort != null && !found.contains(sort)) {
                    int kind = selection.add(event.name());
                    while (ofKind.size() <= kind) {
                        ofKind.add(sort);
                    }
                    wanted.add(sort);
                }
            }
        }
        if (wanted.isEmpty()) {
            return;
        }
        try (EventCursor cursor = trace.ctf().cursor(selection.build())) {
            for (long events = 1; !wanted.isEmpty() && cursor.next(); events++) {
                if (cursor.kind() != EventCursor.LOST && wanted.remove(ofKind.get(cursor.kind()))) {
                    found.add(ofKind.get(cursor.kind()));
                }
                if ((events & POLL_MASK) == 0) {
                    progress.check();
                }
            }
        }
    }

    private static @Nullable Sort sort(String name) {
        for (Sort sort : Sort.values()) {
            if (sort != Sort.STACKS && sort.holds(name)) {
                return sort;
            }
        }
        return null;
    }

    private static boolean has(@Nullable StructClass struct, Predicate<String> name) {
        return struct != null && struct.members().stream().anyMatch(member -> name.test(member.name()));
    }
}
