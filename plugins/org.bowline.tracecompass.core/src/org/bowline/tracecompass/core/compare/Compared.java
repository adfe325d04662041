/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import org.eclipse.osgi.util.NLS;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Duration;
import org.bowline.report.page.CompareFigures;
import org.bowline.report.rows.CompareFindingRow;
import org.bowline.report.rows.CompareInput;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.PooledChange;
import org.bowline.report.text.CompareFindings;
import org.bowline.report.text.CompareText;

/** Something that was compared, in the words and with the picture of the page of {@code bowline compare}. Texts are empty where there is nothing to say. */
public sealed interface Compared {
    /** Where it is seen best in an experiment. */
    enum Seen {
        /** How long requests take, and on what. */
        REQUESTS,
        /** What threads did over time. */
        THREADS,
        /** The critical path of a thread. */
        PATH,
        /** Who waits for whom. */
        GRAPH,
        /** A table of its own. */
        TABLES,
        /** What the rules say. */
        FINDINGS
    }

    /** What it is. */
    String name();

    /** What can be said of it, in a word or two. */
    String verdict();

    /** Whether it differs by more than chance. */
    default boolean differs() {
        return false;
    }

    /** The figure of BASE, with its unit. */
    String base();

    /** The figure of NEW, with its unit. */
    String fresh();

    /** The unit of both figures: only those of one unit can be said to be smaller or larger. */
    String unit();

    /** The figure of BASE as a number, to sort by; not a number if there is none. */
    default double baseValue() {
        return Double.NaN;
    }

    /** The figure of NEW as a number, to sort by; not a number if there is none. */
    default double freshValue() {
        return Double.NaN;
    }

    /** By how much, with its sign. */
    default String change() {
        return "";
    }

    /** The change as a part of BASE, to sort by; not a number if there is none. */
    default double share() {
        return Double.NaN;
    }

    /** The confidence interval of the change. */
    default String interval() {
        return "";
    }

    /** Where the confidence interval begins, to sort by; not a number if there is none. */
    default double intervalLow() {
        return Double.NaN;
    }

    /** The probability of such a difference by chance, adjusted for all measures. */
    default String probability() {
        return "";
    }

    /** The same as a number, to sort by; not a number if it is not known. */
    default double chance() {
        return Double.NaN;
    }

    /** What the picture says, in words. */
    String reading();

    /** The picture; null if there is none. */
    @Nullable
    PageFigure figure();

    /** Where it is seen best. */
    Seen seen();

    /** The runs of a side in the order of the points of the picture, as indexes of that side's runs; empty if points are not runs. */
    List<Integer> points(boolean ofNew);

    /**
     * The number of each run.
     *
     * @param measure what
     */
    record OfMeasure(CompareInput.Measure measure) implements Compared {
        private CompareRow row() {
            return measure.row();
        }

        @Override
        public String name() {
            return CompareText.name(row());
        }

        @Override
        public String verdict() {
            return CompareText.verdict(row());
        }

        @Override
        public boolean differs() {
            return CompareText.differs(row());
        }

        @Override
        public String base() {
            return CompareText.base(row());
        }

        @Override
        public String fresh() {
            return CompareText.fresh(row());
        }

        @Override
        public String unit() {
            return row().unit();
        }

        @Override
        public double baseValue() {
            return row().base();
        }

        @Override
        public double freshValue() {
            return row().fresh();
        }

        @Override
        public String change() {
            return Double.isNaN(row().change()) ? "" : CompareText.change(row());
        }

        @Override
        public double share() {
            return row().change();
        }

        @Override
        public String interval() {
            return Double.isFinite(row().changeLow()) ? CompareText.range(row().changeLow(), row().changeHigh()) : "";
        }

        @Override
        public double intervalLow() {
            return Double.isFinite(row().changeLow()) ? row().changeLow() : Double.NaN;
        }

        @Override
        public String probability() {
            return CompareFigures.probability(row().pAdjusted());
        }

        @Override
        public double chance() {
            return row().pAdjusted();
        }

        @Override
        public String reading() {
            return CompareFigures.reading(measure);
        }

        @Override
        public PageFigure figure() {
            return PageFigure.of(CompareFigures.picture(measure));
        }

        @Override
        public Seen seen() {
            return switch (row().measure()) {
                case "wait-cause" -> Seen.THREADS;
                case "thread-path-share" -> Seen.PATH;
                case "knot", "edge-wait" -> Seen.GRAPH;
                case "tag-share", "code-wait" -> Seen.TABLES;
                default -> Seen.REQUESTS;
            };
        }

        @Override
        public List<Integer> points(boolean ofNew) {
            List<Double> values = ofNew ? measure.fresh() : measure.base();
            // as BoxStatistics draws them: ascending, without runs that have no number
            return IntStream.range(0, values.size()).filter(i -> Double.isFinite(values.get(i))).boxed()
                    .sorted(Comparator.comparing(values::get)).toList();
        }
    }

    /**
     * All intervals of a label, those of all runs of a side together.
     *
     * @param latency what
     */
    record OfIntervals(CompareInput.Latency latency) implements Compared {
        private PooledChange median() {
            return latency.median();
        }

        @Override
        public String name() {
            return NLS.bind(Messages.allIntervals, CompareText.label(latency.label()));
        }

        @Override
        public String verdict() {
            return "";
        }

        @Override
        public String base() {
            return length(median().base());
        }

        @Override
        public String fresh() {
            return length(median().fresh());
        }

        @Override
        public String unit() {
            return "ns";
        }

        @Override
        public double baseValue() {
            return median().base();
        }

        @Override
        public double freshValue() {
            return median().fresh();
        }

        private static String length(double nanos) {
            return Double.isNaN(nanos) ? "" : Duration.duration(Math.round(nanos));
        }

        @Override
        public String change() {
            return Double.isNaN(median().change()) ? "" : CompareText.percent(median().change());
        }

        @Override
        public double share() {
            return median().change();
        }

        @Override
        public String interval() {
            return median().hasInterval() ? CompareText.range(median().low(), median().high()) : "";
        }

        @Override
        public double intervalLow() {
            return median().hasInterval() ? median().low() : Double.NaN;
        }

        @Override
        public String reading() {
            return CompareFigures.reading(latency);
        }

        @Override
        public PageFigure figure() {
            return PageFigure.of(CompareFigures.picture(latency));
        }

        @Override
        public Seen seen() {
            return Seen.REQUESTS;
        }

        @Override
        public List<Integer> points(boolean ofNew) {
            List<org.bowline.core.interval.Latencies> runs = ofNew ? latency.fresh() : latency.base();
            if (runs.size() < 2) {
                return List.of(); // the points of a single run are its intervals
            }
            List<Integer> sorted = new ArrayList<>(
                    IntStream.range(0, runs.size()).filter(i -> runs.get(i).endedOrOverdue() > 0).boxed().toList());
            sorted.sort(Comparator.comparing(i -> runs.get(i).median().nanos()));
            return sorted;
        }
    }

    /**
     * A finding of the rules, which has no figure and no picture.
     *
     * @param finding what
     * @param baseRuns how many runs BASE has
     * @param newRuns how many runs NEW has
     */
    record OfFinding(CompareFindingRow finding, int baseRuns, int newRuns) implements Compared {
        @Override
        public String name() {
            return NLS.bind(Messages.finding, finding.rule(), finding.isNew() ? finding.fresh().subject() : finding.base().subject());
        }

        /** Not a verdict, as findings are not tested against chance. */
        @Override
        public String verdict() {
            return finding.isGone() ? Messages.onlyBase : finding.isNew() ? Messages.onlyNew : "";
        }

        @Override
        public String base() {
            return finding.base().severity();
        }

        @Override
        public String fresh() {
            return finding.fresh().severity();
        }

        @Override
        public String unit() {
            return "";
        }

        @Override
        public String reading() {
            return NLS.bind(Messages.findingInBoth, CompareFindings.text(finding.base(), baseRuns),
                    CompareFindings.text(finding.fresh(), newRuns));
        }

        @Override
        public @Nullable PageFigure figure() {
            return null;
        }

        @Override
        public Seen seen() {
            return Seen.FINDINGS;
        }

        @Override
        public List<Integer> points(boolean ofNew) {
            return List.of();
        }
    }
}
