/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.hang;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.IntervalLabels;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.figures.Quantile;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.interval.Latencies;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.WorkRange;
import org.bowline.core.model.PlainText;
import org.bowline.core.timeline.Timeline;

/** Requests of which a program told that they began, and that last until the recording ends, longer than any before. O(intervals × log intervals). */
public final class OverdueRequests implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the time from the first begin to the end of the recording for which a request lasts");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.1,
            "share of that time, at its end, in which no request ends, from which on it is critical");
    private static final int USUAL_PERCENT = 95;
    /** Of fewer that ended a percentile is that of the longest one. */
    private static final int LEAST_OF_PERCENT = 20;
    /** Of fewer that ended nobody knows how long is usual; one that lasts as long as its program does is no request. */
    private static final int FEWEST = 3;
    private static final String LASTING = " Too few of them ended to say that they should: what lasts as long as its program does is no request that hangs.";
    /** Threads of a program that exit within so much of the length of a request exit together. */
    private static final double LEAVING = 0.05;
    private static final int MOST_LABELS = 3;
    private static final int MOST_OF_LABEL = 100;
    private static final int MOST_THREADS = 8;
    private static final RuleInfo INFO = new RuleInfo("overdue-requests", "Requests that do not end",
            "the events that begin and end requests (profile requests)",
            "A request began and has not ended when the recording does, or events are lost. By then it has lasted for min-share of the time from the first begin to the end of the recording, and longer than each of its label that ended. It has lasted "
                    + Latencies.PATIENCE
                    + " times as long as 95 % of its label took, or 95 % of all, where none of its label ended."
                    + "\nIf no request of any label ended in the last part of that time (critical), the program stands still. If fewer than "
                    + FEWEST + " of its label ended, it may just last as long as its program, and that is no more than good to know."
                    + "\nWhat is under way when its program exits counts until then, unless others of its label end later.",
            "What does not end is in no average, and those that wait for it wait for as long as the program runs.",
            "Look at what the thread waits for that has the request, while it does: gdb -p PID -batch -ex 'thread apply all bt', jstack or py-spy dump. The profiles locks and waits-stacks put it into the recording. If the thread goes on and ends"
                    + " others, see whether another one should have ended the request, and whether its end event has the key of its begin event.",
            List.of(MIN_SHARE, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    /**
     * What is looked at.
     *
     * @param exits whether the time ends as the programs exit
     */
    private record Seen(MatchedIntervals requests, WorkRange time, boolean exits) {
        /**
         * Requests until the program exits that began them: what is under way then does not hang. If others of their label end after that, the work goes on, and so do they. O(intervals + threads).
         */
        static @Nullable Seen of(Analysis analysis) {
            if (!analysis.intervalsWanted() || isCutOff(analysis)) {
                return null;
            }
            MatchedIntervals all = analysis.matched();
            Long2LongOpenHashMap exits = exits(analysis.timeline());
            Map<String, Long> lastEnds = new HashMap<>();
            all.intervals().forEach(one -> lastEnds.merge(one.label(), one.endNanos(), Math::max));
            List<NamedInterval> open = new ArrayList<>();
            long cut = Long.MIN_VALUE;
            for (NamedInterval one : all.unfinished()) {
                long exit = one.thread() == Timeline.NONE ? Long.MAX_VALUE
                        : exits.get(HangingServers.program(analysis.timeline(), one.thread()));
                if (exit < one.endNanos() && lastEnds.getOrDefault(one.label(), Long.MIN_VALUE) <= exit) {
                    long end = Math.max(one.beginNanos() + 1, end(analysis.timeline(), one, exit));
                    open.add(new NamedInterval(one.label(), one.key(), one.host(), one.thread(), one.beginNanos(), end));
                    cut = Math.max(cut, end);
                } else {
                    open.add(one);
                }
            }
            List<NamedInterval> both = new ArrayList<>(all.intervals());
            both.addAll(open);
            WorkRange time = WorkRange.of(both);
            return time == null ? null : new Seen(new MatchedIntervals(all.intervals(), open, List.of()), time, cut == time.toNanos());
        }

        /** When a program exits, as the thread sees it that began a request: its others may take a while to be gone. */
        private static long end(Timeline timeline, NamedInterval one, long exit) {
            long end = timeline.threadEnd(one.thread());
            return exit - end <= LEAVING * (exit - one.beginNanos()) ? end : exit;
        }

        /** When each program exits; {@link Long#MAX_VALUE} if that is after the recording of its host. */
        private static Long2LongOpenHashMap exits(Timeline timeline) {
            Long2LongOpenHashMap exits = new Long2LongOpenHashMap();
            exits.defaultReturnValue(Long.MAX_VALUE);
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                exits.merge(HangingServers.program(timeline, thread),
                        SinceRequest.isAliveAtTheEnd(timeline, thread) ? Long.MAX_VALUE : timeline.threadEnd(thread), Math::max);
            }
            return exits;
        }
    }

    /** Whether somebody chose a range that ends before the recording. */
    private static boolean isCutOff(Analysis analysis) {
        long to = analysis.question().toNanos();
        return to != Long.MAX_VALUE && to < analysis.timeline().endNanos();
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        Seen seen = Seen.of(analysis);
        if (seen == null) {
            return RuleOutcome.notApplicable(isCutOff(analysis)
                    ? "what does not end is looked for at the end of the recording, and the range ends before"
                    : "no event begins a request, or it is not said which one does");
        }
        double least = settings.get(MIN_SHARE) * (seen.time.toNanos() - seen.time.fromNanos());
        Map<String, Latencies> byLabel = Latencies.byLabel(seen.requests);
        Map<String, Long> from = new HashMap<>();
        byLabel.forEach((label, latencies) -> from.put(label, Math.max(latencies.firstOverdueNanos(), latencies.longestNanos() + 1)));
        List<NamedInterval> overdue = seen.requests.unfinished().stream()
                .filter(one -> one.nanos() >= least && one.nanos() >= from.getOrDefault(one.label(), Long.MAX_VALUE)).toList();
        return overdue.isEmpty()
                ? RuleOutcome.of(List.of(), "no request lasts to the end much longer than others, and for so much of the time")
                : RuleOutcome.of(List.of(finding(analysis, seen, overdue, byLabel, settings)), "");
    }

    private static Finding finding(Analysis analysis, Seen seen, List<NamedInterval> overdue, Map<String, Latencies> byLabel,
            RuleSettings settings) {
        List<NamedInterval> ended = seen.requests.intervals();
        SinceRequest since = SinceRequest.began(analysis);
        overdue.forEach(one -> since.add(one.thread(), one.beginNanos(), one.endNanos()));
        ended.forEach(one -> since.ended(one.thread(), one.endNanos()));
        SortedMap<String, Integer> labels = new TreeMap<>();
        overdue.forEach(one -> labels.merge(one.label(), 1, Integer::sum));
        long longest = overdue.stream().mapToLong(NamedInterval::nanos).max().orElseThrow();
        long end = seen.time.toNanos();
        long nanos = end - seen.time.fromNanos();
        long still = end - ended.stream().mapToLong(NamedInterval::endNanos).max().orElse(end);
        boolean known = labels.keySet().stream().anyMatch(label -> ended(byLabel, label) >= FEWEST);
        // of other labels, if only some are asked for, it is not known
        boolean stands = known && analysis.question().get(IntervalLabels.LABEL).isEmpty() && still >= settings.get(CRITICAL) * nanos;
        String name = labels.size() == 1 ? name(analysis, labels.firstKey()) : "";
        NamedInterval oldest = overdue.get(0);
        Finding.Builder finding = Finding
                .of(INFO, stands ? Severity.CRITICAL : known || ended.isEmpty() ? Severity.WARNING : Severity.INFO,
                        (double) longest / nanos)
                .subject(name.isEmpty() ? "requests" : name)
                .summary(count(overdue.size(), "request does not end", "requests do not end") + ", " + ofLabels(analysis, labels, byLabel)
                        + '.' + lasted(overdue, longest) + usual(labels, byLabel)
                        + (stands ? " No request has ended in the last " + duration(still)
                                + (seen.exits ? " before the programs exit." : ".") : "")
                        + since.sentences() + (known || ended.isEmpty() ? "" : LASTING)
                        + (analysis.knowsWaits() ? HangingRequests.before(analysis, oldest.beginNanos(), longest) : ""));
        if (since.threads().contains(oldest.thread())) {
            finding.evidence(evidence(since, oldest.thread()));
        }
        since.threads().intStream().filter(thread -> thread != oldest.thread()).limit(MOST_THREADS - 1)
                .forEach(thread -> finding.evidence(evidence(since, thread)));
        return finding.evidence(new Evidence.Range(oldest.beginNanos(), oldest.endNanos(), "the oldest of them")).estimate()
                .restsOn(analysis.doubts(oldest.host())).build();
    }

    private static Evidence evidence(SinceRequest since, int thread) {
        return new Evidence.Vertex(thread, since.nanos(thread), "began a request that does not end");
    }

    private static int ended(Map<String, Latencies> byLabel, String label) {
        return byLabel.getOrDefault(label, Latencies.NONE).ended();
    }

    private static String name(Analysis analysis, String label) {
        return PlainText.shorten(LabelWords.called(analysis.question(), label), MOST_OF_LABEL);
    }

    /** How many of how many of each label, those of which most do not end first. */
    private static String ofLabels(Analysis analysis, SortedMap<String, Integer> labels, Map<String, Latencies> byLabel) {
        String most = labels.entrySet().stream().sorted(Entry.<String, Integer>comparingByValue().reversed()).limit(MOST_LABELS)
                .map(label -> label.getValue() + " of " + byLabel.getOrDefault(label.getKey(), Latencies.NONE).began()
                        + (label.getKey().isEmpty() ? "" : " (" + name(analysis, label.getKey()) + ')'))
                .collect(Collectors.joining(", "));
        return most + (labels.size() > MOST_LABELS ? " and those of " + count(labels.size() - MOST_LABELS, "more label") : "");
    }

    private static String lasted(List<NamedInterval> overdue, long longest) {
        String most = duration(longest);
        String least = duration(overdue.stream().mapToLong(NamedInterval::nanos).min().orElseThrow());
        return (overdue.size() == 1 ? " It lasted for " : " They lasted for ") + (least.equals(most) ? "" : least + " to ") + most
                + " or more";
    }

    private static String usual(SortedMap<String, Integer> labels, Map<String, Latencies> byLabel) {
        Latencies together = Latencies
                .together(labels.keySet().stream().map(label -> byLabel.getOrDefault(label, Latencies.NONE)).toList());
        if (together.ended() == 0) {
            return labels.size() > 1 ? "; none of these labels ended."
                    : labels.firstKey().isEmpty() ? "; none ended." : "; none of that label ended.";
        }
        return together.ended() < LEAST_OF_PERCENT
                ? together.ended() == 1 ? "; the only one that ended took " + duration(together.longestNanos()) + '.'
                        : "; the " + together.ended() + " that ended took at most " + duration(together.longestNanos()) + '.'
                : "; 95 % of the " + together.ended() + " that ended took at most "
                        + duration(Quantile.of(together.endedNanos(), USUAL_PERCENT)) + '.';
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        Evidence first = finding.evidence().get(0);
        for (Evidence evidence : finding.evidence()) {
            if (evidence instanceof Evidence.Range range && first instanceof Evidence.Vertex vertex) {
                return NextStep.path(analysis, vertex.vertex(), range.fromNanos(), range.toNanos());
            }
        }
        return NextStep.requests(analysis, "requests");
    }
}
