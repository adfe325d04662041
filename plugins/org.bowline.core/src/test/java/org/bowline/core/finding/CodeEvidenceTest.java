/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.StackQuestion;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.offcpu.StackLog;
import org.bowline.core.offcpu.StackNames;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.MemoryMap;
import org.bowline.core.symbol.RecordedSymbols;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.symbol.SymbolTable;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class CodeEvidenceTest {
    private static final int CLIENT = 0;
    private static final int WRITER = 1;
    private static final int DISK = 2;
    private static final RuleInfo RULE = new RuleInfo("disk", "Title", "nothing", "always", "because", "nothing", List.of());

    /** A client waits for a writer, and the writer for a disk: in flush, called by main; the client's code has no names. */
    private static Analysis analysis(boolean stacks) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("a");
        builder.thread(0, 1, 1, "client");
        builder.thread(0, 2, 2, "writer");
        builder.resource(0, VertexKind.DISK, "vdd");
        builder.blocked(0, 0, 100, Cause.THREAD, WRITER, Timeline.NONE, 0);
        builder.segment(WRITER, 0, 20, ThreadState.RUNNING, 1);
        builder.blocked(WRITER, 20, 50, Cause.DISK, DISK, Timeline.NONE, 1);
        builder.segment(WRITER, 50, 60, ThreadState.RUNNING, 1);
        builder.blocked(WRITER, 60, 70, Cause.DISK, DISK, Timeline.NONE, 1);
        builder.segment(WRITER, 70, 100, ThreadState.RUNNING, 1);
        Timeline timeline = builder.build();
        StackLog log = new StackLog();
        if (stacks) {
            log.leaves(timeline, WRITER, 20, new long[] {0x1010, 0x1110}, 0, 2, false);
            log.leaves(timeline, WRITER, 60, new long[] {0x1010, 0x1110}, 0, 2, false);
            log.leaves(timeline, CLIENT, 0, new long[] {0x9010, 0x9110}, 0, 2, false);
        }
        RecordedSymbols symbols = new RecordedSymbols(Map.of(2, MemoryMap.of(Stream.of("1000-2000 r-xp 00000000 00:00 0 "))), Map.of(),
                SymbolTable.EMPTY, Map.of(2, new SymbolTable(
                        List.of(new SymbolTable.Symbol(0x1000, 0x100, "flush"), new SymbolTable.Symbol(0x1100, 0x100, "main")))));
        return Analysis.of(timeline).known(StackQuestion.STACKS, new StackQuestion.Stacks(
                stacks ? StackNames.of(log, List.of(symbols), new SymbolFiles(List.of()), false, Progress.NONE) : null)).build();
    }

    private static Finding finding(int others, Evidence.@Nullable Edge edge) {
        Finding.Builder finding = Finding.of(RULE, Severity.WARNING, 1).summary("It waits.");
        if (edge != null) {
            finding.evidence(edge);
        }
        for (int i = 0; i < others; i++) {
            finding.evidence(new Evidence.Vertex(0, i, ""));
        }
        return finding.build();
    }

    private static final Evidence.Edge WRITES = new Evidence.Edge(WRITER, DISK, 40, 2, "");
    private static final Evidence.Edge ASKS = new Evidence.Edge(CLIENT, WRITER, 100, 1, "");
    private static final Evidence CODE = new Evidence.Stack("flush\nmain", 40, "2 waits of writer (a:2) for disk vdd (a)");

    @Test
    void behindAnEdgeStandsTheCodeOfItsWaits() {
        assertThat(CodeEvidence.with(analysis(true), finding(1, WRITES)).evidence()).containsExactly(WRITES, CODE,
                new Evidence.Vertex(0, 0, ""));
    }

    @Test
    void codeWithoutANameIsNotTold() {
        Finding asks = finding(1, ASKS);
        assertThat(CodeEvidence.with(analysis(true), asks)).isEqualTo(asks);
    }

    @Test
    void anEdgeThatTheGraphDoesNotHaveOrOfADeviceHasNoCode() {
        Finding handOver = finding(0, new Evidence.Edge(WRITER, CLIENT, 40, 2, ""));
        assertThat(CodeEvidence.with(analysis(true), handOver)).isEqualTo(handOver);
        Finding idle = finding(0, new Evidence.Edge(DISK, WRITER, 40, 2, ""));
        assertThat(CodeEvidence.with(analysis(true), idle)).isEqualTo(idle);
    }

    @Test
    void withoutStacksAndFunctionsAFindingIsTheSame() {
        Finding finding = finding(3, WRITES);
        assertThat(CodeEvidence.with(analysis(false), finding)).isSameAs(finding);
        Finding noEdge = finding(3, null);
        assertThat(CodeEvidence.with(analysis(true), noEdge)).isSameAs(noEdge);
    }

    @Test
    void whatThereIsNoMoreRoomForIsCounted() {
        Finding full = CodeEvidence.with(analysis(true), finding(Finding.MOST_EVIDENCE, WRITES));
        assertThat(full.evidence()).hasSize(Finding.MOST_EVIDENCE).startsWith(WRITES, CODE).doesNotHaveDuplicates();
        assertThat(full.evidenceLeftOut()).as("one that the rule left out, and one for the code").isEqualTo(2);
    }

    private static Rule says(String id, Finding.Builder finding) {
        return new Rule() {
            @Override
            public RuleInfo info() {
                return told(id);
            }

            @Override
            public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
                return RuleOutcome.of(List.of(finding.build()), "");
            }
        };
    }

    private static RuleInfo told(String id) {
        return new RuleInfo(id, "Title", "nothing", "always", "because", "nothing", List.of());
    }

    /** The edge's code takes the last place, which was that of what another finding tells. */
    @Test
    void whatAnotherFindingTellsIsLeftOutThoughCodeTookItsPlace() {
        Finding.Builder full = Finding.of(told("full"), Severity.WARNING, 1).subject("a").summary("It waits.").evidence(WRITES);
        for (int i = 1; i < Finding.MOST_EVIDENCE; i++) {
            full.evidence(new Evidence.Vertex(0, i, ""));
        }
        Evidence last = new Evidence.Vertex(0, Finding.MOST_EVIDENCE - 1, "");
        assertThat(CodeEvidence.with(analysis(true), full.build()).evidence()).contains(CODE).doesNotContain(last);
        for (Evidence evidence : List.of(last, new Evidence.Vertex(0, Finding.MOST_EVIDENCE, ""))) {
            Finding.Builder other = Finding.of(told("other"), Severity.WARNING, 1).subject("b").summary("It is so.").tells("full", "a",
                    evidence);
            assertThat(RuleSet.of(List.of(says("full", full), says("other", other))).compute(analysis(true)).findings())
                    .hasSize(evidence.equals(last) ? 1 : 2);
        }
    }
}
