/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.flame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.tag.TagLog;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.graph.FlameTree;
import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.rows.OnCpuRow;
import org.bowline.tracecompass.core.ThreeTier;
import org.bowline.tracecompass.core.flame.FlameAnswer.Kind;
import org.bowline.tracecompass.core.provider.StateStyle;
import org.bowline.tracecompass.core.tags.TagEvents;
import org.bowline.tracecompass.core.tags.TagsAnswer;
import org.bowline.tracecompass.core.threads.WaitingCode;

/** Stacks of time, as the desktop shows them. */
final class FlameAnswerTest {
    private static AnalysisResult read(Path folder) throws Exception {
        try (Experiment experiment = Experiment.open(List.of(folder), OpenOptions.DEFAULT, Progress.NONE)) {
            return experiment.read(Progress.NONE).result();
        }
    }

    /** The first frame of a name, within another. */
    private static int frame(FlameTree tree, String within, String name) {
        for (int frame = 1; frame < tree.size(); frame++) {
            if (tree.name(frame).equals(name) && tree.path(frame).contains(within)) {
                return frame;
            }
        }
        throw new AssertionError("no frame " + name);
    }

    @Test
    void blockedTimeIsThatOfOffCpuAndAWaitHasTheStyleOfItsCause() throws Exception {
        Path journal = ThreeTier.folder().resolveSibling("journal-stacks");
        AnalysisResult result = read(journal);
        WaitingCode code = WaitingCode.read(List.of(journal), List.of(), result, Progress.NONE);
        Analysis analysis = code.analysis(result, Question.ALL, Progress.NONE);
        FlameAnswer answer = FlameAnswer.blocked(analysis, code.caveats());
        FlameTree tree = answer.tree();
        assertThat(tree.nanos(FlameTree.ROOT)).isPositive()
                .isEqualTo(OffCpuRow.of(analysis).stream().mapToLong(row -> row.total().nanos()).sum());
        int function = frame(tree, "j-writer", "writer_main");
        assertThat(Kind.of(tree.kind(function))).isEqualTo(Kind.CODE);
        for (int place = tree.first(1); place < tree.first(3); place++) {
            assertThat(Kind.of(tree.kind(place))).as("host or thread %s", tree.name(place)).isEqualTo(Kind.PLACE);
        }
        int wait = frame(tree, "writer_main", "waits for disk vdd");
        assertThat(Kind.isWait(tree.kind(wait))).isTrue();
        assertThat(Kind.wait(tree.kind(wait))).isEqualTo(StateStyle.BLOCKED_DISK);
        assertThat(answer.collapsed(wait)).endsWith(";waits for disk vdd " + tree.nanos(wait)).contains(";writer_main;");
        assertThat(answer.matching("WRITER_")).startsWith(org.bowline.report.text.TimeFormat.duration(tree.nanos(function)));
        assertThat(answer.caveats()).isSortedAccordingTo((a, b) -> b.severity().compareTo(a.severity())).doesNotHaveDuplicates();
    }

    /** One picture of what waits and what runs; without samples it is that of what waits, and it is said why. */
    @Test
    void runningTimeStandsBesideBlockedTimeWhereCallStacksWereSampled() throws Exception {
        Path writer = ThreeTier.folder().resolveSibling("sampled-writer");
        AnalysisResult result = read(writer);
        WaitingCode code = WaitingCode.read(List.of(writer), List.of(), result, Progress.NONE);
        Analysis analysis = code.analysis(result, Question.ALL, Progress.NONE);
        FlameAnswer answer = FlameAnswer.both(analysis, code.caveats());
        FlameTree tree = answer.tree();
        assertThat(answer.what()).isEqualTo(FlameAnswer.What.BOTH);
        assertThat(tree.nanos(FlameTree.ROOT)).isEqualTo(OffCpuRow.of(analysis).stream().mapToLong(row -> row.total().nanos()).sum()
                + OnCpuRow.of(analysis).stream().mapToLong(row -> row.total().nanos()).sum());
        int runs = frame(tree, "burn", OnCpuRow.RUNS);
        assertThat(Kind.isWait(tree.kind(runs))).isTrue();
        assertThat(Kind.wait(tree.kind(runs))).isEqualTo(StateStyle.RUNNING);
        assertThat(Kind.wait(tree.kind(frame(tree, "thread_b", "waits for disk vdd")))).isEqualTo(StateStyle.BLOCKED_DISK);
        assertThat(answer.caveats()).extracting(Caveat::kind).doesNotContain("samples-not-recorded");

        Path journal = ThreeTier.folder().resolveSibling("journal-stacks");
        AnalysisResult other = read(journal);
        Analysis without = WaitingCode.read(List.of(journal), List.of(), other, Progress.NONE).analysis(other, Question.ALL, Progress.NONE);
        assertThat(FlameAnswer.both(without, List.of()).tree().nanos(FlameTree.ROOT))
                .isEqualTo(FlameAnswer.blocked(without, List.of()).tree().nanos(FlameTree.ROOT));
        assertThat(FlameAnswer.both(without, List.of()).caveats()).extracting(Caveat::kind).contains("samples-not-recorded");
    }

    @Test
    void modulesHaveTheirTimeAndThatOfWhatIsWithinThem() throws Exception {
        Path server = ThreeTier.folder().resolveSibling("tagged-server").resolve("slow");
        AnalysisResult result = read(server);
        TagsAnswer tags = TagsAnswer.of(result, TagEvents.read(List.of(server), null, result, Progress.NONE), Question.ALL, null,
                Progress.NONE);
        FlameTree tree = FlameAnswer.running(tags).tree();
        TagsAnswer.Node host = tags.hosts().get(0);
        for (TagsAnswer.Node module : host.children()) {
            assertThat(tree.nanos(frame(tree, "A", module.name()))).as(module.name()).isEqualTo(module.row().times().nanos());
        }
        assertThat(tree.path(frame(tree, "A", "crc"))).containsExactly("A", "engine", "storage", "crc");
    }

    @Test
    void stacksThatAreDeeperThanThePictureKeepTheirTimeAndAreTold() throws Exception {
        Path journal = ThreeTier.folder().resolveSibling("journal-stacks");
        AnalysisResult result = read(journal);
        WaitingCode code = WaitingCode.read(List.of(journal), List.of(), result, Progress.NONE);
        Analysis analysis = code.analysis(result, Question.ALL, Progress.NONE);
        FlameTree whole = FlameAnswer.blocked(analysis, code.caveats()).tree();
        int deepest = whole.levels();
        FlameAnswer cut = FlameAnswer.blocked(analysis, code.caveats(), deepest - 1);
        long deep = OffCpuRow.of(analysis).stream().filter(row -> row.frames().size() == deepest).count();
        assertThat(deep).isPositive();
        assertThat(cut.tree().levels()).isEqualTo(deepest - 1);
        assertThat(cut.tree().nanos(FlameTree.ROOT)).isEqualTo(whole.nanos(FlameTree.ROOT));
        assertThat(cut.caveats().get(0)).satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo("frames-cut");
            assertThat(caveat.count()).isEqualTo(deep);
            assertThat(caveat.text()).contains(" more than " + (deepest - 1) + " frames;").endsWith("bowline off-cpu tells them whole.");
        });
        assertThat(kinds(FlameAnswer.blocked(analysis, code.caveats(), deepest))).as("none is deeper").doesNotContain("frames-cut");
    }

    @Test
    void modulesThatAreDeeperThanThePictureKeepTheirTimeAndAreTold() throws Exception {
        Path server = ThreeTier.folder().resolveSibling("tagged-server").resolve("slow");
        AnalysisResult result = read(server);
        TagsAnswer tags = TagsAnswer.of(result, TagEvents.read(List.of(server), null, result, Progress.NONE), Question.ALL, null,
                Progress.NONE);
        FlameTree whole = FlameAnswer.running(tags).tree();
        FlameAnswer cut = FlameAnswer.running(tags, 3);
        assertThat(cut.tree().nanos(frame(cut.tree(), "A", "storage"))).isEqualTo(whole.nanos(frame(whole, "A", "storage")));
        assertThat(kinds(cut)).contains("frames-cut");
        assertThat(kinds(FlameAnswer.running(tags, whole.levels()))).doesNotContain("frames-cut");
    }

    @Test
    void whereNoCodeWasRecordedThatIsToldWithWhatToRecord() throws Exception {
        Path bare = ThreeTier.folder().resolveSibling("lock-contention");
        AnalysisResult result = read(bare);
        FlameAnswer answer = FlameAnswer.blocked(Analysis.of(result).question(Question.ALL).build(), List.of()); // the samples have system calls
        assertThat(answer.codeKnown()).isFalse();
        assertThat(answer.caveats()).filteredOn(caveat -> caveat.kind().equals("code-not-recorded")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).contains("profile waits-stacks"));
        WaitingCode calls = WaitingCode.read(List.of(ThreeTier.folder()), List.of(), ThreeTier.result(), Progress.NONE);
        FlameAnswer known = FlameAnswer.blocked(calls.analysis(ThreeTier.result(), Question.ALL, Progress.NONE), calls.caveats());
        assertThat(known.codeKnown()).as("system calls are code").isTrue();
        assertThat(kinds(known)).doesNotContain("code-not-recorded");
        AnalysisResult gone = read(bare);
        WaitingCode unread = WaitingCode.read(List.of(ThreeTier.folder()), List.of(), gone, Progress.NONE);
        assertThat(kinds(FlameAnswer.blocked(unread.analysis(gone, Question.ALL, Progress.NONE), unread.caveats())))
                .as("whether it was recorded is not known").contains("code-not-read").doesNotContain("code-not-recorded");
    }

    private static List<String> kinds(FlameAnswer answer) {
        return answer.caveats().stream().map(org.bowline.core.model.Caveat::kind).toList();
    }

    @Test
    void withoutTagsThereIsNoTime() throws Exception {
        AnalysisResult result = read(ThreeTier.folder());
        TagsAnswer tags = TagsAnswer.of(result, new TagEvents.Read(List.of(), TagLog.EMPTY, List.of()), Question.ALL, null, Progress.NONE);
        assertThat(FlameAnswer.running(tags).isEmpty()).isTrue();
    }
}
