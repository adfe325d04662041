/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.plan;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import com.google.gson.stream.JsonWriter;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

import org.bowline.core.trace.IntervalSpec;
import org.bowline.runs.plan.SweepPlan.Build;
import org.bowline.runs.plan.SweepPlan.Load;
import org.bowline.runs.plan.SweepPlan.Recorded;
import org.bowline.runs.plan.SweepPlan.Recording;
import org.bowline.runs.plan.SweepPlan.Server;

/** Reads plans. */
public final class PlanReader {
    /** Places that every command may have. */
    static final Set<String> PLACES = Set.of("build", "binary", "clients", "run", "seconds", "dir");
    /** The place that a stop command has, too. */
    static final String PID = "pid";

    private static final int DAY = 86_400;
    private static final int MOST_CLIENTS = 1_000_000;
    private static final int MOST_REPETITIONS = 1_000;
    private static final int MOST_BYTES = 1 << 20;
    private static final double USUAL_READY = 30;
    private static final double USUAL_STOP = 10;
    private static final double USUAL_WITHIN = 600;
    private static final Shape COMMAND = new Shape.Text(Shape.Text.ANY, "a command for a shell");
    private static final Shape SECONDS = new Shape.Figure(0.01, DAY, false);
    private static final Shape CPUS = new Shape.Text("\\d+(-\\d+)?(,\\d+(-\\d+)?)*", "a list of processors, like 0-3 or 0,2");
    private static final Shape PATTERN = new Shape.Text(Shape.Text.ANY, "a regular expression whose first group is the number");
    private static final Shape READING = new Shape.Keys()
            .needs("throughput", PATTERN,
                    "Regular expression (of Java, ^ and $ are those of lines) whose first group is the throughput per second.")
            .takes("p50", PATTERN, "The same of the median latency; a second group may be its unit.")
            .takes("p99", PATTERN, "The same of the 99th percentile of the latency.")
            .takes("mean", PATTERN, "The same of the mean latency.")
            .takes("unit", new Shape.Word(List.copyOf(LoadReading.UNITS.keySet())), "Unit of latencies without one of their own (ms).");
    private static final Shape ROOT = new Shape.Keys()
            .needs("builds", new Shape.Named("[A-Za-z0-9][A-Za-z0-9._+-]{0,63}", new Shape.Keys()
                    .takes("binary", new Shape.Text(Shape.Text.ANY, "a path"),
                            "Its program or library, for {binary}; its build id is noted with each run. Relative to the folder of the plan.")
                    .takes("values", new Shape.Named("[a-z][a-z0-9-]*", new Shape.Text("[\\s\\S]*", "a text")),
                            "Its own places for commands: with 'port: 7001' a command may have {port}. All builds need the same names.")),
                    "What is compared, by name.")
            .takes("base", new Shape.Text(Shape.Text.ANY, "the name of a build"),
                    "The build that the others are compared with (the first one).")
            .needs("clients", new Shape.Items(new Shape.Figure(1, MOST_CLIENTS, true)), "How many clients ask at once, for each level.")
            .takes("repetitions", new Shape.Figure(1, MOST_REPETITIONS, true), "Runs of each build at each level (5).")
            .takes("server", new Shape.Keys()
                    .takes("prepare", COMMAND, "Before the server starts, as to make a fresh data directory.")
                    .needs("start", COMMAND,
                            "Runs as long as the server does; or ends with 0 once it has put a server into the background.")
                    .needs("ready", COMMAND,
                            "Health check: succeeds when the server answers, and only then. Asked before the start, too: then it has to fail.")
                    .takes("ready-within", SECONDS, "Seconds until the server has to be ready (30).")
                    .takes("stop", COMMAND, "Ends the server; {pid} is the process of start. Without it the process is sent SIGTERM.")
                    .takes("stop-within", SECONDS, "Seconds until it is killed (10).")
                    .takes("clean-up", COMMAND, "After the server has ended, also after a failure.")
                    .takes("cpus", CPUS, "Processors that it may use, as taskset takes them."),
                    "What is started for each run, and ended after it.")
            .needs("load", new Shape.Keys()
                    .needs("command", COMMAND, "The load tool, with {clients}.")
                    .takes("seconds", SECONDS, "For how long it runs, for {seconds}.")
                    .takes("warm-up", SECONDS, "Seconds for which it runs before, unmeasured; {seconds} is then this.")
                    .takes("within", SECONDS, "Seconds after which it is ended and the run has failed (twice its seconds and a minute).")
                    .takes("cpus", CPUS, "Processors that it may use, as taskset takes them.")
                    .takes("read", new Shape.Either(new Shape.Word(List.copyOf(LoadReading.toolNames())), READING),
                            "How its output is read: the name of a tool, or patterns.")
                    .takes("intervals", new Shape.Text(Shape.Text.ANY, "intervals as of --interval"),
                            "Instead of read: intervals of the trace are counted, as --interval takes them; all runs have to be recorded."),
                    "What asks the server.")
            .takes("record", new Shape.Keys()
                    .needs("runs", new Shape.Word(List.of("none", "one", "all")),
                            "Which runs are recorded: none, one more of each build at each level (which does not count), or all.")
                    .takes("recorder", COMMAND, "The recorder's command (bowline-record of this Bowline), as 'sudo bowline-record'.")
                    .takes("options", new Shape.Text(Shape.Text.ANY, "options of bowline-record start"),
                            "Options of bowline-record start, as '--profile waits-network'."),
                    "Recording while the load runs.");

    private final Walk walk;

    private PlanReader(Walk walk) {
        this.walk = walk;
    }

    /** The schema of plans, as text that ends with a line break. */
    public static String schema() {
        StringWriter text = new StringWriter();
        try {
            JsonWriter json = new JsonWriter(text);
            json.setIndent("  ");
            json.setHtmlSafe(false);
            json.beginObject();
            json.name("$schema").value("https://json-schema.org/draft/2020-12/schema");
            json.name("$id").value("urn:bowline:plan:sweep");
            json.name("title").value("Plan of bowline sweep");
            ROOT.schema(json);
            json.endObject();
        } catch (IOException e) {
            throw new AssertionError("a text in memory can be written", e);
        }
        return text.append('\n').toString();
    }

    /**
     * Reads a plan.
     *
     * @throws PlanException if it is no plan
     * @throws IOException if it cannot be read
     */
    public static SweepPlan read(Path file) throws IOException {
        if (Files.isRegularFile(file) && Files.size(file) > MOST_BYTES) {
            throw new PlanException(List.of("cannot read " + file + ": it is longer than a plan can be (1 MiB)"));
        }
        try {
            return read(String.valueOf(file.getFileName()), Files.readString(file, StandardCharsets.UTF_8));
        } catch (CharacterCodingException e) {
            throw new PlanException(List.of("cannot read " + file + ": it is not a text in UTF-8"));
        }
    }

    /**
     * The same of a text.
     *
     * @param name of the file, for messages
     */
    public static SweepPlan read(String name, String text) throws PlanException {
        Walk walk = new Walk(name);
        Node root;
        try {
            root = new Compose(LoadSettings.builder().setLabel(name).build()).composeString(text)
                    .orElseThrow(() -> new PlanException(List.of(name + " is empty; a plan has builds, clients and load")));
        } catch (MarkedYamlEngineException e) {
            walk.problem(e.getProblemMark().map(Mark::getLine).orElse(0) + 1, "", "this is not YAML: " + e.getProblem());
            walk.check();
            throw e;
        } catch (YamlEngineException e) {
            throw new PlanException(List.of(name + " is not YAML: " + String.valueOf(e.getMessage()).lines().findFirst().orElse("")));
        }
        Object values = ROOT.read(root, "", walk);
        walk.check();
        SweepPlan plan = new PlanReader(walk).plan(map(values));
        walk.check();
        return plan;
    }

    private SweepPlan plan(Map<String, Object> root) {
        List<Build> builds = new ArrayList<>();
        map(root.get("builds")).forEach((name, one) -> {
            Map<String, String> own = new LinkedHashMap<>();
            map(map(one).get("values")).forEach((key, value) -> own.put(key, (String) value));
            builds.add(new Build(name, text(map(one), "binary"), own));
        });
        String base = root.containsKey("base") ? text(root, "base") : builds.get(0).name();
        if (builds.stream().noneMatch(build -> build.name().equals(base))) {
            walk.problem("base", "there is no build '" + base + "'; there are " + String.join(", ", map(root.get("builds")).keySet()));
        }
        List<Long> clients = new ArrayList<>(new TreeSet<>(((List<?>) root.getOrDefault("clients", List.of())).stream()
                .map(one -> (long) (double) (Double) one).toList()));
        Map<String, Object> record = map(root.get("record"));
        Recording recording = new Recording(
                Recorded.valueOf(record.containsKey("runs") ? text(record, "runs").toUpperCase(Locale.ROOT) : "NONE"),
                text(record, "recorder"), text(record, "options"));
        Server server = root.containsKey("server") ? server(map(root.get("server"))) : null;
        Load load = load(map(root.get("load")), recording);
        places(root, builds);
        return new SweepPlan(builds, base, clients, (int) number(root, "repetitions", 5), server, load, recording);
    }

    private static Server server(Map<String, Object> keys) {
        return new Server(text(keys, "prepare"), text(keys, "start"), text(keys, "ready"), number(keys, "ready-within", USUAL_READY),
                text(keys, "stop"), number(keys, "stop-within", USUAL_STOP), text(keys, "clean-up"), text(keys, "cpus"));
    }

    private Load load(Map<String, Object> keys, Recording recording) {
        double seconds = number(keys, "seconds", Double.NaN);
        if (Double.isNaN(seconds) && Placeholders.names(text(keys, "command")).contains("seconds")) {
            walk.problem("load.command", "it has {seconds}, and there is no key seconds that tells how many");
        }
        if (keys.containsKey("warm-up") && !Placeholders.names(text(keys, "command")).contains("seconds")) {
            walk.problem("load.warm-up", "the command has no {seconds}, so it would not warm up for so long");
        }
        LoadReading reading = keys.containsKey("read") ? reading(keys.get("read")) : null;
        IntervalSpec intervals = null;
        if (keys.containsKey("intervals")) {
            try {
                intervals = IntervalSpec.parse(text(keys, "intervals"));
            } catch (IllegalArgumentException e) {
                walk.problem("load.intervals", String.valueOf(e.getMessage()));
            }
            if (recording.runs() != Recorded.ALL) {
                walk.problem("load.intervals", "they are those of a recording, so all runs have to be recorded: record: {runs: all}");
            }
        }
        if (keys.containsKey("read") == keys.containsKey("intervals")) {
            walk.problem("load", "it needs read or intervals, one of the two, to tell the throughput");
        }
        return new Load(text(keys, "command"), seconds, number(keys, "warm-up", 0),
                number(keys, "within", Double.isNaN(seconds) ? USUAL_WITHIN : 2 * seconds + 60), text(keys, "cpus"), reading, intervals);
    }

    private @Nullable LoadReading reading(@Nullable Object read) {
        if (read instanceof String tool) {
            return LoadReading.of(tool);
        }
        Map<String, Object> keys = map(read);
        Map<String, List<String>> latencies = new LinkedHashMap<>();
        for (String figure : LoadReading.LATENCIES) {
            if (keys.containsKey(figure)) {
                latencies.put(figure, List.of(pattern(keys, figure)));
            }
        }
        String throughput = pattern(keys, "throughput");
        return new LoadReading(List.of(throughput), latencies, keys.containsKey("unit") ? text(keys, "unit") : "ms", true);
    }

    private String pattern(Map<String, Object> keys, String key) {
        String text = text(keys, key);
        try {
            if (Pattern.compile(text).matcher("").groupCount() == 0) {
                walk.problem("load.read." + key, "the pattern needs a group around the number, as in 'tps = ([0-9.]+)'");
            }
        } catch (PatternSyntaxException e) {
            walk.problem("load.read." + key, "this is not a regular expression: " + e.getDescription());
        }
        return text;
    }

    /** That every place in a command is known, for every build. */
    private void places(Map<String, Object> root, List<Build> builds) {
        for (Build build : builds) {
            for (String own : build.values().keySet()) {
                if (PLACES.contains(own) || own.equals(PID)) {
                    walk.problem("builds." + build.name() + ".values", "{" + own + "} has a meaning already; take another name");
                }
            }
        }
        for (String part : List.of("server", "load")) {
            map(root.get(part)).forEach((key, value) -> {
                if (Set.of("prepare", "start", "ready", "stop", "clean-up", "command").contains(key)) {
                    places(part + '.' + key, (String) value, builds);
                }
            });
        }
    }

    private void places(String path, String command, List<Build> builds) {
        for (Build build : builds) {
            Set<String> unknown = new LinkedHashSet<>(Placeholders.names(command));
            unknown.removeAll(PLACES);
            unknown.removeAll(build.values().keySet());
            if (path.equals("server.stop")) {
                unknown.remove(PID);
            }
            if (!unknown.isEmpty()) {
                walk.problem(path, "the build " + build.name() + " has no value for {" + unknown.iterator().next() + "}; known are "
                        + String.join(", ", new TreeSet<>(PLACES)) + " and what stands in values of the build");
                return;
            }
            if (Placeholders.names(command).contains("binary") && build.binary().isEmpty()) {
                walk.problem(path, "it has {binary}, and the build " + build.name() + " has no key binary");
                return;
            }
        }
    }

    @SuppressWarnings("unchecked") // Shape makes such maps only
    private static Map<String, Object> map(@Nullable Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    private static String text(Map<String, Object> keys, String key) {
        return (String) keys.getOrDefault(key, "");
    }

    private static double number(Map<String, Object> keys, String key, double usual) {
        return (Double) keys.getOrDefault(key, usual);
    }
}
