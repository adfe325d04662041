/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.bowline.core.event.StackVocabulary;
import org.bowline.core.event.UserVocabulary.Unread;
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
 * What traces hold that no analysis uses, because there is none, or because of what else was not recorded: who recorded it should not look for it in the results. Metadata say what a trace may hold; whether
 * it does is read up to the first event of each sort.
 */
final class UnusedEvents {
    private static final int POLL_MASK = (1 << 12) - 1;

    private UnusedEvents() {}

    /**
     * A caveat for each host whose traces hold such events.
     *
     * @param knowsThreads of the number of a host, whether it is known what its threads did
     */
    static List<Caveat> caveats(List<HostTraces> hosts, IntPredicate knowsThreads, Progress progress) throws TraceReadException {
        List<Caveat> caveats = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            HostTraces host = hosts.get(i);
            boolean knows = knowsThreads.test(i);
            Set<Unread> sorts = EnumSet.noneOf(Unread.class);
            for (OpenTrace trace : host.traces()) {
                try {
                    add(trace, knows, sorts, progress);
                } catch (InternalError e) {
                    throw ShrunkFile.refuse(trace.path(), e);
                }
            }
            if (!sorts.isEmpty()) {
                caveats.add(Caveat.of(Severity.INFO, host.name(), "recorded-and-not-used", sorts.size(),
                        "The traces hold events that no analysis uses here: "
                                + sorts.stream().map(Unread::toString).collect(Collectors.joining("; "))
                                + ". They are not in the results, except in intervals that you ask for; do not record them for Bowline alone."));
            }
        }
        return caveats;
    }

    private static void add(OpenTrace trace, boolean knowsThreads, Set<Unread> found, Progress progress) throws TraceReadException {
        Set<Unread> wanted = EnumSet.noneOf(Unread.class);
        EventSelection.Builder selection = EventSelection.builder();
        List<Unread> ofKind = new ArrayList<>();
        for (StreamClass stream : trace.ctf().metadata().streams()) {
            boolean stacks = has(stream.commonContext(), Unread.STACKS::holds);
            for (EventClass event : stream.events()) {
                Unread sort = sort(event, stacks);
                boolean isUsed = sort != null && knowsThreads && sort.needsThreads();
                if (sort != null && !isUsed && !found.contains(sort)) {
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

    private static @Nullable Unread sort(EventClass event, boolean stacks) {
        Unread sort = Unread.ofEvent(event.name());
        boolean unreadStack = sort == null && !StackVocabulary.reads(event.name())
                && (stacks || has(event.specificContext(), Unread.STACKS::holds));
        return unreadStack ? Unread.STACKS : sort;
    }

    private static boolean has(@Nullable StructClass struct, Predicate<String> name) {
        return struct != null && struct.members().stream().anyMatch(member -> name.test(member.name()));
    }
}
