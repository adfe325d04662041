/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

import org.bowline.core.progress.Progress;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;

/** Counts the events of a pair of names, by each field that may be its key, and the values of each field that may be its label. */
final class PairCount {
    private static final int POLL_MASK = (1 << 14) - 1;
    private static final int NONE = -1;
    /** A key's begins are counted in the upper half, its ends in the lower one; there are never 2³¹ of either. */
    private static final int BEGINS_SHIFT = 32;
    private static final long ENDS_MASK = (1L << BEGINS_SHIFT) - 1;

    private final IntervalProposals.Candidate candidate;
    private final Long2LongOpenHashMap[] byKey;
    private final List<Set<String>> sorts = new ArrayList<>();
    private long begins;
    private long ends;

    PairCount(IntervalProposals.Candidate candidate) {
        this.candidate = candidate;
        byKey = new Long2LongOpenHashMap[candidate.keys().size()];
        for (int i = 0; i < byKey.length; i++) {
            byKey[i] = new Long2LongOpenHashMap();
        }
        candidate.labels().forEach(label -> sorts.add(new HashSet<>()));
    }

    /** Reads one trace for all pairs. The fields of a pair have slots of their own, so that one pass is enough. */
    static void read(OpenTrace trace, List<PairCount> pairs, Progress progress) throws TraceReadException {
        Reader reader = new Reader(trace, pairs);
        if (reader.isWanted()) {
            try {
                reader.read(trace, progress);
            } catch (InternalError e) {
                throw ShrunkFile.refuse(trace.path(), e);
            }
        }
    }

    private void begin(EventCursor cursor, FieldText texts) {
        begins++;
        for (int i = 0; i < byKey.length; i++) {
            if (cursor.has(i)) {
                byKey[i].addTo(cursor.integer(i), 1L << BEGINS_SHIFT);
            }
        }
        for (int i = 0; i < sorts.size(); i++) {
            int slot = byKey.length + i;
            if (cursor.has(slot) && sorts.get(i).size() <= IntervalProposals.MOST_SORTS) {
                sorts.get(i).add(texts.of(cursor, slot, candidate.labels().get(i)));
            }
        }
    }

    private void end(EventCursor cursor) {
        ends++;
        for (int i = 0; i < byKey.length; i++) {
            if (cursor.has(i)) {
                byKey[i].addTo(cursor.integer(i), 1);
            }
        }
    }

    /** The pair with the key that fits best. */
    IntervalProposal proposal() {
        int best = NONE;
        long mostPairs = 0;
        long fewestRepeated = Long.MAX_VALUE;
        for (int i = 0; i < byKey.length; i++) {
            long pairs = 0;
            long repeated = 0;
            for (Long2LongMap.Entry entry : byKey[i].long2LongEntrySet()) {
                long ofBegin = entry.getLongValue() >>> BEGINS_SHIFT;
                pairs += Math.min(ofBegin, entry.getLongValue() & ENDS_MASK);
                repeated += Math.max(0, ofBegin - 1);
            }
            if (pairs > mostPairs || pairs == mostPairs && repeated < fewestRepeated) {
                best = i;
                mostPairs = pairs;
                fewestRepeated = repeated;
            }
        }
        // a field of which half of the begins have the value of an earlier one is a sort, or a thread's own counter
        boolean keyed = best != NONE && mostPairs > 0 && (fewestRepeated <= begins / 2 || candidate.fixed() != null);
        String key = keyed ? candidate.keys().get(best) : "";
        IntervalSpec fixed = candidate.fixed();
        IntervalSpec spec = fixed != null ? fixed : new IntervalSpec(candidate.begin(), candidate.end(), key, label(key));
        return new IntervalProposal(spec, begins, ends, keyed ? mostPairs : Math.min(begins, ends), keyed ? fewestRepeated : 0);
    }

    /** A text or a number with several values, but few. */
    private String label(String key) {
        for (int i = 0; i < sorts.size(); i++) {
            String name = candidate.labels().get(i);
            int values = sorts.get(i).size();
            boolean number = candidate.keys().contains(name);
            if (!name.equals(key) && values > 1 && values <= IntervalProposals.MOST_SORTS && (!number || values <= begins / 2)) {
                return name;
            }
        }
        return "";
    }

    /** One pass over a trace. Each event is of one pair, so that its fields have slots of their own. */
    private static final class Reader {
        private final EventSelection selection;
        private final FieldText texts;
        private final boolean wanted;
        /** By kind: even ones begin, odd ones end what the pair of half the number is. */
        private final List<PairCount> pairs;

        Reader(OpenTrace trace, List<PairCount> pairs) {
            this.pairs = pairs;
            Set<String> known = new HashSet<>();
            trace.ctf().metadata().eventClasses().forEach(event -> known.add(event.name()));
            EventSelection.Builder builder = EventSelection.builder();
            boolean any = false;
            for (PairCount pair : pairs) {
                List<String> fields = new ArrayList<>(pair.candidate.keys());
                fields.addAll(pair.candidate.labels());
                builder.add(pair.candidate.begin(), fields.toArray(String[]::new));
                builder.add(pair.candidate.end(), pair.candidate.keys().toArray(String[]::new));
                any |= known.contains(pair.candidate.begin()) || known.contains(pair.candidate.end());
            }
            wanted = any;
            selection = builder.build();
            texts = new FieldText(trace.ctf().metadata(), IntervalProposals.MOST_KEYS + IntervalProposals.MOST_LABELS);
        }

        boolean isWanted() {
            return wanted;
        }

        void read(OpenTrace trace, Progress progress) throws TraceReadException {
            try (EventCursor cursor = trace.ctf().cursor(selection)) {
                for (long events = 1; cursor.next(); events++) {
                    if ((events & POLL_MASK) == 0) {
                        progress.check();
                        progress.report("Looking for pairs of events", cursor.progress());
                    }
                    int kind = cursor.kind();
                    if (kind == EventCursor.LOST) {
                        continue;
                    }
                    PairCount pair = pairs.get(kind >> 1);
                    if ((kind & 1) == 0) {
                        pair.begin(cursor, texts);
                    } else {
                        pair.end(cursor);
                    }
                }
            }
        }
    }
}
