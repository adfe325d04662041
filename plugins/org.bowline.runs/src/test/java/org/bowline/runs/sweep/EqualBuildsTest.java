/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;

import org.junit.jupiter.api.Test;

import org.bowline.runs.compare.Difference.Verdict;

/**
 * How many sweeps of builds that do not differ report any difference: whole sweeps with runs that are drawn, as machines disturb them, and as few or as many builds,
 * levels and repetitions as sweeps have.
 */
class EqualBuildsTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261125);
    private static final int SWEEPS = 600;
    /** Four standard deviations above what is promised. */
    private static final double MOST = SWEEPS * Sweep.FALSE_ALARMS + 4 * Math.sqrt(SWEEPS * Sweep.FALSE_ALARMS * (1 - Sweep.FALSE_ALARMS));

    private record Shape(int builds, int levels, int repetitions) {}

    private static SweepRun run(int build, int level, int repetition, double noise) {
        return new SweepRun("", "b" + build, 1L << level, String.valueOf(repetition), 1000 * Math.min(1 << level, 6) * Math.exp(noise),
                Double.NaN,
                Double.NaN, "");
    }

    /** @param noise of a run, by its level and its place in the order of all, 0 to 1 */
    private static List<SweepRun> sweep(Shape shape, Random random, ToDoubleBiFunction<Integer, Double> noise) {
        int all = shape.builds * shape.levels * shape.repetitions;
        double[] places = new double[all];
        Arrays.setAll(places, i -> (double) i / all);
        // repetition after repetition, each in random order, as bowline sweep does it
        int each = all / shape.repetitions;
        for (int repetition = 0; repetition < shape.repetitions; repetition++) {
            for (int i = each - 1; i > 0; i--) {
                int with = repetition * each + random.nextInt(i + 1);
                int at = repetition * each + i;
                double moved = places[at];
                places[at] = places[with];
                places[with] = moved;
            }
        }
        List<SweepRun> runs = new ArrayList<>();
        int next = 0;
        for (int repetition = 1; repetition <= shape.repetitions; repetition++) {
            for (int level = 0; level < shape.levels; level++) {
                for (int build = 0; build < shape.builds; build++) {
                    runs.add(run(build, level, repetition, noise.applyAsDouble(level, places[next++])));
                }
            }
        }
        return runs;
    }

    private static int alarms(Shape shape, Random random, ToDoubleBiFunction<Integer, Double> noise) {
        int alarms = 0;
        for (int i = 0; i < SWEEPS; i++) {
            alarms += Sweep.of(sweep(shape, random, noise), Sweep.Question.DEFAULT).levels().stream()
                    .anyMatch(level -> level.verdict() == Verdict.REGRESSION || level.verdict() == Verdict.IMPROVEMENT) ? 1 : 0;
        }
        return alarms;
    }

    private static void holds(Shape shape, ToDoubleBiFunction<Integer, Double> noise, Random random) {
        assertThat(alarms(shape, random, noise)).as("%s in %s sweeps, seed %s", shape, SWEEPS, SEED).isLessThanOrEqualTo((int) MOST);
    }

    @Test
    void runsThatDifferAsOnAQuietMachine() {
        Random random = new Random(SEED);
        for (Shape shape : List.of(new Shape(2, 3, 5), new Shape(2, 1, 3), new Shape(3, 4, 2), new Shape(2, 2, 10))) {
            holds(shape, (level, place) -> 0.03 * random.nextGaussian(), random);
        }
    }

    @Test
    void levelsThatDifferInHowMuchTheirRunsDo() {
        Random random = new Random(SEED + 1);
        holds(new Shape(2, 4, 3), (level, place) -> 0.01 * (1 << 2 * level) * random.nextGaussian(), random);
    }

    @Test
    void someRunsThatTheMachineDisturbs() {
        Random random = new Random(SEED + 2);
        for (int repetitions : new int[] {3, 5}) {
            holds(new Shape(2, 3, repetitions),
                    (level, place) -> 0.02 * random.nextGaussian() - (random.nextInt(8) == 0 ? 0.6 * random.nextDouble() : 0),
                    random);
        }
    }

    @Test
    void aMachineThatGetsSlowerMeanwhile() {
        Random random = new Random(SEED + 3);
        holds(new Shape(2, 3, 5), (level, place) -> 0.01 * random.nextGaussian() - 0.2 * place, random);
    }

    @Test
    void aMachineThatChangesFromRepetitionToRepetition() {
        Random random = new Random(SEED + 5);
        for (Shape shape : List.of(new Shape(2, 3, 3), new Shape(3, 3, 5), new Shape(2, 3, 12))) {
            double[] machine = random.doubles(shape.repetitions).map(value -> -1.2 * value).toArray();
            holds(shape, (level, place) -> 0.05 * random.nextGaussian() + machine[(int) (place * shape.repetitions)], random);
        }
    }

    /** In how many of 200 sweeps with three levels a build that does a tenth more is told at a level, by a machine that is as much slower from repetition to repetition. */
    private static double told(Random random, int repetitions, boolean drifts) {
        int told = 0;
        for (int i = 0; i < 200; i++) {
            List<SweepRun> runs = new ArrayList<>();
            for (int repetition = 1; repetition <= repetitions; repetition++) {
                double machine = drifts ? -1.2 * random.nextDouble() : 0;
                for (int level = 0; level < 3; level++) {
                    runs.add(run(0, level, repetition, machine + 0.02 * random.nextGaussian()));
                    runs.add(run(1, level, repetition, machine + 0.02 * random.nextGaussian() + 0.1));
                }
            }
            told += (int) Sweep.of(runs, Sweep.Question.DEFAULT).levels().stream().filter(level -> level.verdict() == Verdict.IMPROVEMENT)
                    .count();
        }
        return told / 600.0;
    }

    @Test
    void aDifferenceIsToldThoughTheMachineChangesFromRepetitionToRepetition() {
        Random random = new Random(SEED + 6);
        assertThat(told(random, 10, true)).as("seed %s", SEED).isGreaterThan(0.95);
        assertThat(told(random, 5, false)).as("seed %s", SEED).isGreaterThan(0.9);
    }

    @Test
    void aDifferenceThatIsThereIsToldAllTheSame() {
        Random random = new Random(SEED + 4);
        int told = 0;
        for (int i = 0; i < 50; i++) {
            List<SweepRun> runs = new ArrayList<>();
            for (int repetition = 1; repetition <= 5; repetition++) {
                for (int level = 0; level < 3; level++) {
                    runs.add(run(0, level, repetition, 0.02 * random.nextGaussian()));
                    runs.add(run(1, level, repetition, 0.02 * random.nextGaussian() + 0.1));
                }
            }
            told += Sweep.of(runs, Sweep.Question.DEFAULT).levels().stream().anyMatch(level -> level.verdict() == Verdict.IMPROVEMENT) ? 1
                    : 0;
        }
        assertThat(told).as("of 50 sweeps with 10 %% more, 2 %% noise and five runs; seed %s", SEED).isGreaterThanOrEqualTo(45);
    }
}
