/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.interval.Episode;
import org.bowline.core.interval.PathDifference;
import org.bowline.core.interval.Trend;
import org.bowline.core.model.Words;
import org.bowline.report.analyses.RequestTables.Differing;
import org.bowline.report.text.TimeFormat;

/** What requests spend more time on than others, in sentences. */
public final class RequestText {
    private static final int MOST_PARTS = 3;
    /** Of two requests all of both is known, and no chance is between them. */
    private static final int MOST_KNOWN = 5;
    /** Of the difference; what is less is not worth a word. */
    private static final double LEAST_SHARE = 0.05;

    private RequestText() {}

    /** What sets the slow requests of a label, or all of it, apart: the whole and its largest parts that are more than chance. */
    public static String sentence(Analysis analysis, PathDifference one) {
        return sentence(analysis, one, TimeFormat::timeOfDay);
    }

    /**
     * The same.
     *
     * @param time writes a moment, ns since the epoch
     */
    public static String sentence(Analysis analysis, PathDifference one, LongFunction<String> time) {
        return sentence(analysis, one, one.kind() == PathDifference.Kind.SLOW ? "typical ones" : "those of other labels", time);
    }

    /** What sets a label apart from the only other one. */
    static String sentence(Analysis analysis, PathDifference one, PathDifference other) {
        return sentence(analysis, one, "those of " + LabelWords.calledOrAll(analysis, other.label()), TimeFormat::timeOfDay);
    }

    private static String sentence(Analysis analysis, PathDifference one, String others, LongFunction<String> time) {
        boolean slow = one.kind() == PathDifference.Kind.SLOW;
        String who = slow ? slowest(one) + " spend " : Words.count(one.count(), "request spends ", "requests spend ");
        String text = LabelWords.calledOrAll(analysis, one.label()) + ": " + who
                + whole(one, others);
        return text + surely(one) + (isAlike(one) ? "" : episode(one.episode(), time));
    }

    /** Of requests that take equally long all are the slowest. */
    private static String slowest(PathDifference one) {
        return one.count() == one.of() ? "all " + one.of()
                : "the slowest " + (one.share() <= 0.01 ? "1 %" : one.count() + " of " + one.of());
    }

    /** Where slow requests came together. What is said of the chance of each part takes them for independent of each other. */
    private static String episode(@Nullable Episode episode, LongFunction<String> time) {
        return episode == null ? ""
                : " All " + episode.count() + " are among " + episode.row() + " that began in a row, within "
                        + TimeFormat.duration(episode.toNanos() - episode.fromNanos()) + " from "
                        + time.apply(episode.fromNanos())
                        + " on: rather one event than " + episode.count() + '.';
    }

    /**
     * What requests that a person chose spend more, or less, time on than others. Where both are enough to tell chance from more, as {@link #sentence} does; else the
     * largest parts as they are.
     *
     * @param those who is looked at, with its verb: {@code 12 requests spend}, {@code request 7 spends}
     * @param others whom they are compared with
     */
    public static String between(PathDifference one, String those, String others) {
        String text = those + ' ' + whole(one, others);
        if (!Double.isNaN(one.whole().lowNanos())) {
            return text + surely(one);
        }
        List<Differing> parts = RequestTables.differing(one).stream().filter(row -> isLarge(one, row)).limit(MOST_KNOWN).toList();
        StringBuilder all = new StringBuilder(text);
        String before = ": ";
        for (Differing row : parts) {
            all.append(before).append(amount(row.part().difference().moreNanos())).append(' ').append(row.words());
            before = ", ";
        }
        return all.append('.').toString();
    }

    /** Whether no time is left to tell of by which they differ as a whole. Which of them are the slowest is chance then. */
    private static boolean isAlike(PathDifference one) {
        return Math.round(Math.abs(one.moreNanos())) == 0;
    }

    private static String whole(PathDifference one, String others) {
        if (isAlike(one)) {
            return "as much time as " + others + " (" + TimeFormat.duration(Math.round(one.whole().nanos())) + ')';
        }
        return amount(one.moreNanos()) + " than " + others + " (" + TimeFormat.duration(Math.round(one.whole().nanos())) + " against "
                + TimeFormat.duration(Math.round(one.whole().otherNanos())) + ')';
    }

    private static boolean isLarge(PathDifference one, Differing row) {
        return Math.abs(row.part().difference().moreNanos()) >= LEAST_SHARE * Math.abs(one.moreNanos());
    }

    private static String surely(PathDifference one) {
        List<Differing> sure = RequestTables.differing(one).stream().filter(row -> row.part().difference().isSure())
                .filter(row -> isLarge(one, row)).limit(MOST_PARTS).toList();
        if (sure.isEmpty()) {
            return "; no part of the critical paths differs by more than chance would have it.";
        }
        StringBuilder text = new StringBuilder();
        String before = ": ";
        for (Differing row : sure) {
            PathDifference.Difference difference = row.part().difference();
            text.append(before).append(amount(difference.moreNanos())).append(' ').append(row.words()).append(" [")
                    .append(TimeFormat.duration(Math.round(difference.lowNanos()))).append(" to ")
                    .append(TimeFormat.duration(Math.round(difference.highNanos()))).append(']');
            before = ", ";
        }
        return text.append('.').toString();
    }

    /** That requests of a label take longer, or less time, the later they begin. */
    static String trend(Analysis analysis, String label, Trend trend) {
        return LabelWords.calledOrAll(analysis, label) + ": " + (trend.isSlower() ? "the later the slower" : "the later the faster")
                + ": the first quarter of " + Words.count(trend.count(), "request") + " takes " + TimeFormat.duration(trend.firstNanos())
                + " at the median, the last " + TimeFormat.duration(trend.lastNanos()) + " (rank correlation of length and time "
                + String.format(Locale.ROOT, "%.2f", trend.correlation()) + "), while " + Words.number(trend.firstAtOnce()) + " and "
                + Words.number(trend.lastAtOnce()) + " of them are under way on average.";
    }

    private static String amount(double more) {
        return TimeFormat.duration(Math.round(Math.abs(more))) + (more < 0 ? " less" : " more");
    }
}
