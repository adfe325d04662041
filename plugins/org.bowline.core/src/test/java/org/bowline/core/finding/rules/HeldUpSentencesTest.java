/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.core.finding.rules.Sentences.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.rules.Sentences.Row;
import org.bowline.core.timeline.Timeline;

/** Every sentence of the rules on work that is held up by itself or by the kernel, with a run in which it must appear and one near it in which it must not. */
class HeldUpSentencesTest {
    /** Whose words are in this table. */
    static final Set<String> FILES = Set.of("WritesHeldBack");

    private static Analysis of(Stage stage) {
        return Analysis.of(stage.builder.build()).build();
    }

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.addAll(writers());
        return rows;
    }

    private static List<Row> writers() {
        Rule rule = new WritesHeldBack();
        Analysis held = of(WritesHeldBackTest.writer(Timeline.HELD, true, 40));
        Analysis sleeps = of(WritesHeldBackTest.writer(Timeline.NONE, true, 40));
        Analysis little = of(WritesHeldBackTest.writer(Timeline.HELD, true, 9));
        Stage noDisk = new Stage();
        noDisk.runs(noDisk.thread(noDisk.host("h"), 1, "a"), 10);
        return List.of(
                new Row(rule, "spools (h:102) is held back by the kernel while disk vda (h) writes: 40 times it waits in the uninterruptible state"
                        + " until a timer ends that, which no program does of its own; for 200 ms, 40.0 % of the range, 5.00 ms at the median,"
                        + " and in 100 % of that time the disk has something to write. The kernel does that with who changes pages faster than the disk"
                        + " writes them. Without these waits the work would be at most 40.0 % shorter (an estimate).", held, sleeps),
                new Row(rule, "no thread of a program is held back by the kernel again and again while a disk writes", sleeps, held),
                new Row(rule, "a thread is held back by the kernel while a disk writes for at most 9.00 % of the range", little, sleeps),
                new Row(rule, "there is no disk request in the traces", of(noDisk), sleeps));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void aSentenceIsSaidWhereItIsTrueAndNotBesideIt(Row row) {
        assertThat(text(row.rule(), row.said())).contains(row.words());
        assertThat(text(row.rule(), row.notSaid())).doesNotContain(row.words());
    }

    @Test
    void noWordsOfTheseRulesAreMissingInTheTable() throws IOException {
        StringBuilder said = new StringBuilder();
        rows().forEach(row -> said.append(text(row.rule(), row.said())).append('\n'));
        assertThat(Sentences.unsaid(said, FILES.toArray(String[]::new))).isEmpty();
    }
}
