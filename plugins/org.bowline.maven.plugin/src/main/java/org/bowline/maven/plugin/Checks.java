/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Duration;
import org.bowline.core.figures.Percent;
import org.bowline.core.figures.Quantile;
import org.bowline.core.finding.Severity;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.Latencies;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.report.text.TimeFormat;
import org.bowline.runs.Baseline;
import org.bowline.runs.FindingFact;
import org.bowline.runs.KnotFact;
import org.bowline.runs.RunFacts;

/** Judges a run by limits. A limit that names nothing in the run is an error, not a success. */
final class Checks {
    private static final Pattern COUNT = Pattern.compile("[1-9]\\d*");
    private static final String TIME_FORM = "LABEL=TIME, as checkout=20ms (ns, us, ms, s; LABEL may be *)";
    private static final String PERCENT_FORM = "LABEL=PERCENT, as checkout=0.1% (LABEL may be *)";
    private static final String NO_INTERVAL = "the run has no interval; name them with the parameter intervals, and see whether the load ran";
    private static final Latencies NONE = Latencies.NONE;
    private static final String ALL = "*";
    private static final int MOST_TOLD = 20;

    private final RunFacts run;
    private final Sight sight;
    private final boolean partial;
    private final List<Verdict> verdicts = new ArrayList<>();

    /**
     * @param sight what its traces can tell
     * @param partial whether it may pass although nothing is known of a part of it
     */
    Checks(RunFacts run, Sight sight, boolean partial) {
        this.run = run;
        this.sight = sight;
        this.partial = partial;
    }

    List<Verdict> verdicts() {
        return verdicts;
    }

    /** That there is work to judge: where intervals are asked for and none is there, the rest is about a load that did not run. */
    void intervals() {
        if (run.lengths().isEmpty()) {
            int began = run.latencies().values().stream().mapToInt(Latencies::began).sum();
            error("intervals", "", began == 0
                    ? "the run has none, so nothing was done that could be judged; see whether the load ran while it was recorded"
                    : "the run has none that ended: " + count(began, "interval")
                            + " began. Is it the right end event, with the same key, or does everything hang?");
        }
    }

    /**
     * A limit of intervals, {@code LABEL=VALUE}.
     *
     * @param label of which intervals; {@code *} for all that have no limit of their own
     */
    private record Limit<T>(String rule, String label, T value) {}

    /** Reads the limits of a check; of those that say nothing an error is told. */
    private <T> List<Limit<T>> limits(String check, List<String> rules, Function<String, T> read, String form) {
        List<Limit<T>> limits = new ArrayList<>();
        for (String rule : rules) {
            int equals = rule.lastIndexOf('=');
            try {
                if (equals <= 0) {
                    throw new IllegalArgumentException("is not of the form " + form);
                }
                limits.add(new Limit<>(rule, rule.substring(0, equals).strip(), read.apply(rule.substring(equals + 1).strip())));
            } catch (ArithmeticException e) {
                error(check, rule, "is too large a number, so it limits nothing");
            } catch (IllegalArgumentException e) {
                error(check, rule, String.valueOf(e.getMessage()));
            }
        }
        return limits;
    }

    /** Judges each label by its own limits, or else by those for all. */
    private <T> void judge(String check, List<Limit<T>> limits, BiConsumer<String, Limit<T>> judge) {
        Set<String> own = new HashSet<>();
        limits.forEach(limit -> own.add(limit.label()));
        for (Limit<T> limit : limits) {
            if (run.latencies().isEmpty()) {
                error(check, limit.label(), NO_INTERVAL);
            } else if (limit.label().equals(ALL)) {
                run.latencies().keySet().stream().filter(label -> !own.contains(label)).forEach(label -> judge.accept(label, limit));
            } else {
                judge.accept(limit.label(), limit);
            }
        }
    }

    private boolean isThere(String check, String label) {
        boolean there = run.latencies().containsKey(label);
        if (!there) {
            error(check, label,
                    "there is no interval of the label '" + label + "'; the labels are " + String.join(", ", run.latencies().keySet()));
        }
        return there;
    }

    /** {@code LABEL=TIME}: of the intervals of a label 99 % take no longer; {@code *} for each label without a limit of its own. */
    void maxP99(List<String> rules) {
        judge("maxP99", limits("maxP99", rules, text -> {
            long limit = Duration.parse(text).orElseThrow(() -> new IllegalArgumentException("is not of the form " + TIME_FORM));
            if (limit == Long.MAX_VALUE) {
                throw new ArithmeticException();
            }
            return limit;
        }, TIME_FORM), (label, limit) -> {
            if (isThere("maxP99", label)) {
                p99(label, limit.value(), limit.label().equals(ALL));
            }
        });
    }

    private void p99(String label, long limit, boolean any) {
        Latencies latencies = run.latencies().getOrDefault(label, NONE);
        Latencies.Percentile p99 = latencies.percentile(99);
        String text = ", the limit is " + Duration.durationApart(limit, p99.nanos());
        String seen = "p99 of '" + label + "' is " + (p99.atLeast() ? "at least " : "") + Duration.durationApart(p99.nanos(), limit) + " ("
                + count(latencies.ended(), "interval")
                + (latencies.unfinished() > 0 ? " and " + latencies.unfinished() + " that had not ended"
                        : latencies.ended() < Quantile.FEWEST_FOR_P99 ? ", so it is the longest" : "")
                + ", median " + TimeFormat.latency(latencies.median()) + ')';
        if (p99.nanos() > limit) {
            String most = largest(label);
            verdicts.add(Verdict.failed("maxP99", label, seen + text + (most.isEmpty() ? "" : ". Most of the time: " + most)));
        } else if (latencies.ended() > 0) {
            verdicts.add(Verdict.passed("maxP99", label, seen + text));
        } else if (any) {
            verdicts.add(Verdict.skipped("maxP99", label, seen + text + ": not judged, as none ended while it was recorded"));
        } else {
            error("maxP99", label, seen + text + ": nothing can be judged, as none ended while it was recorded");
        }
    }

    /**
     * {@code LABEL=PERCENT}: of the intervals of a label that began no more are overdue, that is, lasted far longer than usual and had not ended; {@code *} for each label
     * without a limit of its own, 1 % if that is not given.
     */
    void maxUnfinished(List<String> rules) {
        List<Limit<BigDecimal>> limits = new ArrayList<>(limits("maxUnfinished", rules, text -> Percent.parse(text)
                .orElseThrow(() -> new IllegalArgumentException("is not of the form " + PERCENT_FORM)), PERCENT_FORM));
        if (limits.stream().noneMatch(limit -> limit.label().equals(ALL)) && !run.latencies().isEmpty()) {
            limits.add(new Limit<>("", ALL, BigDecimal.valueOf(IntervalPaths.FEW_OVERDUE)));
        }
        judge("maxUnfinished", limits, (label, limit) -> {
            if (isThere("maxUnfinished", label)) {
                unfinished(label, limit.value());
            }
        });
    }

    private void unfinished(String label, BigDecimal limit) {
        Latencies latencies = run.latencies().getOrDefault(label, NONE);
        double share = latencies.overdueShare();
        String seen = "of " + count(latencies.began(), "interval") + " of '" + label + "' " + latencies.unfinished()
                + " had not ended when the recording did"
                + (latencies.unfinished() == 0 ? "" : ", the oldest after " + TimeFormat.duration(latencies.oldestUnfinishedNanos()));
        String text = ", the limit is " + Percent.percentApart(limit.doubleValue(), share);
        String overdue = latencies.overdue() + " or " + Percent.percentApart(share, limit.doubleValue()) + " lasted " + Latencies.PATIENCE
                + " times as long as others and did not end";
        // compared as whole numbers: a share of 1 % is not beyond 1 %
        boolean beyond = BigDecimal.valueOf(latencies.overdue()).compareTo(limit.multiply(BigDecimal.valueOf(latencies.began()))) > 0;
        verdicts.add(beyond ? Verdict.failed("maxUnfinished", label, seen + "; " + overdue + text + ". Do they hang?")
                : Verdict.passed("maxUnfinished", label, seen + (latencies.overdue() == 0 ? "" : "; " + overdue + text)));
    }

    /** {@code LABEL=COUNT}: so many intervals of a label ended, or more; {@code *} for each label without a limit of its own. */
    void minCount(List<String> rules) {
        String form = "LABEL=COUNT, as checkout=100 (a whole number from 1 on; LABEL may be *)";
        judge("minCount", limits("minCount", rules, text -> {
            if (!COUNT.matcher(text).matches()) {
                throw new IllegalArgumentException("is not of the form " + form);
            }
            return new BigDecimal(text).intValueExact();
        }, form), (label, limit) -> {
            Latencies latencies = run.latencies().getOrDefault(label, NONE);
            String seen = count(latencies.ended(), "interval") + " of '" + label + "' ended"
                    + (latencies.unfinished() == 0 ? "" : ", " + latencies.unfinished() + " more had not");
            verdicts.add(latencies.ended() >= limit.value() ? Verdict.passed("minCount", label, seen)
                    : Verdict.failed("minCount", label, seen + ", there must be " + limit.value()
                            + ". Did all of the load run while it was recorded? The labels are "
                            + String.join(", ", run.latencies().keySet())));
        });
    }

    /** That no label of the baseline is missing: work that is not done is done in no time. */
    void labels(Baseline baseline) {
        List<String> missing = baseline.missingLabels(run.lengths().keySet());
        for (String label : missing.subList(0, Math.min(MOST_TOLD, missing.size()))) {
            Latencies latencies = run.latencies().get(label);
            verdicts.add(Verdict.failed("labels", label, "the baseline has the label, and no interval of it ended"
                    + (latencies == null ? "; the labels are " + String.join(", ", run.latencies().keySet())
                            : " of " + latencies.began() + " that began")
                    + ". If that is meant to be, write the baseline again (-Dbowline.writeBaseline) and commit it"));
        }
        if (missing.size() > MOST_TOLD) {
            verdicts.add(Verdict.failed("labels", "more", (missing.size() - MOST_TOLD) + " more of the baseline are missing"));
        }
        if (missing.isEmpty() && baseline.labelCount() > 0) {
            verdicts.add(Verdict.passed("labels", "", count(baseline.labelCount(), "label") + " of the baseline, all there"));
        }
    }

    /** Whether waits can be judged; if not, a check of them is told to be left out. */
    private boolean seesWaits(String check, String subject) {
        if (!sight.waits()) {
            verdicts.add(Verdict.skipped(check, subject,
                    "not judged: there is no kernel trace, so nothing is known of waits (profile waits-network, as root, records one)"));
        }
        return sight.waits();
    }

    private String largest(String label) {
        long sum = run.intervalParts().entrySet().stream().filter(part -> part.getKey().label().equals(label))
                .mapToLong(Map.Entry::getValue).sum();
        return String.join("; ", run.intervalParts().entrySet().stream().filter(part -> part.getKey().label().equals(label))
                .sorted(Map.Entry.<RunFacts.Part, Long>comparingByValue().reversed()).limit(3)
                .map(part -> Percent.percent((double) part.getValue() / sum, 1) + ' ' + part.getKey().host() + ':' + part.getKey().name()
                        + ' '
                        + part.getKey().state() + (part.getKey().cause().isEmpty() ? "" : " for " + part.getKey().cause()))
                .toList());
    }

    /**
     * {@code [LABEL@][HOST:]WHAT=PERCENT}: of the critical paths of the intervals no larger share is spent in a state, or blocked by a cause.
     */
    void maxShare(String rule) {
        int equals = rule.lastIndexOf('=');
        Optional<BigDecimal> limit = equals <= 0 ? Optional.empty() : Percent.parse(rule.substring(equals + 1).strip());
        if (limit.isEmpty()) {
            error("maxShare", rule, "is not of the form [LABEL@][HOST:]WHAT=PERCENT, as disk=20% or checkout@db:thread=5%");
            return;
        }
        String subject = rule.substring(0, equals).strip();
        if (!seesWaits("maxShare", subject)) {
            return;
        }
        String rest = subject;
        int at = rest.lastIndexOf('@');
        String label = at < 0 ? null : rest.substring(0, at);
        rest = rest.substring(at + 1);
        int colon = rest.lastIndexOf(':');
        String host = colon < 0 ? null : rest.substring(0, colon);
        String what = rest.substring(colon + 1);
        List<String> words = words();
        if (!words.contains(what)) {
            error("maxShare", subject, "there is no cause or state '" + what + "'; there are " + String.join(", ", words));
            return;
        }
        if (run.lengths().isEmpty()) {
            error("maxShare", subject, NO_INTERVAL);
            return;
        }
        if (label != null && !run.lengths().containsKey(label)) {
            error("maxShare", subject, "there is no interval of the label '" + label + "'; the labels are "
                    + String.join(", ", run.lengths().keySet()));
            return;
        }
        if (host != null && !run.hosts().contains(host)) {
            error("maxShare", subject, "there is no host '" + host + "'; the hosts are " + String.join(", ", run.hosts()));
            return;
        }
        double share = limit.get().doubleValue();
        if (share >= 1) {
            error("maxShare", subject, "limits nothing: no part of a path is more than all of it; write less than 100%");
            return;
        }
        String blind = sight.blind(what, host);
        if (!blind.isEmpty()) {
            error("maxShare", subject, blind + ". Every run would keep this limit" + (host == null ? "; record it, or name a host" : ""));
            return;
        }
        share(subject, label, host, what, share);
    }

    private void share(String subject, @Nullable String label, @Nullable String host, String what, double limit) {
        double all = 0;
        double of = 0;
        double unknown = 0;
        for (Map.Entry<RunFacts.Part, Long> part : run.intervalParts().entrySet()) {
            RunFacts.Part key = part.getKey();
            if (label == null || key.label().equals(label)) {
                all += part.getValue();
                if ((host == null || key.host().equals(host)) && (key.cause().equals(what) || key.state().equals(what))) {
                    of += part.getValue();
                } else if (key.state().equals(ThreadState.UNKNOWN.label())) {
                    unknown += part.getValue();
                }
            }
        }
        if (all == 0) {
            error("maxShare", subject, "no interval has a critical path");
            return;
        }
        double share = of / all;
        double perhaps = (of + unknown) / all;
        String seen = what + (host == null ? "" : " on host " + host) + " takes " + Percent.percentApart(share, limit)
                + " of the critical paths"
                + (label == null ? "" : " of '" + label + "'");
        if (share > limit) {
            verdicts.add(Verdict.failed("maxShare", subject, seen + ", the limit is " + Percent.percentApart(limit, share)));
        } else if (perhaps > limit && !partial) {
            error("maxShare", subject, seen + ", but of " + Percent.percent(unknown / all, 1)
                    + " it is not known what was done, so it may be more than the limit of " + Percent.percentApart(limit, perhaps)
                    + ": see the caveats, or set allowLostEvents");
        } else {
            verdicts.add(Verdict.passed("maxShare", subject, seen + ", the limit is " + Percent.percentApart(limit, share)));
        }
    }

    private static List<String> words() {
        TreeSet<String> words = new TreeSet<>();
        for (Cause cause : Cause.values()) {
            words.add(cause.label());
        }
        for (ThreadState state : ThreadState.values()) {
            words.add(state.label());
        }
        words.remove("");
        return List.copyOf(words);
    }

    /** {@code [HOST:]PATH[@WITHIN]=PERCENT}: see {@link TagChecks}. */
    void maxTagShare(String rule) {
        new TagChecks(run.tags(), sight, partial, verdicts).maxTagShare(rule);
    }

    /** No knot that the baseline does not have. */
    void noNewKnots(Baseline baseline) {
        if (!seesWaits("noNewKnots", "")) {
            return;
        }
        String blind = sight.blind(Cause.THREAD.label(), null);
        if (!blind.isEmpty()) {
            error("noNewKnots", "", blind + ". No knot would be seen, or wrong ones");
            return;
        }
        if (run.knots().isEmpty()) {
            error("noNewKnots", "", "the run has neither a knot nor anybody for whom others wait, so there is nothing that could be judged;"
                    + " see whether the load ran while it was recorded");
            return;
        }
        List<KnotFact> fresh = baseline.newKnots(run.knots(), run.hosts());
        if (fresh.isEmpty()) {
            verdicts.add(Verdict.passed("noNewKnots", "",
                    count(run.knots().stream().filter(KnotFact::isKnot).count(), "knot") + ", all in the baseline"));
        }
        for (KnotFact knot : fresh.subList(0, Math.min(MOST_TOLD, fresh.size()))) {
            verdicts.add(Verdict.failed("noNewKnots", knot.key().text(), "is not in the baseline; it weighs "
                    + TimeFormat.duration(knot.weightNanos())
                    + ". If that is meant to be, write the baseline again (-Dbowline.writeBaseline) and commit it"));
        }
        if (fresh.size() > MOST_TOLD) {
            verdicts.add(Verdict.failed("noNewKnots", "more", (fresh.size() - MOST_TOLD) + " more are not in the baseline"));
        }
    }

    /** No finding of a severity or worse that is not in the baseline, if there is one. */
    void failOn(String word, @Nullable Baseline baseline) {
        Severity bad = null;
        for (Severity severity : Severity.values()) {
            if (severity.label().equals(word.toLowerCase(Locale.ROOT))) {
                bad = severity;
            }
        }
        if (bad == null) {
            error("failOn", word, "is not a severity; the severities are info, warning and critical");
            return;
        }
        if (!seesWaits("failOn", "")) {
            return;
        }
        List<FindingFact> fresh = baseline == null ? run.findings() : baseline.unknown(run.findings(), run.hosts());
        int failing = 0;
        for (FindingFact finding : fresh) {
            if (finding.severity().compareTo(bad) >= 0) {
                failing++;
                verdicts.add(Verdict.failed("failOn", finding.rule() + " (" + finding.subject() + ')',
                        finding.severity().label() + ": " + finding.summary()));
            }
        }
        if (failing == 0) {
            verdicts.add(Verdict.passed("failOn", "", count(run.findings().size(), "finding") + ", none of them "
                    + (baseline == null ? "" : "new and ") + bad.label() + " or worse"));
        }
    }

    /** A check could not look. */
    void error(String check, String subject, String message) {
        verdicts.add(Verdict.error(check, subject, message));
    }

    private static String count(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
