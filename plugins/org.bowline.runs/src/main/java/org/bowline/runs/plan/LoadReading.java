/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.plan;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How throughput and latencies are read from what a load tool prints: by regular expressions, of which the first group is the number, and the second one, if
 * there is one, the unit of a latency. Of several expressions for a figure the first one counts that is found.
 *
 * @param throughput of requests, transactions, … per second
 * @param latencies by figure: p50, p99, mean
 * @param unit of latencies without one of their own: ns, us, ms or s
 * @param strict whether a latency that is not found is an error: it is where the user has said how it looks
 */
public record LoadReading(List<String> throughput, Map<String, List<String>> latencies, String unit, boolean strict) {
    /** The figures of latency, and what they are. */
    public static final List<String> LATENCIES = List.of("p50", "p99", "mean");
    /** Units in nanoseconds. */
    static final Map<String, Double> UNITS = units();

    private static final String N = "([0-9.]+(?:[eE][+-]?[0-9]+)?)";
    private static final String TOTALS = "\\bp50 Latency\\s+p99 Latency[\\s\\S]*?^Totals\\s+\\S+\\s+\\S+\\s+\\S+\\s+";
    private static final String SUMMARY = "latency summary \\(msec\\):\\s+avg\\s+min\\s+p50\\s+p95\\s+p99\\s+max\\s+";
    private static final String ROW = "^\"[^\"]*\",\"[0-9.]+\",";
    private static final Map<String, LoadReading> TOOLS = tools();

    /**
     * What was read.
     *
     * @param throughput per second, &gt; 0
     * @param p50Nanos median latency; not a number if it is not told
     * @param p99Nanos 99th percentile, likewise
     * @param meanNanos mean, likewise
     */
    public record Figures(double throughput, double p50Nanos, double p99Nanos, double meanNanos) {}

    /** An output has not what was looked for. */
    public static final class NoFigureException extends Exception {
        private static final long serialVersionUID = 1L;

        NoFigureException(String message) {
            super(message);
        }
    }

    /** Copies. */
    public LoadReading {
        throughput = List.copyOf(throughput);
        latencies = Map.copyOf(latencies);
    }

    /** The tools whose output is known. */
    public static Set<String> toolNames() {
        return TOOLS.keySet();
    }

    /** How the output of such a tool is read. */
    public static LoadReading of(String tool) {
        return Objects.requireNonNull(TOOLS.get(tool), tool);
    }

    private static Map<String, Double> units() {
        Map<String, Double> units = new LinkedHashMap<>();
        units.put("ns", 1.0);
        units.put("us", 1e3);
        units.put("ms", 1e6);
        units.put("s", 1e9);
        return units;
    }

    private static Map<String, LoadReading> tools() {
        Map<String, LoadReading> tools = new LinkedHashMap<>();
        tools.put("sysbench", ms(List.of("^\\s*transactions:\\s+\\d+\\s+\\(" + N + " per sec", "^\\s*events per second:\\s+" + N),
                List.of("^\\s*50th percentile:\\s+" + N), List.of("^\\s*99th percentile:\\s+" + N), List.of("^\\s*avg:\\s+" + N)));
        tools.put("pgbench", ms(
                List.of("^tps = " + N
                        + " \\((?:without initial connection time|excluding connections establishing|including reconnection times)\\)"),
                List.of(), List.of(), List.of("^latency average = " + N + " (us|ms|s)\\b")));
        tools.put("wrk", ms(List.of("^Requests/sec:\\s+" + N), List.of("^\\s+50(?:\\.000)?%\\s+" + N + "(us|ms|s)"),
                List.of("^\\s+99(?:\\.000)?%\\s+" + N + "(us|ms|s)"), List.of("^\\s+Latency\\s+" + N + "(us|ms|s)")));
        tools.put("redis-benchmark", ms(
                List.of("throughput summary: " + N + " requests per second", ROW.replace("[0-9.]+", N),
                        "^[^\\r\\n:]+: " + N + " requests per second"),
                List.of(SUMMARY + "[0-9.]+\\s+[0-9.]+\\s+" + N, ROW + "\"[0-9.]+\",\"[0-9.]+\",\"" + N,
                        " requests per second, p50=" + N + " (msec)"),
                List.of(SUMMARY + "(?:[0-9.]+\\s+){4}" + N, ROW + "(?:\"[0-9.]+\",){4}\"" + N),
                List.of(SUMMARY + N, ROW + "\"" + N)));
        tools.put("memtier", ms(List.of("^Totals\\s+" + N), List.of(TOTALS + "\\S+\\s+" + N), List.of(TOTALS + "\\S+\\s+\\S+\\s+" + N),
                List.of("Avg\\. Latency[\\s\\S]*?^Totals\\s+\\S+\\s+\\S+\\s+\\S+\\s+" + N)));
        return tools;
    }

    private static LoadReading ms(List<String> throughput, List<String> p50, List<String> p99, List<String> mean) {
        return new LoadReading(throughput, Map.of("p50", p50, "p99", p99, "mean", mean), "ms", false);
    }

    /**
     * Reads.
     *
     * @throws NoFigureException if the throughput is not there, is there several times, or is 0; and likewise of a latency that has to be there
     */
    public Figures read(String output) throws NoFigureException {
        double rate = find("throughput", throughput, output, false, true);
        if (!(rate > 0)) {
            throw new NoFigureException("the load tool tells a throughput of 0");
        }
        return new Figures(rate, latency("p50", output), latency("p99", output), latency("mean", output));
    }

    private double latency(String figure, String output) throws NoFigureException {
        List<String> patterns = latencies.getOrDefault(figure, List.of());
        return patterns.isEmpty() ? Double.NaN : find(figure, patterns, output, true, strict);
    }

    private double find(String figure, List<String> patterns, String output, boolean units, boolean needed) throws NoFigureException {
        for (String pattern : patterns) {
            Set<Double> found = new LinkedHashSet<>();
            Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(output);
            try {
                while (matcher.find()) {
                    String own = matcher.groupCount() > 1 ? matcher.group(2) : null;
                    found.add(number(figure, matcher.group(1)) * (units ? factor(own == null ? unit : own) : 1));
                }
            } catch (StackOverflowError e) {
                throw new NoFigureException("the pattern of " + figure + " is too much for so long an output; make it simpler");
            }
            if (found.size() > 1) {
                throw new NoFigureException("the output of the load tool has " + found.size() + " different values for " + figure
                        + "; have it run one test, or give a pattern that is found once");
            }
            if (!found.isEmpty()) {
                return found.iterator().next();
            }
        }
        if (needed) {
            throw new NoFigureException("the output of the load tool has no " + figure + TOOLS.entrySet().stream()
                    .filter(tool -> tool.getValue().equals(this)).findFirst()
                    .map(tool -> " as " + tool.getKey() + " tells it: another tool ran, or nothing was done in its time")
                    .orElse(" where it is looked for ('" + patterns.get(0) + "')"));
        }
        return Double.NaN;
    }

    private static double factor(String unit) {
        return Objects.requireNonNull(UNITS.getOrDefault(unit.equals("msec") ? "ms" : unit, 1e6));
    }

    private static double number(String figure, String text) throws NoFigureException {
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException | NullPointerException e) {
            // told below
        }
        throw new NoFigureException("the load tool tells '" + text + "' for " + figure + ", which is not a number");
    }
}
