/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.runs.plan.PlanException;
import org.bowline.runs.plan.PlanReader;

class PlannedRunTest {
    private static List<String> order(int repetitions, String record, long seed) throws PlanException {
        return PlannedRun.of(PlanReader.read("p", "builds: {a: , b: }\nclients: [1, 2, 3]\nrepetitions: " + repetitions
                + "\nload: {command: x, read: wrk}\nrecord: {runs: " + record + "}\n"), seed).stream().map(PlannedRun::name).toList();
    }

    @Test
    void everyRepetitionHasAllBuildsAndLevelsOnceInAnOrderOfItsOwn() throws PlanException {
        List<String> runs = order(20, "none", 1);
        assertThat(runs).hasSize(120).doesNotHaveDuplicates();
        for (int repetition = 1; repetition <= 20; repetition++) {
            assertThat(runs.subList(6 * (repetition - 1), 6 * repetition)).containsExactlyInAnyOrder("a-1-" + repetition,
                    "a-2-" + repetition,
                    "a-3-" + repetition, "b-1-" + repetition, "b-2-" + repetition, "b-3-" + repetition);
        }
        assertThat(IntStream.range(0, 20).mapToObj(i -> runs.get(6 * i).replaceAll("-\\d+$", "")).distinct()).hasSizeGreaterThan(3);
    }

    @Test
    void theSeedMakesTheOrderAndMoreRepetitionsKeepIt() throws PlanException {
        assertThat(order(4, "none", 7)).isEqualTo(order(4, "none", 7)).isNotEqualTo(order(4, "none", 8));
        assertThat(order(9, "none", 7)).startsWith(order(4, "none", 7).toArray(String[]::new));
    }

    @Test
    void runsThatAreRecordedAndDoNotCountComeLast() throws PlanException {
        assertThat(order(2, "one", 7)).startsWith(order(2, "all", 7).toArray(String[]::new)).hasSize(18)
                .endsWith(order(2, "one", 7).stream().filter(name -> name.endsWith("-recorded")).toArray(String[]::new));
    }
}
