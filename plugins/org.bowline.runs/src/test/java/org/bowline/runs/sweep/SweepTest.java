/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.model.Caveat;
import org.bowline.runs.UnreadableRunException;
import org.bowline.runs.compare.Difference.Verdict;
import org.bowline.runs.sweep.Level.State;

/** Builds at several concurrencies. */
class SweepTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261122);

    @TempDir Path dir;

    /**
     * The tables of a study of profile-guided optimisation: a server with and without it, without any, and with pauses of so many cycles put into the
     * fast one, under a mix that writes and one that only reads.
     */
    private Sweep study() throws IOException {
        StringBuilder csv = new StringBuilder("build,load,clients,run,throughput_per_s\n");
        int[] clients = {16, 128, 256, 512};
        Map.of("nopgo", "6680.84 13004.87 7850.10 4031.06 8903.62 19034.44 18369.42 15933.65",
                "pgo", "7249.39 12199.32 6336.47 2614.58 9602.81 20057.09 19084.66 13128.61",
                "pgo-pause1000", "7040.25 12081.80 5825.99 2464.58 9169.94 20403.00 18814.08 12708.24",
                "pgo-pause2000", "6774.10 12024.44 5810.60 2433.14 8870.11 20307.68 18618.01 13015.76",
                "pgo-pause4000", "6469.06 12859.23 6479.85 2589.90 8331.52 19903.76 18425.81 13459.38",
                "pgo-pause8000", "5779.67 13233.35 7074.85 2741.01 7610.22 18897.86 17650.32 13544.74",
                "pgo-pause16000", "4710.97 12286.62 7896.23 2889.25 6079.60 16654.55 15853.86 14008.75",
                "noopt", "4004.37 9613.89 7920.67 3268.46 4969.67 12830.43 12263.99 11438.69").forEach((build, numbers) -> {
                    String[] values = numbers.split(" ");
                    for (int i = 0; i < values.length; i++) {
                        csv.append(build).append(i < 4 ? ",rw," : ",ro,").append(clients[i % 4]).append(",1,").append(values[i])
                                .append('\n');
                    }
                });
        SweepFile file = file(csv.toString());
        assertThat(file.caveats()).isEmpty();
        return Sweep.of(file.runs(), new Sweep.Question("nopgo", Sweep.FALLEN, List.of()));
    }

    private SweepFile file(String csv) throws IOException {
        return SweepFile.read(Files.writeString(dir.resolve("runs.csv"), csv));
    }

    private static Level level(Sweep sweep, String load, String build, long clients) {
        return sweep.levels().stream().filter(one -> one.load().equals(load) && one.build().equals(build) && one.clients() == clients)
                .findFirst().orElseThrow();
    }

    private static Set<String> fallen(Sweep sweep, String load) {
        return sweep.levels().stream().filter(level -> level.load().equals(load) && level.state() == State.FALLEN)
                .map(level -> level.build() + '@' + level.clients()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> kinds(Sweep sweep) {
        return sweep.caveats().stream().map(Caveat::kind).toList();
    }

    private static SweepRun run(String build, long clients, int number, double throughput) {
        return new SweepRun("", build, clients, String.valueOf(number), throughput, Double.NaN, Double.NaN, "");
    }

    @Test
    void everyBuildOfTheStudyPeaksAt128Clients() throws IOException {
        assertThat(study().levels()).filteredOn(level -> level.shareOfPeak() == 1).hasSize(16).allMatch(level -> level.clients() == 128)
                .allMatch(level -> level.state() == State.SATURATED);
        assertThat(study().levels()).filteredOn(level -> level.clients() == 16).allMatch(level -> level.state() == State.SCALING);
    }

    @Test
    void theStudysBuildsFallWhereItsTablesShowIt() throws IOException {
        Sweep sweep = study();
        Set<String> writing = new TreeSet<>();
        for (String build : sweep.builds()) {
            writing.add(build + "@512");
            if (!build.equals("noopt")) {
                writing.add(build + "@256");
            }
        }
        assertThat(fallen(sweep, "rw")).isEqualTo(writing);
        assertThat(fallen(sweep, "ro")).containsExactly("pgo-pause1000@512", "pgo-pause2000@512", "pgo-pause4000@512", "pgo-pause8000@512",
                "pgo@512");
        assertThat(level(sweep, "rw", "noopt", 256).shareOfPeak()).isEqualTo(1 - 0.176, within(5e-4));
        assertThat(level(sweep, "rw", "nopgo", 256).shareOfPeak()).isEqualTo(1 - 0.396, within(5e-4));
        assertThat(level(sweep, "rw", "nopgo", 512).shareOfPeak()).isEqualTo(1 - 0.690, within(5e-4));
        assertThat(level(sweep, "rw", "pgo", 256).shareOfPeak()).isEqualTo(1 - 0.481, within(5e-4));
        assertThat(level(sweep, "rw", "pgo", 512).shareOfPeak()).isEqualTo(1 - 0.786, within(5e-4));
        assertThat(level(sweep, "ro", "pgo", 512).shareOfPeak()).isEqualTo(1 - 0.345, within(6e-4));
        assertThat(level(sweep, "ro", "nopgo", 512).shareOfPeak()).isEqualTo(1 - 0.163, within(5e-4));
        assertThat(level(sweep, "ro", "pgo-pause16000", 512).shareOfPeak()).isEqualTo(1 - 0.159, within(5e-4));
        assertThat(level(sweep, "ro", "noopt", 512).shareOfPeak()).isEqualTo(1 - 0.108, within(6e-4));
    }

    @Test
    void aLevelAtWhichAnyBuildHasFallenIsNotComparableAndOneRunEachTellsNoNoise() throws IOException {
        Sweep sweep = study();
        double[] writing = {0.085, -0.062, -0.193, -0.351};
        double[] reading = {0.079, 0.054, 0.039, -0.176};
        long[] clients = {16, 128, 256, 512};
        for (int i = 0; i < 4; i++) {
            Level rw = level(sweep, "rw", "pgo", clients[i]);
            Level ro = level(sweep, "ro", "pgo", clients[i]);
            assertThat(rw.change()).isEqualTo(writing[i], within(5e-4));
            assertThat(ro.change()).isEqualTo(reading[i], within(5e-4));
            assertThat(rw.verdict()).isEqualTo(i < 2 ? Verdict.NOISE_UNKNOWN : Verdict.NOT_COMPARABLE);
            assertThat(ro.verdict()).isEqualTo(i < 3 ? Verdict.NOISE_UNKNOWN : Verdict.NOT_COMPARABLE);
        }
        assertThat(kinds(sweep)).contains("noise-unknown");
    }

    @Test
    void pausesThatMakeTheServerFasterAtManyClientsTellThatTheSaturationPointMoved() throws IOException {
        List<String> told = study().caveats().stream().filter(caveat -> caveat.kind().equals(Sweep.SATURATION_MOVED)).map(Caveat::text)
                .toList();
        assertThat(told).hasSize(2).anyMatch(text -> text.contains("rw: ") && text.contains("rank correlation -0.60"))
                .anyMatch(text -> text.contains("ro: ") && text.contains("rank correlation -0.83"))
                .allMatch(text -> text.contains("the change moved the saturation point") && !text.contains("nopgo"));
    }

    @Test
    void buildsThatRankAlikeAtFewAndManyClientsMoveNoSaturationPoint() {
        List<SweepRun> runs = new ArrayList<>();
        for (int pause = 1; pause <= 5; pause++) {
            runs.add(run("a-pause" + pause, 8, 1, 1000 - 100 * pause));
            runs.add(run("a-pause" + pause, 64, 1, 2000 - 100 * pause));
        }
        assertThat(kinds(Sweep.of(runs, Sweep.Question.DEFAULT))).doesNotContain(Sweep.SATURATION_MOVED);
    }

    @Test
    void aPlantedChangeIsToldAtItsLevelAndAFallIsNotTakenForOne() {
        Random random = new Random(SEED);
        List<SweepRun> runs = new ArrayList<>();
        for (int number = 1; number <= 6; number++) {
            for (String build : List.of("old", "new")) {
                double speed = build.equals("new") ? 1.2 : 1;
                runs.add(run(build, 4, number, 1000 * speed * Math.exp(0.02 * random.nextGaussian())));
                runs.add(run(build, 16, number, 3000 * Math.exp(0.02 * random.nextGaussian())));
                runs.add(run(build, 64, number, (build.equals("new") ? 900 : 2900) * Math.exp(0.02 * random.nextGaussian())));
            }
        }
        Sweep sweep = Sweep.of(runs, Sweep.Question.DEFAULT);
        assertThat(level(sweep, "", "new", 4).verdict()).isEqualTo(Verdict.IMPROVEMENT);
        assertThat(level(sweep, "", "new", 16).verdict()).isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(level(sweep, "", "new", 64).state()).isEqualTo(State.FALLEN);
        assertThat(level(sweep, "", "new", 64).verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
        assertThat(level(sweep, "", "old", 64).state()).isEqualTo(State.SATURATED);
    }

    @Test
    void aFallThatTheNoiseMayHaveMadeIsADoubtAndNotAState() {
        List<SweepRun> runs = List.of(run("a", 8, 1, 1000), run("a", 8, 2, 1040), run("a", 64, 1, 500), run("a", 64, 2, 1000));
        Sweep sweep = Sweep.of(runs, Sweep.Question.DEFAULT);
        assertThat(level(sweep, "", "a", 64).state()).isEqualTo(State.SATURATED);
        assertThat(kinds(sweep)).contains("perhaps-fallen", "one-build");
    }

    @Test
    void aDipBelowThePeaksOwnLevelIsNoFall() {
        List<SweepRun> runs = List.of(run("a", 8, 1, 1000), run("a", 16, 1, 500), run("a", 32, 1, 2000));
        assertThat(Sweep.of(runs, Sweep.Question.DEFAULT).levels()).extracting(Level::state).containsExactly(State.SCALING, State.SCALING,
                State.SCALING);
    }

    @Test
    void whatIsMissingIsToldAndTheRestIsCompared() throws IOException {
        SweepFile file = file("""
                build,clients,run,throughput,machine,notes
                a,1,1,100,cpu x,
                a,1,2,101,cpu x,
                a,1,2,102,cpu x,again
                a,8,1,,cpu x,crashed
                a,8,2,0,cpu x,
                a,eight,3,1,cpu x,
                b,1,1,105,cpu y,
                b,1,2,1e2,cpu y,
                b,8,1,many,cpu y,
                b,8,2,500,cpu y,
                """);
        assertThat(file.runs()).hasSize(5);
        assertThat(file.caveats()).hasSize(5).extracting(Caveat::text).anyMatch(text -> text.contains("Line 4") && text.contains("again"))
                .anyMatch(text -> text.contains("Line 5") && text.contains("no throughput"))
                .anyMatch(text -> text.contains("Line 6") && text.contains("throughput of 0"))
                .anyMatch(text -> text.contains("Line 7") && text.contains("'eight' clients"))
                .anyMatch(text -> text.contains("Line 10") && text.contains("not a number"));
        Sweep sweep = Sweep.of(file.runs(), Sweep.Question.DEFAULT);
        assertThat(kinds(sweep)).contains("machines-differ", "level-missing");
        assertThat(level(sweep, "", "b", 8).change()).isNaN();
        assertThat(level(sweep, "", "b", 8).verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
    }

    @Test
    void aLineWithFewerOrMoreFieldsIsLeftOutAndTheOthersAreKept() throws IOException {
        SweepFile file = file("""
                build,clients,run,throughput
                a,1,1,100
                a,1,2
                a,1,3,1,234
                a,1,4,101,
                """);
        assertThat(file.runs()).extracting(SweepRun::name).containsExactly("1", "4");
        assertThat(file.caveats()).extracting(Caveat::text)
                .anyMatch(text -> text.startsWith("Line 3 of ")
                        && text.endsWith(" has 3 fields, where the first line names 4 columns; it is left out."))
                .anyMatch(text -> text.startsWith("Line 4 of ") && text.contains(" has 5 fields"));
    }

    @Test
    void buildsThatRanOnAProcessorEachAreSaidToDifferPerhapsByThatAlone() throws IOException {
        List<String> each = texts(
                Sweep.of(file("build,clients,run,throughput,machine\na,1,1,1,x\na,1,2,1,x\nb,1,1,2,y\nb,1,2,2,y\n").runs(),
                        Sweep.Question.DEFAULT),
                "machines-differ");
        assertThat(each).containsExactly("The runs are of different processors (x, y): what differs may be theirs. Each build ran on one of"
                + " its own (a on x, b on y), so a change may be that of the processors alone. Make all runs on one machine.");
        assertThat(texts(Sweep.of(file("build,clients,run,throughput,machine\na,1,1,1,x\na,1,2,1,y\nb,1,1,2,y\nb,1,2,2,y\n").runs(),
                Sweep.Question.DEFAULT), "machines-differ"))
                .containsExactly("The runs are of different processors (x, y): what differs may be theirs. Make all runs on one machine.");
    }

    private static List<String> texts(Sweep sweep, String kind) {
        return sweep.caveats().stream().filter(caveat -> caveat.kind().equals(kind)).map(Caveat::text).toList();
    }

    @Test
    void oneLevelTellsNoState() {
        Sweep sweep = Sweep.of(List.of(run("a", 8, 1, 1000), run("b", 8, 1, 900)), Sweep.Question.DEFAULT);
        assertThat(sweep.levels()).extracting(Level::state).containsOnly(State.UNKNOWN);
        assertThat(kinds(sweep)).contains("one-level");
    }

    @Test
    void aFileThatIsNoSweepSaysWhatItLacks() {
        assertThatThrownBy(() -> file("")).isInstanceOf(UnreadableRunException.class).hasMessageContaining("no run")
                .hasMessageContaining("each further line is a run");
        assertThatThrownBy(() -> file("build;clients;throughput\na;1;1\n")).isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("fields are separated by commas here");
        assertThatThrownBy(() -> file("build,clients,throughput\na,1,\na,2,x\na,b,3\n")).isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("Line 2 of").hasMessageEndingWith("So are 2 more lines.");
        assertThatThrownBy(() -> file("build,throughput\na,1\n")).isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("no column clients");
        assertThatThrownBy(() -> file("build,clients,throughput,throughput_per_s\na,1,1,1\n")).isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("two columns throughput");
        assertThatThrownBy(() -> file("build,clients,throughput\na,1,\n")).isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("Line 2");
        assertThatThrownBy(() -> file("build,clients,throughput\n\"a,1,1\n")).isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("CSV");
        assertThatThrownBy(() -> SweepFile.read(dir.resolve("absent"))).isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("there is no file");
        assertThatThrownBy(() -> Sweep.of(List.of(run("a", 1, 1, 1)), new Sweep.Question("c", 0.2, List.of())))
                .isInstanceOf(Sweep.UnknownBuildException.class).hasMessageContaining("there are a");
    }

    @Test
    void aFileThatIsNotUtf8IsNoSweepWhereverItsWrongByteIs() throws IOException {
        String lines = "build,clients,throughput\na,1,1\na,2,2\n";
        for (int rows : new int[] {0, 10_000}) {
            byte[] csv = (lines + "a,3,3\n".repeat(rows) + "\u00ff,4,4\n").getBytes(StandardCharsets.ISO_8859_1);
            Path file = Files.write(dir.resolve("runs.csv"), csv);
            assertThatThrownBy(() -> SweepFile.read(file)).as("behind %d rows", rows).isInstanceOf(UnreadableRunException.class)
                    .hasMessageStartingWith("cannot read " + file + ": it is not a CSV file in UTF-8");
        }
    }

    @Test
    void spearmansCorrelationIsThatOfAllOrdersCountedByHand() {
        assertThat(Spearman.of(new double[] {1, 2, 3}, new double[] {3, 2, 1})).isEqualTo(-1);
        assertThat(Spearman.below(new double[] {1, 2, 3}, new double[] {3, 2, 1})).isEqualTo(1 / 6.0);
        assertThat(Spearman.below(new double[] {1, 2, 3}, new double[] {1, 2, 3})).isEqualTo(1);
        assertThat(Spearman.of(new double[] {1, 2, 2, 3}, new double[] {1, 2, 2, 3})).isEqualTo(1, within(1e-12));
        assertThat(Spearman.of(new double[] {1, 1, 1}, new double[] {3, 2, 1})).isNaN();
    }
}
