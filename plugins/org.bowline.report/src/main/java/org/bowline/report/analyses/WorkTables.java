/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.figures.Quantile;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.WorkLabels;
import org.bowline.core.model.Words;
import org.bowline.report.page.Section;
import org.bowline.report.rows.Rows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;

/** Service and queueing of requests, of programs that tell for whom their threads work. */
final class WorkTables {
    private static final int P95 = 95;
    private static final int MEDIAN = 50;
    private static final int MOST_ON_PAGE = 100;
    private static final int MOST_NAMED = 3;

    /**
     * A label.
     *
     * @param label the sort of request
     * @param name what it is called
     * @param requests how many ended
     * @param service of those whose threads are known to have worked for them, ascending
     * @param queue likewise
     */
    record OfLabel(String label, String name, int requests, long[] service, long[] queue) {
        private static long at(long[] ascending, int percent) {
            return ascending.length == 0 ? Rows.ABSENT : Quantile.of(ascending, percent);
        }

        private static long mean(long[] lengths) {
            return lengths.length == 0 ? Rows.ABSENT : Math.round(Arrays.stream(lengths).average().orElse(0));
        }
    }

    static final Report<OfLabel> BY_LABEL = new Report<>("request-work", """
            With `--interval` of the annotations, where threads tell for which request they work (`bowline:interval_switch`): a row per label. *Service* is the time in which at least
            one thread worked for the request, *queueing* the time in which none did: begun and handed over, but not picked up. Of the other requests the critical path, walked
            backward over wake-ups and packets, is all that is known.""", () -> List.of(
            Column.value("label", "the sort of request", "text", OfLabel::label),
            Column.number("ended", "how many ended", "≥ 0", OfLabel::requests),
            Column.number("labelled", "of how many it is known when threads worked for them", "≥ 0", row -> row.service.length),
            Column.duration("service_mean_ns", "mean service", "ns ≥ 0; empty if none is labelled", row -> OfLabel.mean(row.service)),
            Column.duration("service_p50_ns", "median service", "ns ≥ 0; empty if none is labelled",
                    row -> OfLabel.at(row.service, MEDIAN)),
            Column.duration("service_p95_ns", "95th percentile of service", "ns ≥ 0; empty if none is labelled",
                    row -> OfLabel.at(row.service, P95)),
            Column.duration("queue_mean_ns", "mean queueing", "ns ≥ 0; empty if none is labelled", row -> OfLabel.mean(row.queue)),
            Column.duration("queue_p50_ns", "median queueing", "ns ≥ 0; empty if none is labelled", row -> OfLabel.at(row.queue, MEDIAN)),
            Column.duration("queue_p95_ns", "95th percentile of queueing", "ns ≥ 0; empty if none is labelled",
                    row -> OfLabel.at(row.queue, P95))));

    private static final Report<OfLabel> TEXT = new Report<>("work", () -> List.of(
            Column.text("label", OfLabel::name),
            Column.number("labelled", row -> row.service.length),
            Column.duration("service median", row -> OfLabel.at(row.service, MEDIAN)),
            Column.duration("service 95 %", row -> OfLabel.at(row.service, P95)),
            Column.duration("queueing median", row -> OfLabel.at(row.queue, MEDIAN)),
            Column.duration("queueing 95 %", row -> OfLabel.at(row.queue, P95))));

    private WorkTables() {}

    /** Whether threads tell for whom they work. */
    static boolean areThere(Analysis analysis) {
        return analysis.intervalsWanted() && !analysis.matched().work().isEmpty();
    }

    static List<OfLabel> byLabel(Analysis analysis) {
        Map<String, List<WorkLabels.Work>> works = new TreeMap<>();
        Map<String, Integer> ended = new TreeMap<>();
        for (NamedInterval interval : analysis.matched().intervals()) {
            ended.merge(interval.label(), 1, Integer::sum);
            List<WorkLabels.Work> ofLabel = works.computeIfAbsent(interval.label(), label -> new ArrayList<>());
            WorkLabels.Work work = analysis.matched().work(interval);
            if (work != null) {
                ofLabel.add(work);
            }
        }
        List<OfLabel> rows = new ArrayList<>();
        works.forEach((label, some) -> rows.add(new OfLabel(label, LabelWords.orAll(analysis, label), ended.getOrDefault(label, 0),
                some.stream().mapToLong(WorkLabels.Work::serviceNanos).sorted().toArray(),
                some.stream().mapToLong(WorkLabels.Work::queueNanos).sorted().toArray())));
        return rows;
    }

    static void text(TextPage page, Analysis analysis, int most) throws IOException {
        if (!areThere(analysis)) {
            return;
        }
        List<OfLabel> rows = byLabel(analysis);
        long all = rows.stream().mapToLong(OfLabel::requests).sum();
        long labelled = rows.stream().mapToLong(row -> row.service.length).sum();
        page.heading("Service and queueing");
        page.table(TEXT, rows, most);
        page.paragraph("From what threads tell of whom they work for (bowline:interval_switch): " + labelled + " of "
                + Words.count(all, "request") + ". Service is the time in which at least one thread works for a request, queueing the rest."
                + (labelled < all ? " Of the others only the critical path is known, walked backward over wake-ups and packets." : "")
                + ofNoQueue(rows));
    }

    /** That nothing queues may only be what nobody told: who asks another thread for a part of the work seems to do that part itself. */
    static String ofNoQueue(List<OfLabel> rows) {
        List<String> never = rows.stream().filter(row -> row.queue.length > 0 && row.queue[row.queue.length - 1] == 0).map(OfLabel::name)
                .toList();
        int more = never.size() - MOST_NAMED;
        return never.isEmpty() ? ""
                : " No request of "
                        + (more > 0 ? String.join(", ", never.subList(0, MOST_NAMED)) + " and " + more + " more" : Words.list(never, "or"))
                        + " is seen to queue: a thread that begins a request works for it to its end, also while it waits for another one's answer. To see how"
                        + " long requests wait in the other one's queue, let it tell interval_switch(0) before it waits.";
    }

    static List<Section> sections(Analysis analysis) {
        return areThere(analysis) ? List.of(Section.of("request-work", "Service and queueing", 53,
                "For how long threads worked for the requests of a label, and for how long none did: by what threads tell of whom they work for.",
                BY_LABEL, byLabel(analysis), MOST_ON_PAGE)) : List.of();
    }
}
