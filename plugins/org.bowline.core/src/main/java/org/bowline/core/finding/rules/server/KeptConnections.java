/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongAVLTreeMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.finding.rules.waits.Changes;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.order.DisjointSets;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * When an event loop that passes on what its clients ask keeps a connection for one of them, though this one asks nothing: a transaction is open, so to say. Packets do not tell for whom a question is, but the loop does: before it waits again, it passes on the answer that it has got.
 * A connection is kept between two questions for the same client while a request of another one waits that may go over it. That is one which the loop has not passed on before it waited, and does as soon as an answer has come over one of the connections between which the clients change.
 * O(requests × log requests + segments of the clients while it is kept for them).
 */
final class KeptConnections {
    /** So many are no chance. */
    private static final int LEAST = 10;
    /** So much as often a new request may pass one that waits: where it does more often, connections are not what that one waits for. */
    private static final double MOST_OVERTAKING = 0.1;
    /** For whom connections are kept for less of that time than for another one is not named. */
    private static final double LEAST_OF_MOST = 0.1;

    private final Timeline timeline;
    private final AskedRequests all;
    private final Analysis analysis;
    /** By place among the questions, in the order in which they were sent: for which request it is; and which is the one before over the same connection. */
    private final IntColumn questions;
    private final int[] requestOf;
    private final int[] before;
    private final DisjointSets sets;
    /** By set of connections between which clients change, when a request waits for one of them. */
    private final Int2ObjectOpenHashMap<TimeUnion> waiting = new Int2ObjectOpenHashMap<>();
    private final Changes kept = new Changes();
    private final Changes passing = new Changes();
    private long keptNanos;
    private long workNanos;
    private final Int2LongAVLTreeMap byClient = new Int2LongAVLTreeMap();
    private long clientNanos;
    private long asleepNanos;
    private long atWorkNanos;
    private int count;
    private int overtaking;

    /**
     * Those of some questions.
     *
     * @param asked the questions, of threads that answer others
     * @param requests what these answer
     */
    KeptConnections(Analysis analysis, AskedRequests all, IntArrayList asked, IntArrayList requests) {
        this.analysis = analysis;
        this.all = all;
        timeline = analysis.timeline();
        LongColumn sent = new LongColumn();
        asked.forEach(question -> sent.add(all.sent(question)));
        questions = new IntColumn();
        IntColumn order = Ascending.order(sent);
        for (int i = 0; i < order.size(); i++) {
            questions.add(asked.getInt(order.get(i)));
        }
        requestOf = new int[questions.size()];
        before = new int[questions.size()];
        sets = new DisjointSets(questions.size());
        findRequests(requests);
        findWaiting();
        findKept();
    }

    /** For which request each question is: that whose answer goes out next, before the thread that has got the question's answer waits again. A request that came before the question; each has one at most. */
    private void findRequests(IntArrayList requests) {
        LongColumn received = new LongColumn();
        for (int i = 0; i < questions.size(); i++) {
            requestOf[i] = Timeline.NONE;
            received.add(all.received(questions.get(i)));
        }
        LongColumn answered = new LongColumn();
        requests.forEach(request -> answered.add(all.answered(request)));
        IntColumn answers = Ascending.order(answered);
        IntColumn arrivals = Ascending.order(received);
        BitSet taken = new BitSet();
        int first = 0;
        for (int i = 0; i < arrivals.size(); i++) {
            int question = questions.get(arrivals.get(i));
            int thread = all.client(question);
            while (first < answers.size() && answered.get(answers.get(first)) < received.get(arrivals.get(i))) {
                first++;
            }
            long until = HandedOn.waitAfter(analysis, thread, all.received(question));
            for (int at = first; at < answers.size() && answered.get(answers.get(at)) <= until; at++) {
                int request = requests.getInt(answers.get(at));
                if (!taken.get(at) && all.server(request) == thread && all.arrived(request) <= all.sent(question)) {
                    taken.set(at);
                    requestOf[arrivals.get(i)] = request;
                    break;
                }
            }
        }
    }

    /** The sets of connections between which clients change, and when a request waits for one of them. O(questions × log questions). */
    private void findWaiting() {
        Int2IntOpenHashMap lastOver = new Int2IntOpenHashMap();
        lastOver.defaultReturnValue(Timeline.NONE);
        Int2IntOpenHashMap lastFor = new Int2IntOpenHashMap();
        lastFor.defaultReturnValue(Timeline.NONE);
        for (int i = 0; i < before.length; i++) {
            before[i] = lastOver.put(all.connection(questions.get(i)), i);
            join(before[i], i);
            if (requestOf[i] != Timeline.NONE) {
                join(lastFor.put(clientConnection(i), i), i);
            }
        }
        for (int i = 0; i < before.length; i++) {
            if (isFor(i) && !isNew(i) && all.sent(questions.get(i)) <= waitAfter(all.received(questions.get(before[i])), i)) {
                long begin = waitAfter(all.whole(requestOf[i]), i);
                long sent = all.sent(questions.get(i));
                waiting.computeIfAbsent(sets.root(i), key -> new TimeUnion(Long.MIN_VALUE, Long.MAX_VALUE)).add(begin, sent);
                addPassing(all.client(questions.get(i)), Math.max(begin, all.wholeReceived(questions.get(before[i]))), sent);
            }
        }
    }

    private void join(int last, int i) {
        if (last != Timeline.NONE) {
            sets.join(last, i);
        }
    }

    /** Whether it is known for which request a question is, and the question is not the first over its connection. */
    private boolean isFor(int i) {
        return requestOf[i] != Timeline.NONE && before[i] != Timeline.NONE;
    }

    /** Whether a question was sent as soon as the request for which it is had come. */
    private boolean isNew(int i) {
        return all.sent(questions.get(i)) <= waitAfter(all.whole(requestOf[i]), i);
    }

    /** When the thread that asks a question waits after a time. */
    private long waitAfter(long nanos, int i) {
        return HandedOn.waitAfter(analysis, all.client(questions.get(i)), nanos);
    }

    /** The connection over which the request came for which a question is. */
    private int clientConnection(int i) {
        return all.connection(requestOf[i]);
    }

    private void findKept() {
        for (int i = 0; i < before.length; i++) {
            TimeUnion others = isFor(i) && requestOf[before[i]] != Timeline.NONE && isNew(i) ? waiting.get(sets.root(i)) : null;
            if (others != null && clientConnection(before[i]) == clientConnection(i)) {
                add(i, others);
            } else if (others != null) {
                long arrived = all.arrived(requestOf[i]);
                long sent = all.sent(questions.get(i));
                overtaking += others.nanos(arrived, sent) == sent - arrived ? 1 : 0;
            }
        }
    }

    /** Adds the time between two requests of the same client for which others wait. */
    private void add(int i, TimeUnion others) {
        int last = requestOf[before[i]];
        int next = requestOf[i];
        long begin = all.wholeAnswered(last);
        long end = all.arrived(next);
        long nanos = others.nanos(begin, end);
        if (nanos <= 0) {
            return;
        }
        others.each(begin, end, (from, to) -> kept.add(from, to, 1));
        int thread = all.client(questions.get(i));
        others.each(all.wholeReceived(questions.get(before[i])), begin, (from, to) -> addPassing(thread, from, to));
        others.each(end, all.sent(questions.get(i)), (from, to) -> addPassing(thread, from, to));
        count++;
        keptNanos += nanos;
        int client = all.client(next);
        if (client != Timeline.NONE) {
            byClient.addTo(client, nanos);
            addDoings(client, all.wholeReceived(last), all.sent(next));
        }
    }

    /** Adds time in which a thread passes on an answer or a question, or hands a connection on. */
    private void addPassing(int thread, long from, long to) {
        passing.add(from, to, 1);
        int end = timeline.endSegment(thread, to);
        for (int s = HandedOn.segmentAt(timeline, thread, from); s != Timeline.NONE && s < end; s++) {
            workNanos += timeline.state(s) == ThreadState.RUNNING
                    ? Math.max(0, Math.min(to, timeline.end(thread, s)) - Math.max(from, timeline.start(s)))
                    : 0;
        }
    }

    private void addDoings(int client, long from, long to) {
        int at = HandedOn.segmentAt(timeline, client, from);
        int end = timeline.endSegment(client, to);
        for (int s = at; s != Timeline.NONE && s < end; s++) {
            long nanos = Math.min(to, timeline.end(client, s)) - Math.max(from, timeline.start(s));
            clientNanos += nanos;
            asleepNanos += timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.TIMER ? nanos : 0;
            atWorkNanos += timeline.state(s) == ThreadState.BLOCKED ? 0 : nanos;
        }
    }

    /** Whether connections are kept so often that it is no chance. */
    boolean isTold() {
        return count >= LEAST && overtaking <= MOST_OVERTAKING * count;
    }

    /** Visits when connections are kept for clients, and how many. */
    void each(Changes.Visitor visitor) {
        kept.each(visitor);
    }

    /** Visits when connections are with the threads that ask: between an answer and a question for a request that waits, or where they pass on what comes from or for a client for which they keep one. */
    void eachPassing(Changes.Visitor visitor) {
        passing.each(visitor);
    }

    /** For how long connections are kept, all together. */
    long keptNanos() {
        return keptNanos;
    }

    /** For how long the threads that ask run while connections are with them. */
    long workNanos() {
        return workNanos;
    }

    /** Visits when no request waits, in a range. */
    void eachWithoutWaiting(long from, long to, TimeUnion.Visitor visitor) {
        TimeUnion any = new TimeUnion(from, to);
        waiting.values().forEach(any::add);
        long[] until = {from};
        any.each(from, to, (begin, end) -> {
            visitor.visit(until[0], begin);
            until[0] = end;
        });
        visitor.visit(until[0], to);
    }

    /** For whom connections are kept, as far as that is known, ascending; not those for whom it is a tenth as long as for another one. */
    int[] clients() {
        long most = byClient.values().longStream().max().orElse(0);
        return byClient.keySet().intStream().filter(client -> byClient.get(client) >= LEAST_OF_MOST * most).toArray();
    }

    /** For which share of the time the clients sleep until they ask on. */
    double asleep() {
        return share(asleepNanos);
    }

    /** For which share of the time they run until they ask on, or want to. */
    double atWork() {
        return share(atWorkNanos);
    }

    private double share(long nanos) {
        return clientNanos == 0 ? 0 : (double) nanos / clientNanos;
    }
}
