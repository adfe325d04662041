/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AwaitedException;
import org.bowline.core.analysis.Needs;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Result;
import org.bowline.core.model.EditDistance;
import org.bowline.core.model.Words;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.progress.SideBySide;

/** Rules with their thresholds, ready to run. Immutable. */
public final class RuleSet implements Result<Findings>, Needs {
    /** The rules that look at a run, with their thresholds. */
    public static final Parameter<RuleSet> PARAMETER = new Parameter<>("rule", "RULE.SETTING=VALUE",
            "Another threshold of a rule, or RULE=off to leave it out (docs/reference/findings.md). May be given several times. Two rules are told what to look at: "
                    + "tag-on-wrong-cpu=maintenance:0 and background-ahead=maintenance.",
            RuleSet::installed, RuleSet::with);

    private static final String OFF = "off";
    /** A provider file with more broken lines than this is not read on. */
    private static final int MOST_PROBLEMS = 20;

    private final NavigableMap<String, Rule> rules;
    private final Map<String, RuleSettings> settings;
    private final Set<String> off;
    /** What could not be loaded, as sentences. */
    private final List<String> problems;

    private RuleSet(NavigableMap<String, Rule> rules, Map<String, RuleSettings> settings, Set<String> off, List<String> problems) {
        this.rules = rules;
        this.settings = settings;
        this.off = off;
        this.problems = problems;
    }

    /** All rules that are installed: the built-in ones and those of other jars. What cannot be loaded becomes a finding of the run. */
    public static RuleSet installed() {
        return Installed.RULES;
    }

    /** Looked for once: an analysis takes the same rules for the same question. */
    private static final class Installed {
        // not the thread's context loader: in OSGi that one does not see the services of this bundle
        static final RuleSet RULES = load(ServiceLoader.load(Rule.class, Rule.class.getClassLoader()).iterator());
    }

    static RuleSet load(Iterator<Rule> providers) {
        List<Rule> found = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        while (problems.size() < MOST_PROBLEMS) {
            try {
                if (!providers.hasNext()) {
                    break;
                }
                found.add(providers.next());
            } catch (ServiceConfigurationError | LinkageError e) {
                problems.add("A rule cannot be loaded: " + e.getMessage());
            }
        }
        return of(found, problems);
    }

    /** These rules and no others. Of rules with one id only the first counts; the others become a finding of the run. */
    public static RuleSet of(List<Rule> rules) {
        return of(rules, new ArrayList<>());
    }

    private static RuleSet of(List<Rule> rules, List<String> problems) {
        TreeMap<String, Rule> byId = new TreeMap<>();
        for (Rule rule : rules) {
            try {
                Rule other = byId.putIfAbsent(rule.info().id(), rule);
                if (other != null) {
                    problems.add("Two rules have the id " + rule.info().id() + ": " + other.getClass().getName() + " and "
                            + rule.getClass().getName() + ", which was left out.");
                }
            } catch (RuntimeException | LinkageError e) {
                problems.add("The rule " + rule.getClass().getName() + " cannot tell what it is: " + e);
            }
        }
        return new RuleSet(byId, Map.of(), Set.of(), List.copyOf(problems));
    }

    /** What the rules are, by id. */
    public List<RuleInfo> infos() {
        return rules.values().stream().map(Rule::info).toList();
    }

    /** What to look at after a finding: as its rule says; of a rule that is not here, or broke, what is usual. */
    NextStep.Step next(Analysis analysis, Finding finding) {
        Rule rule = finding.failed() ? null : rules.get(finding.rule());
        return rule == null ? NextStep.usual(analysis, finding) : rule.next(analysis, finding);
    }

    /**
     * The same rules with something else: {@code ID.SETTING=VALUE} for a threshold, {@code ID=off} to leave a rule out, {@code ID=WORDS} for a rule that is told what to look at.
     *
     * @throws IllegalArgumentException if there is no such rule or setting, or the value is of another form; the message says what there is
     */
    public RuleSet with(String override) {
        int equals = override.indexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException("'" + override + "' is not of the form RULE.SETTING=VALUE or RULE=off");
        }
        String left = override.substring(0, equals).strip();
        String value = override.substring(equals + 1).strip();
        int dot = left.indexOf('.');
        String id = dot < 0 ? left : left.substring(0, dot);
        Rule rule = rules.get(id);
        if (rule == null) {
            List<String> meant = EditDistance.meant(id, rules.keySet());
            throw new IllegalArgumentException("there is no rule '" + id + "'; "
                    + (meant.isEmpty() ? "the rules are " + String.join(", ", rules.keySet())
                            : "did you mean " + Words.list(meant, "or") + '?'));
        }
        if (dot < 0) {
            return value.equals(OFF) ? without(id) : withWords(override, rule, left, value);
        }
        String name = left.substring(dot + 1);
        for (Setting<?> setting : rule.info().settings()) {
            if (setting.name().equals(name)) {
                return with(id, setting, left, value);
            }
        }
        throw new IllegalArgumentException("rule " + id + " has no setting '" + name + "'; its settings are "
                + rule.info().settings().stream().map(Setting::name).collect(Collectors.joining(", ")));
    }

    private RuleSet without(String id) {
        Set<String> more = new HashSet<>(off);
        more.add(id);
        return new RuleSet(rules, settings, Set.copyOf(more), problems);
    }

    private RuleSet withWords(String override, Rule rule, String left, String value) {
        String id = rule.info().id();
        for (Setting<?> setting : rule.info().settings()) {
            if (setting.kind() == Setting.Kind.TEXT) {
                return with(id, setting, left, value);
            }
        }
        throw new IllegalArgumentException("'" + override + "': a rule can only be switched off, " + id + "=off, or be given a setting, "
                + id + ".SETTING=VALUE");
    }

    private RuleSet with(String id, Setting<?> setting, String left, String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException(left + ": there is no value; write " + left + "=VALUE");
        }
        Map<String, RuleSettings> more = new HashMap<>(settings);
        try {
            more.put(id, settings.getOrDefault(id, RuleSettings.STANDARD).withText(setting, value));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(left + ": " + e.getMessage(), e);
        }
        return new RuleSet(rules, Map.copyOf(more), off, problems);
    }

    /** Whether a rule that is not off wants it. */
    @Override
    public boolean needs(What what) {
        return rules.entrySet().stream().filter(entry -> !off.contains(entry.getKey()))
                .anyMatch(entry -> entry.getValue().needs(what, settings.getOrDefault(entry.getKey(), RuleSettings.STANDARD)));
    }

    /**
     * Runs all rules that are not off, two at a time where there is a second processor: what they ask of the analysis is computed once all the same. A rule that breaks, or cannot be loaded, becomes a
     * critical finding that names it; the others run on. The findings do not depend on which rule was faster.
     *
     * @throws CancelledException if the analysis's progress says so
     */
    @Override
    public Findings compute(Analysis analysis) {
        List<Finding> findings = new ArrayList<>();
        List<Findings.Status> states = new ArrayList<>();
        List<List<Evidence>> pointsAt = new ArrayList<>();
        for (String problem : problems) {
            findings.add(failure("rules", problem, "Remove the jar that brings the rule, or repair it."));
            pointsAt.add(List.of());
        }
        for (Answer answer : evaluate(analysis)) {
            findings.addAll(answer.findings);
            pointsAt.addAll(answer.pointsAt);
            states.add(answer.status);
        }
        List<Finding> once = ToldOnce.of(findings, pointsAt);
        return new Findings(WorstFirst.of(once), ToldOnce.states(findings, once, states));
    }

    /** What a rule said. What each finding points at is without the code behind it. */
    private record Answer(List<Finding> findings, List<List<Evidence>> pointsAt, Findings.Status status) {
        /** Without a finding that points at anything. */
        static Answer of(List<Finding> findings, Findings.Status status) {
            return new Answer(findings, findings.stream().map(finding -> List.<Evidence>of()).toList(), status);
        }
    }

    /** Of each rule, in their order. */
    private List<Answer> evaluate(Analysis analysis) {
        List<Map.Entry<String, Rule>> all = List.copyOf(rules.entrySet());
        Answer[] answers = new Answer[all.size()];
        Claims claims = new Claims(answers.length);
        IntConsumer evaluate = i -> {
            analysis.progress().check();
            claims.report(analysis.progress());
            answers[i] = evaluate(all.get(i).getKey(), all.get(i).getValue(), analysis);
        };
        Runnable fromFirst = () -> claims.each(true, analysis, evaluate);
        Runnable fromLast = () -> claims.each(false, analysis, evaluate);
        SideBySide.run("bowline-rules", Runtime.getRuntime().availableProcessors() == 1 ? List.of(fromFirst)
                : List.of(fromFirst, analysis.forHelper(fromLast)));
        return List.of(answers);
    }

    /**
     * What two threads share out, one from each end: nobody knows which rule takes long, and the last one of all is seldom the longest of both halves. Most rules ask for the same few results: while
     * one thread computes such a one, the other goes on with rules that can do without.
     */
    private static final class Claims {
        private final int size;
        private final List<Integer> left = new ArrayList<>();
        /** By rule, whether the result for which it would have had to wait is still being computed; null if it was not begun. */
        private final @Nullable BooleanSupplier[] awaited;
        private boolean stopped;
        /** How many were shown as begun. */
        private int shown;

        Claims(int size) {
            this.size = size;
            awaited = new @Nullable BooleanSupplier[size];
            IntStream.range(0, size).forEach(left::add);
        }

        /** How many are done or being done. */
        synchronized int begun() {
            return size - left.size();
        }

        /** Never shows less than before: what is put off was begun. */
        synchronized void report(Progress progress) {
            shown = Math.max(shown, begun());
            progress.report("Looking for findings", (double) shown / size);
        }

        /** Does one after the other, as long as there are any. If one breaks nothing more is begun. */
        void each(boolean fromFirst, Analysis analysis, IntConsumer work) {
            boolean whole = false;
            try {
                while (begun() < size) {
                    Integer next = take(fromFirst, true);
                    if (next != null) {
                        int i = next;
                        BooleanSupplier stillComputed = analysis.unlessAwaited(() -> work.accept(i));
                        if (stillComputed != null) {
                            putOff(i, stillComputed);
                        }
                    } else {
                        next = take(fromFirst, false);
                        if (next != null) {
                            work.accept(next); // there is nothing to do but to wait
                        }
                    }
                }
                whole = true;
            } finally {
                if (!whole) {
                    stop();
                }
            }
        }

        private synchronized @Nullable Integer take(boolean fromFirst, boolean atOnce) {
            for (int i = 0; i < left.size(); i++) {
                int at = fromFirst ? i : left.size() - 1 - i;
                BooleanSupplier stillComputed = awaited[left.get(at)];
                if (!atOnce || stillComputed == null || !stillComputed.getAsBoolean()) {
                    return left.remove(at);
                }
            }
            return null;
        }

        private synchronized void putOff(int i, BooleanSupplier stillComputed) {
            if (stopped) {
                return; // it was not done when another one broke
            }
            awaited[i] = stillComputed;
            left.add(-1 - Collections.binarySearch(left, i), i);
        }

        private synchronized void stop() {
            stopped = true;
            left.clear();
        }
    }

    private Answer evaluate(String id, Rule rule, Analysis analysis) {
        if (off.contains(id)) {
            return Answer.of(List.of(), new Findings.Status(id, Findings.State.OFF, "switched off"));
        }
        try {
            RuleOutcome outcome = rule.info().needsScheduling() && analysis.timeline().segmentCount() == 0
                    ? RuleOutcome.notApplicable(Rule.NO_SCHEDULING)
                    : rule.evaluate(analysis, settings.getOrDefault(id, RuleSettings.STANDARD));
            for (Finding finding : outcome.findings()) {
                if (!finding.rule().equals(id)) {
                    throw new IllegalStateException("it made a finding in the name of " + finding.rule());
                }
            }
            List<Finding> findings = outcome.findings().stream()
                    .map(finding -> CodeEvidence.with(analysis, LostTime.said(analysis, rule.info(), finding))).toList();
            List<List<Evidence>> pointsAt = outcome.findings().stream().map(Finding::evidence).toList();
            return new Answer(findings, pointsAt, new Findings.Status(id, !outcome.applicable() ? Findings.State.NOT_APPLICABLE
                    : findings.isEmpty() ? Findings.State.QUIET : Findings.State.FIRED, outcome.reason()));
        } catch (CancelledException | AwaitedException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            return Answer.of(List.of(failure(id, "The rule " + id + " (" + rule.getClass().getName() + ") failed: " + e + place(e),
                    "This is a fault of the rule, not of what was recorded: report it. " + id + "=off leaves it out.")),
                    new Findings.Status(id, Findings.State.FAILED, String.valueOf(e)));
        }
    }

    private static String place(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0];
    }

    private static Finding failure(String id, String summary, String advice) {
        return new Finding(id, Severity.CRITICAL, "failed", summary, "What it looks for is not known of this run.", advice, List.of(), 0, 1,
                0, false, List.of(), true, null, List.of());
    }
}
