/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

import org.bowline.core.event.Unread;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.progress.Progress;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.StreamClass;

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
        Map<String, Set<Unread>> sortsOf = new LinkedHashMap<>();
        Set<Unread> wanted = EnumSet.noneOf(Unread.class);
        for (StreamClass stream : trace.ctf().metadata().streams()) {
            for (EventClass event : stream.events()) {
                Set<Unread> sorts = Unread.of(stream, event);
                sorts.removeAll(found);
                sorts.removeIf(sort -> knowsThreads && sort.needsThreads());
                if (!sorts.isEmpty()) {
                    sortsOf.computeIfAbsent(event.name(), name -> EnumSet.noneOf(Unread.class)).addAll(sorts);
                    wanted.addAll(sorts);
                }
            }
        }
        if (wanted.isEmpty()) {
            return;
        }
        EventSelection.Builder selection = EventSelection.builder();
        sortsOf.keySet().forEach(selection::add);
        List<Set<Unread>> ofKind = List.copyOf(sortsOf.values());
        try (EventCursor cursor = trace.ctf().cursor(selection.build())) {
            for (long events = 1; !wanted.isEmpty() && cursor.next(); events++) {
                if (cursor.kind() != EventCursor.LOST && wanted.removeAll(ofKind.get(cursor.kind()))) {
                    found.addAll(ofKind.get(cursor.kind()));
                }
                if ((events & POLL_MASK) == 0) {
                    progress.check();
                }
            }
        }
    }
}
