/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.plan;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.bowline.core.trace.IntervalSpec;

/**
 * What is to be run: every build under a load at every number of clients, several times. Commands are those of a shell, with {@link Placeholders}.
 *
 * @param builds by name, in the order of the plan; at least one
 * @param base the build that the others are compared with
 * @param clients numbers of clients, ascending
 * @param repetitions runs of each build at each level, ≥ 1
 * @param server what is started for each run; null if the load needs none
 * @param load what asks
 * @param recording which runs are recorded
 */
public record SweepPlan(List<Build> builds, String base, List<Long> clients, int repetitions, @Nullable Server server, Load load,
        Recording recording) {
    /**
     * A build.
     *
     * @param name what tells it from others
     * @param binary its program or library; empty if the plan names none
     * @param values its own values of places in commands
     */
    public record Build(String name, String binary, Map<String, String> values) {
        /** Copies the map. */
        public Build {
            values = Map.copyOf(values);
        }
    }

    /**
     * A server. Times are seconds; commands that are empty are not run.
     *
     * @param prepare before the server starts
     * @param start runs as long as the server does, or ends with 0 after it has put a server into the background
     * @param ready succeeds when the server answers
     * @param readyWithin for so long it may not
     * @param stop ends the server; without one it is sent SIGTERM
     * @param stopWithin after so long it is killed
     * @param cleanUp after the server has ended, in any case
     * @param cpus which processors it may use, as taskset takes them; empty for all
     */
    public record Server(String prepare, String start, String ready, double readyWithin, String stop, double stopWithin, String cleanUp,
            String cpus) {}

    /**
     * A load tool. Times are seconds.
     *
     * @param command what it is
     * @param seconds for how long it runs; not a number if the plan does not tell
     * @param warmUp for how long it runs before, unmeasured; 0 for not at all
     * @param within after so long it is ended, and the run has failed
     * @param cpus as of the server
     * @param reading how its output is read; null if intervals of the trace are counted
     * @param intervals which are counted; null if the output is read
     */
    public record Load(String command, double seconds, double warmUp, double within, String cpus, @Nullable LoadReading reading,
            @Nullable IntervalSpec intervals) {}

    /** Which runs are recorded. */
    public enum Recorded {
        /** None is. */
        NONE,
        /** One more of each build at each level, which does not count, as recording takes time. */
        ONE,
        /** All are. */
        ALL
    }

    /**
     * Recording.
     *
     * @param runs which are
     * @param recorder the command; empty for the one of this Bowline
     * @param options of its "start"
     */
    public record Recording(Recorded runs, String recorder, String options) {}

    /** Copies the lists. */
    public SweepPlan {
        builds = List.copyOf(builds);
        clients = List.copyOf(clients);
    }

    /** What is said of a plan whose {@linkplain #loadsDiffer loads do not differ}. */
    public static final String ONE_LOAD = "no command of the plan has {clients}, so all levels have the same load, unless a command finds the number elsewhere";

    /** Whether some command is told how many are to ask; true of one level. */
    public boolean loadsDiffer() {
        Server started = server;
        return clients.size() < 2 || tellsClients(load.command)
                || started != null && (tellsClients(started.prepare) || tellsClients(started.start));
    }

    private static boolean tellsClients(String command) {
        return Placeholders.names(command).contains("clients");
    }

    /** Whether runs of the other plan are runs of this one, too: more builds, levels and repetitions do not change them. */
    public boolean continues(SweepPlan other) {
        return java.util.Objects.equals(server, other.server) && load.equals(other.load) && recording.equals(other.recording)
                && builds.stream().allMatch(build -> other.builds.stream()
                        .allMatch(old -> !old.name.equals(build.name) || old.equals(build)));
    }
}
