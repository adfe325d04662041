/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

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

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
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
    private static final int MOST_LABELS = 3;
    private static final int MOST_OF_LABEL = 100;
    private static final int MOST_THREADS = 8;
    private static final RuleInfo INFO = new RuleInfo("overdue-requests", "Requests that do not end",
            "the events that begin and end requests (profile requests)",
            "A request began and has not ended when the recording does, or events are lost. By then it has lasted for min-share of the time from the first begin to the end of the recording, and longer than each of its label that ended. It has lasted "
                    + Latencies.PATIENCE
                    + " times as long as 95 % of them; where none of its label ended, those of all labels count."
                    + "\nIf none ended in the last part of that time (critical), the program stands still.",
            "What does not end is in no average, and those that wait for it wait for as long as the program runs.",
            "Look at what the thread waits for that has the request, while it does: gdb -p PID -batch -ex 'thread apply all bt', jstack or py-spy dump. The profiles locks and waits-stacks put it into the recording. If the thread goes on and ends"
                    + " others, see whether another one should have ended the request, and whether its end event has the key of its begin event.",
            List.of(MIN_SHARE, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    /** What is looked at. */
    private record Seen(MatchedIntervals requests, WorkRange time, boolean exits) {
        /**
         * Requests until the programs that tell of them exit: what is under way then does not hang. Of one that exits while others go on, the requests go on, too. O(intervals + threads).
         */
        static @Nullable Seen of(Analysis analysis) {
            if (!analysis.intervalsWanted()) {
                return null;
            }
            MatchedIntervals all = analysis.matched();
            long exit = exit(analysis, all);
            List<NamedInterval> open = all.unfinished().stream()
                    .map(one -> one.endNanos() <= exit ? one
                            : new NamedInterval(one.label(), one.key(), one.host(), one.thread(), one.beginNanos(),
                                    Math.max(one.beginNanos() + 1, exit)))
                    .toList();
            List<NamedInterval> both = new ArrayList<>(all.intervals());
            both.addAll(open);
            WorkRange time = WorkRange.of(both);
            return time == null ? null : new Seen(new MatchedIntervals(all.intervals(), open, List.of()), time, exit <= time.toNanos());
        }

        /** When the last of the programs exits that tell of requests; {@link Long#MAX_VALUE} if that is not known, or after the recording. */
        private static long exit(Analysis analysis, MatchedIntervals all) {
            Timeline timeline = analysis.timeline();
            LongOpenHashSet programs = new LongOpenHashSet();
            for (List<NamedInterval> some : List.of(all.intervals(), all.unfinished())) {
                for (NamedInterval one : some) {
                    if (one.thread() == Timeline.NONE) {
                        return Long.MAX_VALUE;
                    }
                    programs.add(HangingServers.program(timeline, one.thread()));
                }
            }
            long last = Long.MIN_VALUE;
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                if (programs.contains(HangingServers.program(timeline, thread))) {
                    int host = timeline.host(thread);
                    long end = timeline.threadEnd(thread);
                    if (end >= timeline.recordingEnd(host, timeline.recordings(host) - 1)) {
                        return Long.MAX_VALUE;
                    }
                    last = Math.max(last, end);
                }
            }
            return last;
        }
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        Seen seen = Seen.of(analysis);
        if (seen == null) {
            return RuleOutcome.notApplicable("no event begins a request, or it is not said which one does");
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
        long still = end - ended.stream().mapToLong(NamedInterval::endNanos).max().orElse(end);
        long nanos = end - seen.time.fromNanos();
        boolean stands = still > 0 && still >= settings.get(CRITICAL) * nanos;
        String name = labels.size() == 1 ? name(analysis, labels.firstKey()) : "";
        Finding.Builder finding = Finding.of(INFO, stands ? Severity.CRITICAL : Severity.WARNING, (double) longest / nanos)
                .subject(name.isEmpty() ? "requests" : name)
                .summary(count(overdue.size(), "request does not end", "requests do not end") + ", " + ofLabels(analysis, labels, byLabel)
                        + '.' + lasted(overdue, longest) + usual(labels, byLabel)
                        + (stands ? " No request has ended in the last " + duration(still)
                                + (seen.exits ? " before the programs exit." : ".") : "")
                        + since.sentences() + HangingRequests.before(analysis, overdue.get(0).beginNanos(), longest));
        since.threads().intStream().limit(MOST_THREADS)
                .forEach(thread -> finding.evidence(new Evidence.Vertex(thread, since.nanos(thread), "began a request that does not end")));
        NamedInterval oldest = overdue.get(0);
        return finding.evidence(new Evidence.Range(oldest.beginNanos(), oldest.endNanos(), "the oldest of them"))
                .restsOn(analysis.doubts(oldest.host())).build();
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
        return together.ended() == 0
                ? labels.size() > 1 ? "; none of these labels ended."
                        : labels.firstKey().isEmpty() ? "; none ended." : "; none of that label ended."
                : "; 95 % of the " + together.ended() + " that ended took at most "
                        + duration(Quantile.of(together.endedNanos(), USUAL_PERCENT)) + '.';
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        for (Evidence evidence : finding.evidence()) {
            if (evidence instanceof Evidence.Vertex vertex && vertex.vertex() != Timeline.NONE) {
                long end = analysis.timeline().threadEnd(vertex.vertex());
                return NextStep.path(analysis, vertex.vertex(), end - vertex.nanos(), end);
            }
        }
        return NextStep.requests(analysis, "requests");
    }
}
