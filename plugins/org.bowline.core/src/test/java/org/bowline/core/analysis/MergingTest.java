/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.offcpu.StackLog;
import org.bowline.core.offcpu.StackNames;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.MemoryMap;
import org.bowline.core.symbol.RecordedSymbols;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.symbol.SymbolTable;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.ThreadGroups.Group;
import org.bowline.core.waitfor.ThreadGroups.Way;
import org.bowline.core.waitfor.WaitForGraph;

class MergingTest {
    private static final Question WORK = Question.WORK.within(0, 10_000);

    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private int tid = 100;

    MergingTest() {
        builder.recording(host, 0, 10_000);
    }

    /** A thread that lives from a moment on and waits for another for nine tenths of its life. */
    private int thread(String name, int parent, int target, long from, long to) {
        int thread = builder.thread(host, tid, tid++, name);
        long wait = (to - from) / 10 * 9;
        builder.blocked(thread, from, from + wait, Cause.THREAD, target, Timeline.NONE, -1);
        builder.segment(thread, from + wait, to, ThreadState.RUNNING, -1);
        if (parent != Timeline.NONE) {
            builder.parent(thread, parent);
        }
        return thread;
    }

    private Analysis analysis(Merging.Level level, String... named) {
        Question question = Question.ALL.within(0, 10_000).with(Merging.MERGE, level).with(Merging.MERGE_THREADS, List.of(named));
        return Analysis.of(builder.build(0, 10_000)).question(question).build();
    }

    private static List<Group> groups(Analysis analysis) {
        return analysis.get(Merging.RESULT).groups().all();
    }

    @Test
    void shortLivedThreadsOfOneParentAreOneAndWaitForItInBetween() {
        int make = thread("make", Timeline.NONE, 1, 0, 10_000);
        int first = thread("cc1", make, make, 1_000, 1_500);
        thread("as", make, make, 2_000, 2_500);
        thread("cc1", make, make, 3_000, 3_500);
        int late = thread("ld", make, make, 4_000, 10_000); // it lives on
        Analysis view = Merging.view(analysis(Merging.Level.SHORT));
        assertThat(groups(view)).singleElement().satisfies(group -> {
            assertThat(group.way()).isEqualTo(Way.SHORT_LIVED);
            assertThat(group.name()).isEqualTo("children of make ×3");
            assertThat(group.threads()).hasSize(3).contains(first).doesNotContain(late);
            assertThat(group.madeBy()).isEqualTo(make);
        });
        WaitForGraph graph = view.graph();
        assertThat(graph.directNanos(graph.edge(first, make))).isEqualTo(3 * 450 + 2 * 500);
        assertThat(graph.waits(graph.edge(first, make))).isEqualTo(3 + 2);
    }

    @Test
    void anEdgeThatIsGapsForNineTenthsIsForNewWorkAndOneOfWaitsIsNot() {
        assertThat(new MergingTest().whyOfGapsAndAWait(100)).isEqualTo(NewWork.Why.NEXT_THREAD);
        assertThat(new MergingTest().whyOfGapsAndAWait(400)).isEqualTo(NewWork.Why.NOT);
    }

    /** Three threads run for 100 ns each, 2,300 ns are gaps, and the last thread waits for who makes them. */
    private NewWork.Why whyOfGapsAndAWait(long nanos) {
        int make = thread("make", Timeline.NONE, 1, 0, 10_000);
        int[] made = new int[3];
        for (int i = 0; i < made.length; i++) {
            made[i] = builder.thread(host, tid, tid++, "cc1");
            builder.segment(made[i], 500 + i * 1_250, 600 + i * 1_250, ThreadState.RUNNING, -1);
            builder.parent(made[i], make);
        }
        builder.blocked(made[2], 3_100, 3_100 + nanos, Cause.THREAD, make, Timeline.NONE, -1);
        builder.segment(made[2], 3_100 + nanos, 3_200 + nanos, ThreadState.RUNNING, -1);
        Analysis view = Merging.view(analysis(Merging.Level.SHORT));
        WaitForGraph graph = view.graph();
        int edge = graph.edge(made[0], make);
        assertThat(graph.gapNanos(edge)).isEqualTo(2_300);
        assertThat(graph.directNanos(edge)).isEqualTo(2_300 + nanos);
        return view.get(NewWork.RESULT).why(edge);
    }

    @Test
    void whatShortLivedThreadsMakeGoesWithWhatTheirSiblingsMake() {
        int make = thread("make", Timeline.NONE, 1, 0, 10_000);
        for (int i = 0; i < 3; i++) {
            int script = thread("sh", make, make, 1_000 + i * 1_000, 1_900 + i * 1_000);
            thread("cc1", script, script, 1_100 + i * 1_000, 1_800 + i * 1_000);
        }
        assertThat(groups(analysis(Merging.Level.SHORT))).extracting(Group::name).containsExactly("sh ×3", "cc1 ×3");
    }

    @Test
    void whatShortLivedThreadsMakeIsNotCalledAsTheyAre() {
        int make = thread("make", Timeline.NONE, 1, 0, 10_000);
        for (int i = 0; i < 3; i++) {
            int script = thread("abc".substring(i, i + 1), make, make, 1_000 + i * 1_000, 1_900 + i * 1_000);
            int job = thread("def".substring(i, i + 1), script, script, 1_100 + i * 1_000, 1_800 + i * 1_000);
            thread("ghi".substring(i, i + 1), job, job, 1_200 + i * 1_000, 1_700 + i * 1_000);
        }
        assertThat(groups(analysis(Merging.Level.SHORT))).extracting(Group::name)
                .containsExactly("children of make ×3", "grandchildren of make ×3", "great-grandchildren of make ×3");
    }

    @Test
    void whatEqualThreadsMakeIsMadeByOneOfThem() {
        int script = thread("sh", Timeline.NONE, 1, 0, 10_000);
        for (int i = 0; i < 3; i++) {
            int loop = thread("sh", script, script, 0, 10_000);
            thread("job", loop, loop, 1_000 + i * 100, 1_900 + i * 100);
            int other = thread("other-" + "abc".charAt(i), script, script, 0, 10_000);
            thread("task", other, other, 1_000, 1_900);
        }
        assertThat(groups(analysis(Merging.Level.SHORT))).singleElement().satisfies(group -> {
            assertThat(group.name()).isEqualTo("job ×3");
            assertThat(group.madeBy()).isEqualTo(Timeline.NONE);
            assertThat(group.gapsCount()).isFalse();
        });
    }

    @Test
    void twoShortLivedThreadsAreTwoThings() {
        int make = thread("make", Timeline.NONE, 1, 0, 10_000);
        thread("cc1", make, make, 1_000, 1_500);
        thread("cc1", make, make, 2_000, 2_500);
        Analysis analysis = analysis(Merging.Level.SHORT);
        assertThat(groups(analysis)).isEmpty();
        assertThat(Merging.view(analysis)).isSameAs(analysis);
        assertThat(Merging.RESULT.caveats(analysis)).extracting(Caveat::kind).containsExactly("nothing-merged");
    }

    /** A server that makes a thread for each request, and a client that waits for each of them. */
    private Analysis requests(int count, Question question) {
        int server = builder.thread(host, 10, 10, "server");
        int client = builder.thread(host, 11, 11, "client");
        builder.segment(server, 0, 10_000, ThreadState.RUNNING, -1);
        for (int i = 0; i < count; i++) {
            long begin = i * 400L;
            int request = builder.thread(host, 1_000 + i, 10, "request");
            builder.parent(request, server);
            builder.segment(request, begin, begin + 300, ThreadState.RUNNING, -1);
            builder.segment(client, begin, begin + 50, ThreadState.RUNNING, -1);
            builder.blocked(client, begin + 50, begin + 400, Cause.THREAD, request, Timeline.NONE, -1);
        }
        return Analysis.of(builder.build(0, 10_000)).question(question).build();
    }

    @Test
    void whereAThreadIsMadeForEachRequestTheyAreOneWithoutAnOption() {
        Analysis analysis = requests(Merging.LEAST_OF_USUAL, WORK);
        Analysis view = Merging.view(analysis);
        assertThat(groups(analysis)).singleElement().satisfies(group -> assertThat(group.name()).isEqualTo("request ×20"));
        assertThat(view.graph().groups().isEmpty()).isFalse();
        int request = groups(analysis).get(0).threads()[0];
        assertThat(FirstLook.poolsOfThreads(analysis).members(request)).as("one line where threads are told of, too").hasSize(20);
        assertThat(Merging.RESULT.caveats(analysis)).isEmpty();
    }

    @Test
    void fewerOfThemAreThreadsAndNobodyIsToldSoWhoDidNotAsk() {
        Analysis analysis = requests(Merging.LEAST_OF_USUAL - 1, WORK);
        assertThat(Merging.view(analysis)).isSameAs(analysis);
        assertThat(Merging.RESULT.caveats(analysis)).isEmpty();
    }

    @Test
    void whoWantsEachThreadOrEverybodyGetsTheGraphOfThreads() {
        Analysis none = requests(Merging.LEAST_OF_USUAL, WORK.with(Merging.MERGE, Merging.Level.NONE));
        assertThat(Merging.view(none)).isSameAs(none);
        for (Question question : List.of(WORK.with(FirstLook.UNFOLD, true), WORK.with(FirstLook.SHOW_ALL, true), Question.ALL)) {
            Analysis analysis = Analysis.of(none.timeline()).question(question).build();
            assertThat(Merging.view(analysis)).isSameAs(analysis);
        }
    }

    @Test
    void theSameAnalysisHasBothGraphsAndOneOfAllElse() {
        int boss = thread("boss", Timeline.NONE, 1, 0, 10_000);
        int first = thread("worker-1", Timeline.NONE, boss, 0, 10_000);
        thread("worker-2", Timeline.NONE, boss, 0, 10_000);
        thread("worker-3", Timeline.NONE, boss, 0, 10_000);
        Analysis analysis = analysis(Merging.Level.NONE, "worker-*");
        Analysis view = Merging.view(analysis);
        assertThat(view.graph().edgeCount()).isEqualTo(2);
        assertThat(analysis.graph().edgeCount()).isEqualTo(4);
        assertThat(view.totals()).isSameAs(analysis.totals());
        assertThat(view.hierarchy()).isNotSameAs(analysis.hierarchy());
        assertThat(groups(analysis)).singleElement().satisfies(group -> assertThat(group.name()).isEqualTo("worker* ×3"));
        assertThat(view.get(Workers.KNOTS).found()).isNotEmpty();
        assertThat(view.graph().groups().vertex(first + 1)).isEqualTo(first);
        assertThat(Merging.view(analysis)).isNotSameAs(analysis);
        assertThat(Merging.view(analysis).graph()).as("merged once").isSameAs(view.graph());
    }

    @Test
    void similarThreadsAreThoseOfAPoolElseThoseThatOneThreadMade() {
        int boss = thread("boss", Timeline.NONE, 1, 0, 10_000);
        for (int i = 0; i < 3; i++) {
            thread("worker-" + i, Timeline.NONE, boss, 0, 10_000);
        }
        for (String name : List.of("red", "green", "blue")) {
            builder.parent(thread(name, Timeline.NONE, boss, 0, 10_000), boss);
        }
        assertThat(groups(analysis(Merging.Level.SIMILAR))).extracting(Group::way).containsExactly(Way.NAMES);
        TimelineBuilder family = new TimelineBuilder();
        family.host("A");
        int maker = family.thread(0, 1, 1, "maker");
        for (String name : List.of("red", "green", "blue")) {
            int made = family.thread(0, tid++, 1, name);
            family.parent(made, maker);
            family.blocked(made, 0, 900, Cause.THREAD, maker, Timeline.NONE, -1);
            family.segment(made, 900, 1_000, ThreadState.RUNNING, -1);
        }
        Question question = Question.ALL.within(0, 1_000).with(Merging.MERGE, Merging.Level.SIMILAR).with(FirstLook.SHOW_ALL, true);
        assertThat(groups(Analysis.of(family.build(0, 1_000)).question(question).build())).extracting(Group::way)
                .containsOnly(Way.PARENT);
    }

    @Test
    void whereStacksAreKnownTheyDecideAndNotTheNames() {
        int boss = builder.thread(host, 1, 1, "boss");
        StackLog log = new StackLog();
        String[] names = {"worker-1", "worker-2", "worker-3", "other"};
        long[] callers = {0x1110, 0x1110, 0x1210, 0x1110};
        for (int i = 0; i < names.length; i++) {
            int thread = builder.thread(host, 2 + i, 1, names[i]);
            for (int wait = 0; wait < 10; wait++) {
                builder.blocked(thread, wait * 100L, wait * 100L + 90, Cause.THREAD, boss, Timeline.NONE, -1);
                builder.segment(thread, wait * 100L + 90, wait * 100L + 100, ThreadState.RUNNING, -1);
            }
        }
        Timeline timeline = builder.build(0, 1_000);
        for (int i = 0; i < names.length; i++) {
            for (int wait = 0; wait < 10; wait++) {
                log.leaves(timeline, 1 + i, wait * 100L, new long[] {0x1010, callers[i]}, 0, 2, false);
            }
        }
        RecordedSymbols symbols = new RecordedSymbols(Map.of(1, MemoryMap.of(Stream.of("1000-2000 r-xp 00000000 00:00 0 "))), Map.of(),
                SymbolTable.EMPTY, Map.of(1, new SymbolTable(List.of(new SymbolTable.Symbol(0x1000, 0x100, "take"),
                        new SymbolTable.Symbol(0x1100, 0x100, "serve"), new SymbolTable.Symbol(0x1200, 0x100, "log")))));
        Question question = Question.ALL.within(0, 1_000).with(Merging.MERGE, Merging.Level.SIMILAR);
        AnalysisBuilder known = Analysis.of(timeline).question(question);
        assertThat(groups(known.build())).singleElement().satisfies(group -> assertThat(group.name()).isEqualTo("worker* ×3"));
        Analysis stacks = known.known(StackQuestion.STACKS, new StackQuestion.Stacks(
                StackNames.of(log, List.of(symbols), new SymbolFiles(List.of()), false, Progress.NONE))).build();
        assertThat(groups(stacks)).singleElement().satisfies(group -> {
            assertThat(group.way()).isEqualTo(Way.STACKS);
            assertThat(group.threads()).containsExactly(1, 2, 4);
        });
    }

    @Test
    void similarCodeIsCodeInWhichMoreThanHalfOfTheWaitsOfBothAre() {
        Map<List<String>, Double> reads = Map.of(List.of("main", "serve", "read"), 0.7, List.of("main", "log"), 0.3);
        Map<List<String>, Double> same = Map.of(List.of("main", "serve", "read"), 0.5, List.of("main", "lock"), 0.5);
        assertThat(SimilarThreads.similarity(reads, same)).isEqualTo(0.5);
        assertThat(SimilarThreads.similarity(reads, Map.of(List.of("main", "lock"), 1.0))).isZero();
        assertThat(SimilarThreads.similarity(reads, reads)).isEqualTo(1.0);
    }

    @Test
    void aPatternThatNamesNobodyOrOneThreadIsACaveat() {
        thread("boss", Timeline.NONE, 1, 0, 10_000);
        thread("worker", Timeline.NONE, 0, 0, 10_000);
        Analysis analysis = analysis(Merging.Level.NONE, "boss", "nobody*");
        assertThat(Merging.RESULT.caveats(analysis)).extracting(Caveat::kind).containsExactly("mark-not-found", "mark-not-found");
        assertThat(Merging.view(analysis)).isSameAs(analysis);
        assertThatThrownBy(() -> Merging.MERGE.read(List.of("similiar"))).hasMessageContaining("is not usual, none, short or similar");
        assertThatThrownBy(() -> Merging.MERGE_THREADS.read(List.of(" "))).isInstanceOf(IllegalArgumentException.class);
    }
}
