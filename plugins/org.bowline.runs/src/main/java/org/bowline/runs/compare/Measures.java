/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

import org.bowline.core.interval.Latencies;
import org.bowline.runs.KnotFact;
import org.bowline.runs.RunFacts;
import org.bowline.runs.compare.Measure.Kind;

/** The numbers of one run. */
final class Measures {
    private static final double SECOND = 1e9;

    private final RunFacts run;
    private final SortedMap<Measure, Double> measures = new TreeMap<>();
    private final Set<Measure> bounds = new HashSet<>();
    /** Of all code, per second. */
    private double codeNanos;

    Measures(RunFacts run) {
        this.run = run;
        double seconds = run.rangeNanos() / SECOND;
        run.latencies().forEach((label, latencies) -> {
            if (latencies.endedOrOverdue() > 0) {
                latency(Kind.LATENCY_P50, label, latencies.median());
                latency(Kind.LATENCY_P99, label, latencies.percentile(99));
            }
            spread(label, latencies);
            if (seconds > 0 && latencies.ended() > 0) {
                add(Kind.THROUGHPUT, label, "", latencies.ended() / seconds);
            }
        });
        Map<String, Double> totals = new HashMap<>();
        run.intervalParts().forEach((part, nanos) -> totals.merge(part.label(), (double) nanos, Double::sum));
        run.intervalParts().forEach((part, nanos) -> {
            int intervals = run.lengths().getOrDefault(part.label(), new long[1]).length;
            if (!part.cause().isEmpty()) {
                add(Kind.INTERVAL_CAUSE, part.label(), part.cause(), (double) nanos / intervals);
            }
            add(Kind.PATH_SHARE, part.label(), text(part), nanos / totals.getOrDefault(part.label(), 1.0));
        });
        double path = run.pathParts().values().stream().mapToDouble(Long::doubleValue).sum();
        run.pathParts().forEach((part, nanos) -> add(Kind.THREAD_PATH_SHARE, "", text(part), nanos / path));
        run.tags().nanos().keySet().forEach(tag -> add(Kind.TAG_SHARE, "", tag.host() + ' ' + tag.path(), run.tags().share(tag)));
        if (run.knowsThreads()) {
            run.blocked().forEach((cause, nanos) -> add(Kind.WAIT_CAUSE, "", cause, nanos / seconds));
            run.code().nanos().forEach((code, nanos) -> {
                add(Kind.CODE_WAIT, "", code.text(), nanos / seconds);
                codeNanos += nanos / seconds;
            });
            run.edges().weights().forEach((edge, nanos) -> add(Kind.EDGE_WAIT, "", edge.text(), nanos / seconds));
            for (KnotFact knot : run.knots()) {
                add(Kind.KNOT, "", knot.key().text(), knot.weightNanos() / seconds);
            }
        }
    }

    /** How much the lengths differ; not known where some hang. */
    private void spread(String label, Latencies latencies) {
        if (latencies.ended() > 1 && latencies.endedOrOverdue() == latencies.ended()) {
            double deviation = latencies.standardDeviationNanos();
            add(Kind.DEVIATION, label, "", deviation);
            add(Kind.VARIATION, label, "", latencies.variationCoefficient());
            add(Kind.VARIANCE, label, "", deviation * deviation);
        }
    }

    private void latency(Kind kind, String label, Latencies.Percentile percentile) {
        add(kind, label, "", (double) percentile.nanos());
        if (percentile.atLeast()) {
            bounds.add(new Measure(kind, label, ""));
        }
    }

    /** Whether the number is a lower bound: it falls on intervals that did not end. */
    boolean isBound(Measure measure) {
        return bounds.contains(measure);
    }

    /** What the run has. */
    SortedMap<Measure, Double> all() {
        return measures;
    }

    /** The number of a measure; 0 where the run could have had it and did not; not a number where it could not. */
    double get(Measure measure) {
        Double value = measures.get(measure);
        if (value != null) {
            return value;
        }
        boolean possible = switch (measure.kind()) {
            case LATENCY_P50, LATENCY_P99, DEVIATION, VARIATION, VARIANCE -> false;
            case THROUGHPUT -> run.rangeNanos() > 0;
            case WAIT_CAUSE, KNOT -> run.knowsThreads();
            case INTERVAL_CAUSE, PATH_SHARE -> run.knowsThreads() && run.lengths().containsKey(measure.label());
            case THREAD_PATH_SHARE -> !run.pathParts().isEmpty();
            case TAG_SHARE -> !run.tags().isEmpty();
            case EDGE_WAIT -> run.knowsThreads() && run.edges().isKnown();
            case CODE_WAIT -> run.knowsThreads() && run.code().isKnown();
        };
        return possible ? 0 : Double.NaN;
    }

    /** Which part of all such waits of the run these are; 0 if it has none. */
    double codeShare(Measure measure) {
        return codeNanos > 0 ? measures.getOrDefault(measure, 0.0) / codeNanos : 0;
    }

    private static String text(RunFacts.Part part) {
        return part.host() + ':' + part.name() + ' ' + part.state() + (part.cause().isEmpty() ? "" : " for " + part.cause());
    }

    private void add(Kind kind, String label, String subject, double value) {
        measures.merge(new Measure(kind, label, subject), value, Double::sum);
    }
}
