/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Result;
import org.bowline.core.finding.rules.waits.Changes;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.Teams;
import org.bowline.core.model.Cause;
import org.bowline.core.model.IntPair;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What the threads of a team, which answer requests themselves or hand connections from one to the next, ask those of another one over connections: how many questions are open at a time, from when they are sent until all of the answer has arrived, and how many requests the team has open meanwhile,
 * or how many of its threads wait for connections. A connection that is made for one question is in use before and after that, too. O(requests × log requests + packets + segments of the team).
 */
public final class AskedOver {
    /** Those of the range, by who asks, and then who is asked. */
    public static final Result<List<AskedOver>> RESULT = Result.of(AskedOver::all);

    /** Whoever waits for a connection takes it as soon as it is free: for so much of the time at most one is free, and nobody who asks is at work. */
    static final double MOST_FREE = 0.1;
    /** More questions are open for so much of the time at most: while a connection is made or given up there may be one more. */
    private static final double MOST_ABOVE = 0.01;
    /** A question that comes in pieces so far apart may be several, unless the last is sent again; and so may one that is sent before the answer to the one before has come. */
    private static final long PIECES_NANOS = 1_000_000;
    /** Of a connection for one question at a time that is true of hardly any. */
    private static final double MOST_SEVERAL = 0.02;
    private static final int FEW = 2;
    /**
     * Who has got a connection makes its question for so much of the time at most for which that is then open, all together. Who computes for longer may have waited for a lock as well, in which it also asks; below, the connection has a question for ten elevenths of that time, whatever the wait was for.
     */
    private static final double MOST_WORK = 0.1;
    /** A third of the latency is queueing from there on. */
    static final double LEAST_QUEUE = 0.5;
    /** So many are no chance. */
    static final long LEAST_ASKED = 20;

    private final Analysis analysis;
    private final int team;
    /** When something was sent again. */
    private final LongOpenHashSet sentAgain;
    private final IntAVLTreeSet askers = new IntAVLTreeSet();
    private final IntAVLTreeSet servers = new IntAVLTreeSet();
    private final Changes open = new Changes();
    /** From an answer until the one who got it wakes the next one to ask over the same connection, who has waited for that. */
    private final Changes withLast = new Changes();
    /** From then until this one asks. */
    private final Changes taken = new Changes();
    /** For how long these run until they ask. */
    private long workNanos;
    /** For how long their questions are open. */
    private long askedNanos;
    /** For how long all questions are open. */
    private long openNanos;
    private final Map<Integer, Changes> byAsker = new TreeMap<>();
    private final Int2LongOpenHashMap lastReceived = new Int2LongOpenHashMap();
    private final Int2IntOpenHashMap lastAsker = new Int2IntOpenHashMap();
    private final Int2LongOpenHashMap firstSent = new Int2LongOpenHashMap();
    /** Whether another thread has asked over a connection than the one before. */
    private boolean changeHands;
    private final Int2LongOpenHashMap firstPackets = new Int2LongOpenHashMap();
    private final Int2LongOpenHashMap lastPackets = new Int2LongOpenHashMap();
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private final IntArrayList questions = new IntArrayList();
    private @Nullable KeptConnections kept;
    private int count;
    private int several;
    private int most;
    private boolean ofOneQuestion;
    private double busy;
    private double handedOn;
    private double keptForClients;
    private double free;
    private double requests;
    private boolean answers;

    private AskedOver(Analysis analysis, int team, LongOpenHashSet sentAgain) {
        this.analysis = analysis;
        this.team = team;
        this.sentAgain = sentAgain;
    }

    private static List<AskedOver> all(Analysis analysis) {
        AskedRequests all = analysis.get(AskedRequests.RESULT);
        Teams teams = Teams.of(analysis);
        IntOpenHashSet answer = new IntOpenHashSet();
        for (int i = 0; i < all.size(); i++) {
            answer.add(teams.of(all.server(i)));
        }
        LongOpenHashSet sentAgain = new LongOpenHashSet();
        for (int i = 0; i < analysis.timeline().resentCount(); i++) {
            sentAgain.add(analysis.timeline().resentAgain(i));
        }
        Map<Long, AskedOver> byTeams = new TreeMap<>();
        HandedConnections handed = new HandedConnections(analysis, teams, all);
        for (int i = 0; i < all.size(); i++) {
            int client = all.client(i) == Timeline.NONE ? Teams.NONE : teams.of(all.client(i));
            int server = teams.of(all.server(i));
            if (client != Teams.NONE && server != Teams.NONE && client != server
                    && (answer.contains(client) || handed.isTold(client, server))
                    && all.sent(i) >= analysis.fromNanos() && all.wholeReceived(i) <= analysis.toNanos()) {
                byTeams.computeIfAbsent(IntPair.of(client, server), key -> new AskedOver(analysis, client, sentAgain)).add(all, i);
            }
        }
        findLives(analysis, byTeams);
        byTeams.values().forEach(each -> {
            analysis.progress().check();
            each.answers = answer.contains(each.team);
            if (each.answers) {
                each.findKept(all);
            }
            each.measure(teams);
            if (each.answers) {
                each.count(all, teams);
            } else {
                each.requests = each.most + handed.waiting(each.team, teams.of(each.servers.firstInt()), each.first, each.last);
            }
        });
        return new ArrayList<>(byTeams.values());
    }

    /** When the connections begin and end that were made for a question each. O(packets) if there are any. */
    private static void findLives(Analysis analysis, Map<Long, AskedOver> byTeams) {
        Int2ObjectOpenHashMap<AskedOver> byConnection = new Int2ObjectOpenHashMap<>();
        for (AskedOver each : byTeams.values()) {
            if (each.lastReceived.size() >= each.count - each.mostSeveral()) {
                each.lastReceived.keySet().forEach(connection -> byConnection.put(connection, each));
            }
        }
        Timeline timeline = analysis.timeline();
        for (int packet = 0; packet < (byConnection.isEmpty() ? 0 : timeline.packetCount()); packet++) {
            AskedOver of = byConnection.get(timeline.packetConnection(packet));
            if (of != null) {
                of.firstPackets.mergeLong(timeline.packetConnection(packet), timeline.packetSent(packet), Math::min);
                of.lastPackets.mergeLong(timeline.packetConnection(packet), timeline.packetReceived(packet), Math::max);
            }
        }
    }

    private void add(AskedRequests all, int i) {
        askers.add(all.client(i));
        servers.add(all.server(i));
        first = Math.min(first, all.sent(i));
        last = Math.max(last, all.wholeReceived(i));
        count++;
        questions.add(i);
        boolean early = all.sent(i) < lastReceived.getOrDefault(all.connection(i), Long.MIN_VALUE);
        boolean inParts = all.whole(i) - all.arrived(i) > PIECES_NANOS && !sentAgain.contains(all.wholeSent(i));
        several += early || inParts ? 1 : 0;
        if (!early && lastAsker.containsKey(all.connection(i))) {
            addHanded(all, i, lastAsker.get(all.connection(i)), lastReceived.get(all.connection(i)));
        }
        changeHands |= lastAsker.getOrDefault(all.connection(i), all.client(i)) != all.client(i);
        lastAsker.put(all.connection(i), all.client(i));
        firstSent.putIfAbsent(all.connection(i), all.sent(i));
        lastReceived.put(all.connection(i), all.wholeReceived(i));
        open.add(all.sent(i), all.wholeReceived(i), 1);
        openNanos += Math.max(0, all.wholeReceived(i) - all.sent(i));
        byAsker.computeIfAbsent(all.client(i), key -> new Changes()).add(all.sent(i), all.wholeReceived(i), 1);
    }

    /**
     * Adds the time before a question if who asks has waited while another one had a question over the same connection, until that one woke it, and waits for nothing else before it asks: who does may have waited for a lock, in which it does other things, too.
     *
     * @param last who had the question before
     * @param received when that one had the answer, not after this one asks
     */
    private void addHanded(AskedRequests all, int i, int last, long received) {
        Timeline timeline = analysis.timeline();
        int asker = all.client(i);
        long sent = all.sent(i);
        int end = timeline.endSegment(asker, sent);
        int at = asker == last ? Timeline.NONE : timeline.segmentAt(asker, received);
        if (at == Timeline.NONE || at >= end || timeline.state(at) != ThreadState.BLOCKED || timeline.cause(at) != Cause.THREAD
                || timeline.target(at) != last || timeline.end(asker, at) > sent) {
            return;
        }
        long running = 0;
        for (int s = at + 1; s < end; s++) {
            if (timeline.state(s) == ThreadState.BLOCKED && timeline.end(asker, s) <= sent) {
                return;
            }
            running += timeline.state(s) == ThreadState.RUNNING ? Math.min(sent, timeline.end(asker, s)) - timeline.start(s) : 0;
        }
        withLast.add(received, timeline.end(asker, at), 1);
        taken.add(timeline.end(asker, at), sent, 1);
        workNanos += running;
        askedNanos += all.wholeReceived(i) - sent;
    }

    /** How many are open at a time but for hardly any of the time, for which share of the time each of these places is taken, and for which one is free and nobody of those who ask is at work. */
    private void measure(Teams teams) {
        long nanos = Math.max(1, last - first);
        Changes withKept = inUse();
        if (kept != null) {
            kept.each(withKept::add);
        }
        most = atMost(times(open), nanos);
        Changes lives = new Changes();
        firstPackets.keySet().forEach(connection -> lives.add(Math.max(first, firstPackets.get(connection)),
                Math.min(last, lastPackets.get(connection)), 1));
        Int2LongOpenHashMap times = times(lives);
        ofOneQuestion = !times.isEmpty() && atMost(times, nanos) <= most; // else they are left open, and not in use
        busy = taken(lives, nanos);
        Changes use = ofOneQuestion ? lives : withKept;
        if (!ofOneQuestion) {
            most = kept == null ? most : Math.max(most, atMost(times(withKept), nanos));
            busy = taken(open, nanos);
            handedOn = taken(inUse(), nanos) - busy;
            keptForClients = taken(withKept, nanos) - busy - handedOn;
        }
        TimeUnion used = new TimeUnion(first, Math.max(first + 1, last));
        use.each((begin, end, value) -> {
            if (value >= most) {
                used.add(begin, end);
            }
        });
        if (kept != null) {
            kept.eachWithoutWaiting(first, last, used::add);
        }
        teams.members(team).forEach(thread -> used.addActive(analysis.timeline(), thread));
        free = 1 - (double) used.nanos() / nanos;
    }

    /** When connections are kept for clients. */
    private void findKept(AskedRequests all) {
        IntArrayList answered = new IntArrayList();
        for (int i = 0; i < all.size() && count >= LEAST_ASKED; i++) {
            if (askers.contains(all.server(i)) && all.answered(i) >= first && all.arrived(i) <= last) {
                answered.add(i);
            }
        }
        KeptConnections found = new KeptConnections(analysis, all, questions, answered);
        kept = found.isTold() ? found : null;
    }

    /** How many connections have a question, or are handed on. */
    private Changes inUse() {
        Changes use = new Changes();
        open.each(use::add);
        withLast.each(use::add);
        if (workNanos <= MOST_WORK * askedNanos) {
            taken.each(use::add);
        }
        if (kept != null && kept.workNanos() <= MOST_WORK * (openNanos + kept.keptNanos())) {
            kept.eachPassing(use::add);
        }
        return use;
    }

    /** For which share of some time each of the places is taken. */
    private double taken(Changes use, long nanos) {
        Int2LongOpenHashMap times = times(use);
        long taken = 0;
        for (int value : times.keySet()) {
            taken += times.get(value) * Math.min(most, value);
        }
        return (double) taken / ((double) Math.max(1, most) * nanos);
    }

    /** For how long the number has each of its values. */
    private static Int2LongOpenHashMap times(Changes changes) {
        Int2LongOpenHashMap times = new Int2LongOpenHashMap();
        changes.each((begin, end, value) -> times.addTo(value, end - begin));
        return times;
    }

    private static int atMost(Int2LongOpenHashMap times, long nanos) {
        int most = times.keySet().intStream().max().orElse(0);
        long above = times.get(most);
        while (most > 1 && above <= MOST_ABOVE * nanos) {
            above += times.get(--most);
        }
        return most;
    }

    /** How many requests the team has open meanwhile, without what it asks anybody else. */
    private void count(AskedRequests all, Teams teams) {
        long nanos = 0;
        for (int i = 0; i < all.size(); i++) {
            if (teams.of(all.server(i)) == team) {
                nanos += within(all.arrived(i), all.wholeAnswered(i));
            } else if (all.client(i) != Timeline.NONE && teams.of(all.client(i)) == team && !servers.contains(all.server(i))) {
                nanos -= within(all.sent(i), all.wholeReceived(i));
            }
        }
        requests = last <= first ? 0 : (double) nanos / (last - first);
    }

    private long within(long begin, long end) {
        return Math.max(0, Math.min(last, end) - Math.max(first, begin));
    }

    /** Whether a connection has one question at a time, as far as is seen. */
    boolean isOneAtATime() {
        return several <= mostSeveral();
    }

    private double mostSeveral() {
        return Math.max(FEW, MOST_SEVERAL * count);
    }

    /**
     * Whether it may be the connections that are few: threads that each ask for one thing at a time, and of which there are no more, are what is few, unless tasks move among them, or they look after other requests meanwhile; so is who is asked, if fewer threads answer, and each does one thing at a time.
     */
    boolean isLimitOfConnections() {
        boolean answerSeveral = servers.size() >= most || analysis.get(Merging.RESULT).groups().isOfTasks(servers.firstInt())
                || servers.intStream().allMatch(analysis.get(HandedOn.LOOPS)::contains);
        return (isOfTasks() || askSeveral() || askers.size() > most) && answerSeveral;
    }

    private boolean isOfTasks() {
        return analysis.get(Merging.RESULT).groups().isOfTasks(askers.firstInt());
    }

    private boolean askSeveral() {
        return analysis.get(HandedOn.LOOPS).containsAll(askers)
                || byAsker.values().stream().anyMatch(changes -> atMost(times(changes), Math.max(1, last - first)) > 1);
    }

    /** Whether each of those who ask, one thing at a time, keeps a connection of its own, and there are more of these than are in use at a time: whatever they wait for, as a lock that one of them has while it asks, it is no connection. */
    boolean haveTheirOwn() {
        Changes kept = new Changes();
        firstSent.keySet().forEach(connection -> kept.add(firstSent.get(connection), lastReceived.get(connection), 1));
        return !changeHands && !isOfTasks() && !askSeveral() && atMost(times(kept), Math.max(1, last - first)) > most;
    }

    /** Whether requests wait for connections that are in use all the time. */
    boolean isSaturated() {
        return count >= LEAST_ASKED && queueOfEach() > 0 && free <= MOST_FREE && isOneAtATime() && isLimitOfConnections();
    }

    /**
     * Who asks some threads for fewer things at a time than it has requests open, in a sentence with a space before it; empty if nobody does, or too few connections are told.
     *
     * @param servers of which all that one asks must be
     */
    public static String sentence(Analysis analysis, IntPredicate servers) {
        for (AskedOver asked : analysis.get(RESULT)) {
            if (asked.answers && asked.count >= LEAST_ASKED && asked.queueOfEach() >= LEAST_QUEUE && asked.isOneAtATime()
                    && asked.isLimitOfConnections() && !TooFewConnections.tells(analysis, asked)
                    && asked.servers.intStream().allMatch(servers)) {
                return ' ' + PoolNames.list(analysis, asked.askers()) + (asked.askers.size() == 1 ? " has " : " have ")
                        + number(asked.requests) + " requests open meanwhile, on average, and "
                        + (asked.askers.size() == 1 ? "asks" : "ask") + " them for " + Words.count(asked.most, "thing") + " at a time.";
            }
        }
        return "";
    }

    /** Those who ask, ascending. */
    int[] askers() {
        return askers.toIntArray();
    }

    /** Those who are asked, ascending. */
    int[] servers() {
        return servers.toIntArray();
    }

    /** When the first question is sent. */
    long firstNanos() {
        return first;
    }

    /** When the last is answered. */
    long lastNanos() {
        return last;
    }

    /** How many are answered. */
    int count() {
        return count;
    }

    /** How many are open at a time, at most. */
    int most() {
        return most;
    }

    /** Whether each connection is made for one question, and ended before there are more of them. */
    boolean isOfOneQuestion() {
        return ofOneQuestion;
    }

    /** For which share of the time each of so many connections has a question, or is there for one. */
    double busy() {
        return busy;
    }

    /** For which further share of the time it has none, but is with who has the last answer, or with who asks the next one and has waited for that. */
    double handedOn() {
        return handedOn;
    }

    /** For which further share of the time it has none, but is kept for a client of those who ask. */
    double keptForClients() {
        return keptForClients;
    }

    /** For whom connections are kept; null if those who ask answer nobody. */
    @Nullable
    KeptConnections kept() {
        return kept;
    }

    /** For which share of the time one has none and is not there for one, and those who ask do nothing. */
    double free() {
        return free;
    }

    /** Whether those who ask answer others; else they wait for each other until one is done with a connection. */
    boolean answers() {
        return answers;
    }

    /** How many requests those who ask have open meanwhile, on average; if they answer none, how many of them have a question or wait for a connection. */
    double requests() {
        return requests;
    }

    /** How many of these wait for each connection: beside the one that it has a question for, if it is not kept for a client that asks nothing. */
    public double queueOfEach() {
        return requests / most + keptForClients - 1;
    }
}
