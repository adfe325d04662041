/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups;

/**
 * A program that asks another one over so many connections and no more, each of which nearly always has a question, while it has more requests open: the others wait inside the program for a connection, of which neither threads nor packets tell. Where it answers nobody, it is its threads that wait for each other
 * until they get one.
 */
public final class TooFewConnections implements Rule {
    private static final Setting<Double> MIN_QUEUE = Setting.number("min-queue", AskedOver.LEAST_QUEUE,
            "requests a connection that are open beside the one for which it is used, on average: a third of the latency is queueing from there on");
    private static final Setting<Long> MIN_ASKED = Setting.count("min-asked", AskedOver.LEAST_ASKED, 1, "questions that are answered");
    private static final Setting<Double> MIN_BUSY = Setting.share("min-busy", 0.8,
            "of the time, in which each of the connections has a question, is handed on, or is kept for a client; else some are free, or the program does other things between two questions");
    private static final Setting<Double> MAX_FREE = Setting.share("max-free", AskedOver.MOST_FREE,
            "of the time, in which a connection is free and no thread of the program is at work: whoever waits for a connection takes it as soon as it is free");
    private static final Setting<Double> MAX_CPU = Setting.share("max-cpu", 0.8,
            "load of the processors of both hosts; above, more questions at a time would only wait for processors");
    private static final Setting<Double> CRITICAL_QUEUE = Setting.number("critical-queue", 1.0,
            "from so many requests a connection on it is critical");
    /** That a connection is with who has its answer, or asks next, is told from this share of the time on. */
    private static final double LEAST_HANDED_ON = 0.05;
    /** What a client does until it asks on is told if it does so for this share of the time. */
    private static final double MOSTLY = 0.5;
    private static final RuleInfo INFO = new RuleInfo("too-few-connections", "Too few connections",
            "scheduling events, and packets of both ends (profile waits-network)",
            "The threads of one process and name stem, which answer requests of others, ask those of another program over connections: "
                    + "min-asked questions, and but for a hundredth of the time never more at a time than there are connections. Meanwhile more "
                    + "requests are open at them, without those for which they ask others, by min-queue a connection."
                    + "\nOr they answer nobody, but hand the connections from one to the next: so many more wait for each other, on average, while the "
                    + "connection over which each asks next has a question of another one. So it is before a third of all questions, and ten or more."
                    + "\nEach connection has a question for min-busy of the time, from when it is sent until all of the answer has arrived, and for "
                    + "max-free of it one has none while the threads do nothing. Hardly any question comes in parts, or before the last answer."
                    + "\nThreads may hand a connection on. Whoever asks next over it has waited while the question before was open, and whoever asked that "
                    + "wakes it. If it waits for nothing else until it asks, the connection is in use from the answer to the next question. "
                    + "What it does itself meanwhile counts, too, unless those who ask run then, all together, for more than a tenth of the time of their questions."
                    + "\nAn event loop may keep a connection for one of its clients. It is in use between two questions for that client while a "
                    + "request of another client waits that may go over it, if that is so ten times or more. A question is for the client to which the loop passes the answer."
                    + "\nA request waits for a connection if the loop goes to sleep and has not passed it on, but does so as soon as an answer has come. It may go over each of the "
                    + "connections that the same clients use in turn. New requests hardly ever overtake those that wait. While no request waits, no connection counts as free."
                    + "\nThe time in which the loop passes things on counts as use, if it is at most a tenth of the time for which connections have a question or are kept."
                    + "\nWhere each question has a connection of its own, and there are hardly ever more of them, a connection is in use from its first "
                    + "packet to its last."
                    + "\nThe processors of both hosts are busy for max-cpu of the time at most."
                    + "\nNot where as few threads ask, each for one thing at a time, and look after no other requests meanwhile, or where fewer threads answer, each one thing at a time: then these "
                    + "are too few. Nor where each thread that asks keeps a connection of its own, and there are more of these than are in use at a time.",
            "Requests wait inside the program until a connection is free, although whoever is asked could do more at a time: latency is queueing time.",
            "Allow more connections at a time (the size of the pool, the limit of a proxy for each server), or make what is asked shorter; look for who keeps a connection longer than it needs it, as a client that sleeps in a transaction. Where "
                    + "connections are handed on, look first whether the threads wait for one, and not for a lock that one of them has while it asks: then "
                    + "more connections help nobody.",
            List.of(MIN_QUEUE, MIN_ASKED, MIN_BUSY, MAX_FREE, MAX_CPU, CRITICAL_QUEUE));

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
        AskedOver longest = null;
        for (AskedOver asked : analysis.get(AskedOver.RESULT)) {
            if (asked.count() < settings.get(MIN_ASKED)) {
                continue;
            }
            if (asked.answers() && (longest == null || asked.queueOfEach() > longest.queueOfEach())) {
                longest = asked;
            }
            if (isTold(analysis, asked, settings)) {
                findings.add(finding(analysis, asked, settings));
            }
        }
        return RuleOutcome.of(findings, quiet(analysis, longest));
    }

    private static boolean isTold(Analysis analysis, AskedOver asked, RuleSettings settings) {
        return asked.queueOfEach() >= settings.get(MIN_QUEUE)
                && asked.busy() + asked.handedOn() + asked.keptForClients() >= settings.get(MIN_BUSY)
                && asked.free() <= settings.get(MAX_FREE) && cpu(analysis, asked) <= settings.get(MAX_CPU)
                && asked.isOneAtATime() && asked.isLimitOfConnections() && !asked.haveTheirOwn();
    }

    /** Whether the connections over which somebody asks are told to be too few, by the settings as they come. */
    static boolean tells(Analysis analysis, AskedOver asked) {
        return isTold(analysis, asked, RuleSettings.STANDARD);
    }

    private static double cpu(Analysis analysis, AskedOver asked) {
        Timeline timeline = analysis.timeline();
        return Math.max(analysis.load(timeline.host(asked.askers()[0])).load(), analysis.load(timeline.host(asked.servers()[0])).load());
    }

    /** Some threads, or all of their process if tasks move among these. */
    private static String name(Analysis analysis, int[] threads) {
        ThreadGroups.Group group = analysis.get(Merging.RESULT).groups().of(threads[0]);
        Timeline timeline = analysis.timeline();
        return group == null || group.way() != ThreadGroups.Way.TASKS ? PoolNames.list(analysis, threads)
                : group.name() + " (" + timeline.hostName(timeline.host(threads[0])) + ')';
    }

    private static String quiet(Analysis analysis, @Nullable AskedOver longest) {
        return longest == null ? "no program that is asked often asks another one over connections"
                : "no program has more requests open than it may ask another one at a time, and all of its connections in use; the most that are open is "
                        + number(longest.requests()) + " for " + count(longest.most(), "connection") + " from "
                        + name(analysis, longest.askers());
    }

    private static String waiting(AskedOver asked) {
        String waiting = number(asked.queueOfEach() * asked.most());
        return asked.answers()
                ? "Meanwhile " + number(asked.requests()) + " requests of others are open there, on average, so up to " + waiting
                        + " of them wait until a connection is free, as far as they wait for nothing else there."
                : "Meanwhile " + waiting
                        + " of those who ask wait for each other, on average, while the connection that each of them uses next has a question of another one.";
    }

    /** For how long a connection is in use without a question. */
    private static String inUse(Analysis analysis, AskedOver asked) {
        String handedOn = asked.handedOn() < LEAST_HANDED_ON ? ""
                : ". For another " + percent(asked.handedOn())
                        + (asked.kept() == null
                                ? " it is with whoever got the last answer, or with the next one to ask, who has waited for that"
                                : " those who ask hand it on, or pass on what has come");
        String kept = handedOn + kept(analysis, asked);
        return kept.isEmpty() ? ", and for " : kept + ". For ";
    }

    private static String kept(Analysis analysis, AskedOver asked) {
        KeptConnections kept = asked.kept();
        if (kept == null || asked.keptForClients() < LEAST_HANDED_ON) {
            return "";
        }
        int[] clients = kept.clients();
        return ". For another " + percent(asked.keptForClients()) + " it has none, but is kept for "
                + (clients.length == 0 ? "a client" : PoolNames.list(analysis, clients) + doings(kept)) + ", while others wait for it";
    }

    private static String doings(KeptConnections kept) {
        return kept.asleep() >= MOSTLY ? ", asleep for " + percent(kept.asleep()) + " of that time"
                : kept.atWork() >= MOSTLY ? ", at work for " + percent(kept.atWork()) + " of that time"
                        : ", mostly waiting for something else";
    }

    /** By which share of the range the work would be shorter at most if connections were kept for nobody: they are what it waits for. */
    private static double won(Analysis analysis, AskedOver asked) {
        return asked.keptForClients() * (asked.lastNanos() - asked.firstNanos()) / analysis.rangeNanos();
    }

    private static String withoutKeeping(Analysis analysis, AskedOver asked) {
        return asked.keptForClients() < LEAST_HANDED_ON ? ""
                : " If none were kept so, the work would be at most " + percent(won(analysis, asked)) + " shorter (an estimate).";
    }

    private static Finding finding(Analysis analysis, AskedOver asked, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        double queue = asked.queueOfEach();
        Finding.Builder finding = Finding
                .of(INFO, queue >= settings.get(CRITICAL_QUEUE) ? Severity.CRITICAL : Severity.WARNING,
                        Math.min(1, queue / (1 + queue)) * (asked.lastNanos() - asked.firstNanos()) / analysis.rangeNanos())
                .subject(analysis.stableName(asked.askers()[0]) + " to " + analysis.stableName(asked.servers()[0]))
                .summary("Questions of " + name(analysis, asked.askers()) + " for " + name(analysis, asked.servers()) + " go over "
                        + count(asked.most(), "connection") + " at a time and no more: "
                        + (asked.isOfOneQuestion() ? "each has its own, and one is in use, from its first packet to its last, for "
                                : "a connection has one for ")
                        + percent(asked.busy()) + " of the time" + inUse(analysis, asked) + percent(asked.free())
                        + " one is free while " + (asked.kept() == null ? "" : "a request waits and ") + "nobody who asks is at work. "
                        + waiting(asked) + withoutKeeping(analysis, asked))
                .evidence(new Evidence.Range(asked.firstNanos(), asked.lastNanos(), "from the first question to the last answer"))
                .estimate();
        for (int thread : asked.askers()) {
            finding.evidence(new Evidence.Vertex(thread, 0, "asks"));
        }
        KeptConnections kept = asked.kept();
        if (kept != null) {
            for (int client : kept.clients()) {
                finding.evidence(new Evidence.Vertex(client, 0, "has a connection kept for it"));
            }
            finding.wins(won(analysis, asked));
        }
        return finding.restsOn(analysis.doubts(timeline.host(asked.askers()[0]))).build();
    }
}
