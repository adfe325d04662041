/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;

/** Which sorts of intervals a question is about. */
public final class IntervalLabels {
    /** The labels; none: all. */
    public static final Parameter<List<String>> LABEL = new Parameter<>("label", "LABEL",
            "Take only the intervals with this label, as --interval …,label=FIELD gives it. May be given several times. Default: all.",
            List::of, (before, text) -> {
                List<String> all = new ArrayList<>(before);
                all.add(text);
                return List.copyOf(all);
            });

    private static final int MOST_NAMED = 10;
    private static final int MOST_OF_NAME = 100;

    private IntervalLabels() {}

    /** Those intervals that a question is about; a caveat tells of a label that none has. */
    static MatchedIntervals chosen(MatchedIntervals all, Question question) {
        List<String> labels = question.get(LABEL);
        if (labels.isEmpty() || all.intervals().isEmpty() && all.unfinished().isEmpty()) {
            return all; // of none it is not the label that is wrong
        }
        MatchedIntervals some = new MatchedIntervals(all.intervals().stream().filter(one -> labels.contains(one.label())).toList(),
                all.unfinished().stream().filter(one -> labels.contains(one.label())).toList(), all.caveats(), all.work());
        for (String label : labels) {
            if (!isThere(some.intervals(), label) && !isThere(some.unfinished(), label)) {
                some = some.with(unknown(label, all));
            }
        }
        return some;
    }

    /**
     * That an analysis has something to look at: not if there are intervals, and none has a label that the question names.
     *
     * @throws IllegalArgumentException if not; it says which labels there are
     */
    public static void check(Analysis analysis) {
        String unknown = unknown(analysis);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(unknown.substring(0, 1).toLowerCase(Locale.ROOT) + unknown.substring(1));
        }
    }

    /** Why an analysis has no interval, as a sentence that says which labels there are; empty if it has one, or if there is no interval of any label. */
    public static String unknown(Analysis analysis) {
        if (!analysis.intervalsWanted()) {
            return "";
        }
        MatchedIntervals chosen = analysis.matched();
        return !chosen.intervals().isEmpty() || !chosen.unfinished().isEmpty() ? ""
                : chosen.caveats().stream().filter(caveat -> caveat.kind().equals("label-unknown")).map(Caveat::text).findFirst()
                        .orElse("");
    }

    private static boolean isThere(List<NamedInterval> intervals, String label) {
        return intervals.stream().anyMatch(one -> one.label().equals(label));
    }

    private static Caveat unknown(String label, MatchedIntervals all) {
        TreeSet<String> there = new TreeSet<>();
        all.intervals().forEach(one -> there.add(one.label()));
        all.unfinished().forEach(one -> there.add(one.label()));
        List<String> named = new ArrayList<>(there.stream().limit(MOST_NAMED).map(one -> "'" + PlainText.shorten(one, MOST_OF_NAME) + "'")
                .toList());
        if (there.size() > MOST_NAMED) {
            named.add((there.size() - MOST_NAMED) + " more");
        }
        return Caveat.of(Caveat.Severity.WARNING, "", "label-unknown", 1, "No interval in the range has the label '"
                + PlainText.shorten(label, MOST_OF_NAME) + "' that --label names. "
                + (named.size() == 1 ? "The only label is " : "The labels are ") + Words.list(named, "and") + ".");
    }
}
