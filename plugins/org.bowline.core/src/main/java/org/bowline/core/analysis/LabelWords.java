/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.bowline.core.trace.IntervalSpec;

/** Labels of intervals as people read them. Files have them as they were recorded. */
public final class LabelWords {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+");

    private static final String ALL = "all";
    private static final String NONE = "(no label)";

    private LabelWords() {}

    /**
     * A label, a plain number with the name of the field that it is the value of: {@code type 5}. If pairs of events of a question take it from
     * different fields, it is not known which of them that is, and the number stays as it is.
     *
     * @param question which intervals are asked for
     * @param label as recorded; may be empty
     */
    public static String called(Question question, String label) {
        if (!NUMBER.matcher(label).matches()) {
            return label;
        }
        List<String> fields = question.intervals().stream().map(IntervalSpec::labelField).distinct().toList();
        return fields.size() == 1 && !fields.get(0).isEmpty() ? fields.get(0) + ' ' + label : label;
    }

    /** The same, or what a sentence calls intervals without a label: {@code all}, or {@code (no label)} where others have one. */
    public static String calledOrAll(Analysis analysis, String label) {
        return label.isEmpty() ? orAll(analysis, label) : called(analysis.question(), label);
    }

    /** A label as it was recorded, or what tables call intervals without one, likewise. */
    public static String orAll(Analysis analysis, String label) {
        return !label.isEmpty() ? label : hasOthers(analysis) ? NONE : ALL;
    }

    /** Whether some intervals have a label, or might have: of those that were not asked for nothing is known. O(intervals). */
    private static boolean hasOthers(Analysis analysis) {
        return !analysis.question().get(IntervalLabels.LABEL).isEmpty() || analysis.intervalsWanted()
                && Stream.concat(analysis.matched().intervals().stream(), analysis.matched().unfinished().stream())
                        .anyMatch(interval -> !interval.label().isEmpty());
    }
}
