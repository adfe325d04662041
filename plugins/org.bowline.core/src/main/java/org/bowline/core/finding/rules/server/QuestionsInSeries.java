/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntSortedSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;

/**
 * A thread that answers requests asks others for each of them, and waits for every answer before it asks the next: several services, which could be asked at once if none of them needs what another one says; or the same one again and again. As {@link AskedMeanwhile}.
 */
public final class QuestionsInSeries implements Rule {
    private static final Setting<Long> MIN_REQUESTS = Setting.count("min-requests", 20, 2, "requests that the threads of a name answer");
    private static final Setting<Double> MIN_OPEN = Setting.share("min-open", 0.3,
            "share of the range in which at least one of these is being answered");
    private static final Setting<Double> MIN_SAVED = Setting.share("min-saved", 0.2,
            "share of a request, at the median, that it is shorter if different ones are asked at once");
    private static final Setting<Long> MIN_TIMES = Setting.count("min-times", 10, 2,
            "questions to the same one in a request, at the median");
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.5, "share of a request that these take, at the median");
    private static final Setting<Double> MOST_WORK = Setting.share("most-work", 0.8,
            "share of the range for which those that are asked are at work, or want a processor, at most");
    private static final RuleInfo INFO = new RuleInfo("questions-in-series", "Questions one after another",
            "scheduling events with wake-ups, and packets of both ends (profile waits-network)",
            "Threads of a name answer min-requests over connections, in at least min-open of the range. To answer one, they ask at least two other programs, or the same one min-times (medians), and wait for each answer before they ask the next."
                    + "\nWhat asking different ones at once saves is min-saved of a request, or the questions to the same one take min-share of it. The threads that are asked are at work, or want a processor, for at most most-work on average, and for at most that of their host's processors. Who has no time answers no earlier if it is asked earlier."
                    + "\nWhether a question needs the answer to the one before is not known. A thread that has several requests in hand at a time, as an event loop with many clients, is not judged.",
            "A request takes as long as all of its questions together, however quickly each is answered; and each costs a way through the network and a switch to another thread.",
            "Ask different services at the same time (threads, futures, an asynchronous client) where no question needs an answer before it. Ask the same one for several things at once: a join or a list of keys in place of a query for each row, a batch, a pipeline.",
            List.of(MIN_REQUESTS, MIN_OPEN, MIN_SAVED, MIN_TIMES, MIN_SHARE, MOST_WORK));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (analysis.timeline().packetCount() == 0) {
            return RuleOutcome.notApplicable("there is no packet of which the traces have both the sending and the arrival");
        }
        List<Finding> findings = new ArrayList<>();
        boolean any = false;
        for (AskedMeanwhile one : AskedMeanwhile.all(analysis)) {
            if (one.requests() >= settings.get(MIN_REQUESTS) && one.openNanos() >= settings.get(MIN_OPEN) * analysis.rangeNanos()) {
                any = true;
                List<AskedMeanwhile.OfTeam> asked = one.asked();
                if (asked.size() > 1 && one.saved(asked) >= settings.get(MIN_SAVED) * one.nanos() && haveTime(analysis, asked, settings)) {
                    findings.add(several(analysis, one, asked));
                }
                for (AskedMeanwhile.OfTeam of : asked) {
                    if (of.times(one.requests()) >= settings.get(MIN_TIMES)
                            && of.nanos(one.requests()) >= settings.get(MIN_SHARE) * one.nanos()
                            && haveTime(analysis, List.of(of), settings)) {
                        findings.add(again(analysis, one, of));
                    }
                }
            }
        }
        return RuleOutcome.of(findings,
                any ? "no request is seen to wait for enough questions, one after the other, to others that have time for more"
                        : "no threads of a name are seen to answer enough requests over connections, one at a time, for which they ask others over connections");
    }

    /** Whether none of those that are asked has its hands full, nor all of them together the processors of a host. */
    private static boolean haveTime(Analysis analysis, List<AskedMeanwhile.OfTeam> asked, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        double most = settings.get(MOST_WORK) * analysis.rangeNanos();
        Int2LongOpenHashMap byHost = new Int2LongOpenHashMap();
        for (AskedMeanwhile.OfTeam of : asked) {
            long active = 0;
            for (ThreadTotals totals : analysis.totals()) {
                active += of.servers().contains(totals.thread()) ? totals.active() : 0;
            }
            if (active > most * of.servers().size()) {
                return false;
            }
            byHost.addTo(timeline.host(of.servers().firstInt()), active);
        }
        return byHost.int2LongEntrySet().stream()
                .allMatch(host -> analysis.load(host.getIntKey()).share(host.getLongValue()) <= settings.get(MOST_WORK));
    }

    private static Finding several(Analysis analysis, AskedMeanwhile one, List<AskedMeanwhile.OfTeam> asked) {
        long nanos = one.saved(asked);
        double saved = (double) nanos / one.nanos();
        List<String> each = new ArrayList<>();
        for (AskedMeanwhile.OfTeam of : asked) {
            each.add(duration(of.nanos(one.requests())) + " for " + names(analysis, of.servers()));
        }
        int last = each.size() - 1;
        return finding(analysis, one, saved, "", asked)
                .summary("To answer a request, " + askers(analysis, one) + " asks one after the other: it waits "
                        + String.join(", ", each.subList(0, last))
                        + " and " + each.get(last) + ofRequest(one)
                        + " If none of them needs to be told what another one answers, asking all at once makes a request up to "
                        + duration(nanos) + " or " + percent(saved) + " shorter (an estimate).")
                .estimate().build();
    }

    private static Finding again(Analysis analysis, AskedMeanwhile one, AskedMeanwhile.OfTeam of) {
        long nanos = of.nanos(one.requests());
        return finding(analysis, one, (double) nanos / one.nanos(), ": " + analysis.stableName(of.servers().firstInt()), List.of(of))
                .summary("To answer a request, " + askers(analysis, one) + " asks " + names(analysis, of.servers()) + ' '
                        + count(of.times(one.requests()), "time") + ", one after the other: it waits " + duration(nanos) + " for that"
                        + ofRequest(one))
                .build();
    }

    private static String askers(Analysis analysis, AskedMeanwhile one) {
        return (one.askers().size() == 1 ? "" : "each of ") + names(analysis, one.askers());
    }

    private static String ofRequest(AskedMeanwhile one) {
        return ", of the " + duration(one.nanos()) + " that an answer takes (medians of " + count(one.requests(), "request") + ").";
    }

    private static Finding.Builder finding(Analysis analysis, AskedMeanwhile one, double share, String subject,
            List<AskedMeanwhile.OfTeam> asked) {
        int asker = one.askers().firstInt();
        Finding.Builder finding = Finding.of(INFO, Severity.WARNING, Math.min(1, share * one.openNanos() / analysis.rangeNanos()))
                .subject(analysis.stableName(asker) + subject).restsOn(analysis.doubts(analysis.timeline().host(asker)));
        List<AskedMeanwhile.OfTeam> longest = new ArrayList<>(asked);
        longest.sort((a, b) -> Long.compare(b.nanos(one.requests()), a.nanos(one.requests())));
        for (AskedMeanwhile.OfTeam of : longest) {
            finding.evidence(new Evidence.Edge(asker, of.servers().firstInt(), of.nanos(one.requests()), of.times(one.requests()),
                    "questions to answer a request, at the median"));
        }
        return finding;
    }

    private static String names(Analysis analysis, IntSortedSet threads) {
        return PoolNames.list(analysis, threads.toIntArray());
    }
}
