/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;

/** What the hosts of runs, as {@code bowline sweep} has noted them, say against comparing these runs. */
final class HostCaveats {
    /** Of the time; more of it that others got may be a difference between runs. */
    private static final double NOTICEABLE_STEAL = 0.01;

    private final Map<String, Set<String>> values = new LinkedHashMap<>();
    private final Map<String, Set<String>> idsOfBuilds = new TreeMap<>();
    private final Map<String, Set<String>> buildsOfIds = new TreeMap<>();
    private int robbed;
    private double most;
    private int noted;
    private String note = "";

    /** Takes a run that counts. */
    void add(SweepRun run, Map<String, String> fields) {
        for (String column : List.of("kernel", "governor")) {
            String value = fields.getOrDefault(column, "");
            if (!value.isEmpty()) {
                values.computeIfAbsent(column, key -> new TreeSet<>()).add(value);
            }
        }
        String id = fields.getOrDefault("build_id", "");
        if (!id.isEmpty()) {
            idsOfBuilds.computeIfAbsent(run.build(), key -> new TreeSet<>()).add(id);
            buildsOfIds.computeIfAbsent(id, key -> new TreeSet<>()).add(run.build());
        }
        double steal = number(fields.getOrDefault("steal", ""));
        if (steal > NOTICEABLE_STEAL) {
            robbed++;
            most = Math.max(most, steal);
        }
        if (!fields.getOrDefault("note", "").isEmpty()) {
            noted++;
            note = fields.getOrDefault("note", "");
        }
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return 0; // somebody else's column of that name
        }
    }

    /** Tells. */
    void addTo(List<Caveat> caveats) {
        differ(caveats, "kernel", "kernels-differ", "The runs are under different kernels");
        differ(caveats, "governor", "governors-differ", "The clock of the processors was set in different ways in these runs");
        Set<String> governors = values.getOrDefault("governor", Set.of());
        if (governors.size() == 1 && !governors.contains("performance")) {
            add(caveats, Severity.INFO, "clock-varies", 1,
                    "The clock of the processors is set by the governor '" + governors.iterator().next()
                            + "', which follows the load: at low levels runs may be slower for that. 'performance' holds it.");
        }
        idsOfBuilds.forEach((build, ids) -> {
            if (ids.size() > 1) {
                add(caveats, Severity.WARNING, "build-changed", ids.size(), "The runs of " + build + " are of " + ids.size()
                        + " different binaries (build ids " + String.join(", ", ids)
                        + "): it was built anew in between. Make all its runs again.");
            }
        });
        buildsOfIds.forEach((id, builds) -> {
            if (builds.size() > 1) {
                add(caveats, Severity.INFO, "builds-are-one", builds.size(), Words.list(List.copyOf(builds), "and")
                        + " are one binary, with the build id " + id + ".");
            }
        });
        if (robbed > 0) {
            add(caveats, Severity.WARNING, "steal", robbed, "In " + Words.count(robbed, "run") + " the hypervisor gave more than "
                    + Percent.percent(NOTICEABLE_STEAL, 0) + " of the processors' time to others (at most " + Percent.percent(most, 1)
                    + "): differences may be theirs.");
        }
        if (noted > 0) {
            add(caveats, Severity.INFO, "run-noted", noted, "Of " + Words.count(noted, "run") + " something was noted (" + note + ").");
        }
    }

    private void differ(List<Caveat> caveats, String column, String kind, String what) {
        Set<String> some = values.getOrDefault(column, Set.of());
        if (some.size() > 1) {
            add(caveats, Severity.WARNING, kind, some.size(),
                    what + " (" + String.join(", ", some) + "): what differs may be due to that.");
        }
    }

    private static void add(List<Caveat> caveats, Severity severity, String kind, long count, String text) {
        caveats.add(Caveat.of(severity, "", kind, count, text));
    }
}
