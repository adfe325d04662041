/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.bowline.core.finding.Severity;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.report.TimeFormat;
import org.bowline.report.run.Baseline;
import org.bowline.report.run.FindingFact;
import org.bowline.report.run.KnotFact;
import org.bowline.report.run.RunFacts;

/** Judges a run by limits. A limit that names nothing in the run is an error, not a success. */
final class Checks {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ns|us|ms|s)");
    private static final Pattern PERCENT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*%");
    private static final Map<String, Integer> EXPONENTS = Map.of("ns", 0, "us", 3, "ms", 6, "s", 9);
    private static final String ALL = "*";
    private static final int MOST_TOLD = 20;
    /** With fewer the 99th percentile is the longest. */
    private static final int ENOUGH = 100;

    private final RunFacts run;
    private final List<Verdict> verdicts = new ArrayList<>();

    Checks(RunFacts run) {
        this.run = run;
    }

    List<Verdict> verdicts() {
        return verdicts;
    }

    /** That there is work to judge: where intervals are asked for and none is there, the rest is about a load that did not run. */
    void intervals() {
        if (run.lengths().isEmpty()) {
            error("intervals", "",
                    "the run has none, so nothing was done that could be judged; see whether the load ran while it was recorded");
        }
    }

    /** {@code LABEL=TIME}: of the intervals of a label 99 % take no longer; {@code *} for each label there is. */
    void maxP99(String rule) {
        int equals = rule.lastIndexOf('=');
        Matcher time = TIME.matcher(equals < 0 ? "" : rule.substring(equals + 1).strip());
        if (equals <= 0 || !time.matches()) {
            error("maxP99", rule, "is not of the form LABEL=TIME, as checkout=20ms (ns, us, ms, s; LABEL may be *)");
            return;
        }
        long limit;
        try {
            limit = new BigDecimal(time.group(1)).scaleByPowerOfTen(EXPONENTS.getOrDefault(time.group(2), 0)).toBigInteger()
                    .longValueExact();
        } catch (ArithmeticException e) {
            error("maxP99", rule, "is longer than 292 years, so it limits nothing");
            return;
        }
        String label = rule.substring(0, equals).strip();
        SortedMap<String, long[]> lengths = run.lengths();
        if (lengths.isEmpty()) {
            error("maxP99", rule, "the run has no interval; name them with the parameter intervals, and see whether the load ran");
        } else if (label.equals(ALL)) {
            lengths.keySet().forEach(one -> p99(one, limit));
        } else if (!lengths.containsKey(label)) {
            error("maxP99", rule,
                    "there is no interval of the label '" + label + "'; the labels are " + String.join(", ", lengths.keySet()));
        } else {
            p99(label, limit);
        }
    }

    private void p99(String label, long limit) {
        long[] lengths = run.lengths().getOrDefault(label, new long[0]);
        long p99 = RunFacts.percentile(lengths, 99);
        String subject = label + '=' + TimeFormat.duration(limit);
        String seen = "p99 of '" + label + "' is " + TimeFormat.duration(p99) + " (" + lengths.length + " intervals"
                + (lengths.length < ENOUGH ? ", so it is the longest" : "") + ", median "
                + TimeFormat.duration(RunFacts.percentile(lengths, 50)) + ')';
        verdicts.add(p99 <= limit ? Verdict.passed("maxP99", subject, seen)
                : Verdict.failed("maxP99", subject,
                        seen + ", the limit is " + TimeFormat.duration(limit) + ". Most of the time: " + largest(label)));
    }

    private String largest(String label) {
        long sum = run.intervalParts().entrySet().stream().filter(part -> part.getKey().label().equals(label))
                .mapToLong(Map.Entry::getValue).sum();
        return String.join("; ", run.intervalParts().entrySet().stream().filter(part -> part.getKey().label().equals(label))
                .sorted(Map.Entry.<RunFacts.Part, Long>comparingByValue().reversed()).limit(3)
                .map(part -> percent((double) part.getValue() / sum) + ' ' + part.getKey().host() + ':' + part.getKey().name() + ' '
                        + part.getKey().state() + (part.getKey().cause().isEmpty() ? "" : " for " + part.getKey().cause()))
                .toList());
    }

    /**
     * {@code [LABEL@][HOST:]WHAT=PERCENT}: of the critical paths of the intervals no larger share is spent in a state, or blocked by a cause.
     */
    void maxShare(String rule) {
        int equals = rule.lastIndexOf('=');
        Matcher limit = PERCENT.matcher(equals < 0 ? "" : rule.substring(equals + 1).strip());
        if (equals <= 0 || !limit.matches()) {
            error("maxShare", rule, "is not of the form [LABEL@][HOST:]WHAT=PERCENT, as disk=20% or checkout@db:thread=5%");
            return;
        }
        String rest = rule.substring(0, equals).strip();
        int at = rest.lastIndexOf('@');
        String label = at < 0 ? null : rest.substring(0, at);
        rest = rest.substring(at + 1);
        int colon = rest.lastIndexOf(':');
        String host = colon < 0 ? null : rest.substring(0, colon);
        String what = rest.substring(colon + 1);
        List<String> words = words();
        if (!words.contains(what)) {
            error("maxShare", rule, "there is no cause or state '" + what + "'; there are " + String.join(", ", words));
            return;
        }
        if (run.lengths().isEmpty()) {
            error("maxShare", rule, "the run has no interval; name them with the parameter intervals, and see whether the load ran");
            return;
        }
        if (label != null && !run.lengths().containsKey(label)) {
            error("maxShare", rule, "there is no interval of the label '" + label + "'; the labels are "
                    + String.join(", ", run.lengths().keySet()));
            return;
        }
        if (host != null && !run.hosts().contains(host)) {
            error("maxShare", rule, "there is no host '" + host + "'; the hosts are " + String.join(", ", run.hosts()));
            return;
        }
        share(rule, label, host, what, new BigDecimal(limit.group(1)).doubleValue() / 100);
    }

    private void share(String rule, @Nullable String label, @Nullable String host, String what, double limit) {
        double all = 0;
        double of = 0;
        for (Map.Entry<RunFacts.Part, Long> part : run.intervalParts().entrySet()) {
            RunFacts.Part key = part.getKey();
            if (label == null || key.label().equals(label)) {
                all += part.getValue();
                if ((host == null || key.host().equals(host)) && (key.cause().equals(what) || key.state().equals(what))) {
                    of += part.getValue();
                }
            }
        }
        double share = all == 0 ? 0 : of / all;
        String seen = what + (host == null ? "" : " on host " + host) + " takes " + percent(share) + " of the critical paths"
                + (label == null ? "" : " of '" + label + "'");
        verdicts.add(share <= limit ? Verdict.passed("maxShare", rule, seen)
                : Verdict.failed("maxShare", rule, seen + ", the limit is " + percent(limit)));
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

    /** No knot that the baseline does not have. */
    void noNewKnots(Baseline baseline) {
        List<KnotFact> fresh = baseline.newKnots(run.knots());
        if (fresh.isEmpty()) {
            verdicts.add(Verdict.passed("noNewKnots", "",
                    run.knots().stream().filter(KnotFact::isKnot).count() + " knots, all of them in the baseline"));
        }
        for (KnotFact knot : fresh.subList(0, Math.min(MOST_TOLD, fresh.size()))) {
            verdicts.add(Verdict.failed("noNewKnots", knot.key().text(), "is not in the baseline; it weighs "
                    + TimeFormat.duration(knot.weightNanos())
                    + ". If that is meant to be, write the baseline again (bowline findings TRACE --write-baseline FILE) and commit it"));
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
            error("failOn", word, "is no severity; info, warning and critical are");
            return;
        }
        List<FindingFact> fresh = baseline == null ? run.findings() : baseline.unknown(run.findings());
        int failing = 0;
        for (FindingFact finding : fresh) {
            if (finding.severity().compareTo(bad) >= 0) {
                failing++;
                verdicts.add(Verdict.failed("failOn " + bad.label(), finding.rule() + " (" + finding.subject() + ')',
                        finding.severity().label() + ": " + finding.summary()));
            }
        }
        if (failing == 0) {
            verdicts.add(Verdict.passed("failOn " + bad.label(), "", run.findings().size() + " findings, none of them "
                    + (baseline == null ? "" : "new and ") + bad.label() + " or worse"));
        }
    }

    /** A check could not look. */
    void error(String check, String subject, String message) {
        verdicts.add(Verdict.error(check, subject, message));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
