/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.bowline.core.model.Words;
import org.bowline.runs.plan.Placeholders;
import org.bowline.runs.plan.SweepPlan;
import org.bowline.runs.plan.SweepPlan.Build;
import org.bowline.runs.plan.SweepPlan.Recorded;

/**
 * One run of a plan.
 *
 * @param build what runs
 * @param clients how many ask at once
 * @param repetition 1, 2, …; 0 of a run that is recorded and does not count
 * @param recorded whether it is recorded
 */
public record PlannedRun(Build build, long clients, int repetition, boolean recorded) {
    /**
     * All runs of a plan, in the order in which they are made: repetition after repetition, each in an order of its own. What changes on a machine in the
     * course of hours then meets all builds and levels alike, and what is there when a sweep is stopped has as many runs of each. More repetitions do not
     * change the order of the first ones. The runs that do not count come last.
     */
    public static List<PlannedRun> of(SweepPlan plan, long seed) {
        List<PlannedRun> runs = new ArrayList<>();
        for (int repetition = 1; repetition <= plan.repetitions(); repetition++) {
            runs.addAll(block(plan, seed, repetition, plan.recording().runs() == Recorded.ALL));
        }
        if (plan.recording().runs() == Recorded.ONE) {
            runs.addAll(block(plan, seed, 0, true));
        }
        return runs;
    }

    private static List<PlannedRun> block(SweepPlan plan, long seed, int repetition, boolean recorded) {
        List<PlannedRun> block = new ArrayList<>();
        for (Build build : plan.builds()) {
            for (long clients : plan.clients()) {
                block.add(new PlannedRun(build, clients, repetition, recorded));
            }
        }
        Collections.shuffle(block, new Random(31 * seed + repetition));
        return block;
    }

    /** Whether it is one of those that are compared. */
    public boolean counts() {
        return repetition > 0;
    }

    /** The name of its directory. */
    public String name() {
        return build.name() + '-' + clients + '-' + (counts() ? Integer.toString(repetition) : "recorded");
    }

    /** For people. */
    public String text() {
        return build.name() + " with " + Words.count(clients, "client") + ", " + (counts() ? "run " + repetition : "recorded");
    }

    /** Seconds without a point where none is needed. */
    public static String seconds(double seconds) {
        return seconds == Math.rint(seconds) ? Long.toString((long) seconds) : Double.toString(seconds);
    }

    /** A command as it would run, where the program lies as the plan says. */
    public String command(String command, String directory, double seconds) {
        return Placeholders.fill(command, places(directory, build.binary(), seconds));
    }

    /** The values of places in its commands. */
    Map<String, String> places(String directory, String binary, double seconds) {
        Map<String, String> places = new LinkedHashMap<>(build.values());
        places.put("build", build.name());
        places.put("binary", binary);
        places.put("clients", Long.toString(clients));
        places.put("run", Integer.toString(repetition));
        places.put("dir", directory);
        if (!Double.isNaN(seconds)) {
            places.put("seconds", seconds(seconds));
        }
        return places;
    }
}
