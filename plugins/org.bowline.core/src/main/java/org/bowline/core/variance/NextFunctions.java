/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.bowline.core.function.CallGraph;
import org.bowline.core.function.FunctionChoice;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;

/**
 * Which functions to record next, to explain more of the variance (the loop of VProfiler: measure the callees of the best factors only, and ask again). A function's <em>own</em> time is what is in none of its
 * recorded callees. A function is <em>open</em> if it calls functions that announce themselves and were not recorded: these are in its own time.
 *
 * @param labels per label the functions whose own time has the best factors
 * @param recorded how many functions were recorded, by name
 * @param left the functions that can be recorded beyond these, and that they call directly or through others
 * @param neverCalled functions of the list that were not entered: nobody called them, or no file has them
 */
public record NextFunctions(List<OfLabel> labels, int recorded, Collection<String> left, Collection<String> neverCalled) {
    /** Nothing known. */
    public static final NextFunctions NONE = new NextFunctions(List.of(), 0, List.of(), List.of());
    private static final String BETWEEN = ";";
    /** Share of the variance: what adds less is not worth a look. */
    private static final double LEAST = 0.01;
    private static final int MOST_NAMED = 6;

    /** What is known of a recorded function's callees. */
    public enum State {
        /** Some were not recorded and could be. */
        OPEN,
        /** All that the code calls directly and that can be recorded were; what it calls through pointers is not known. */
        CLOSED,
        /** Its code is not there, or of a processor whose calls are not read. */
        UNKNOWN
    }

    /**
     * A function whose own time varies, as called on one path.
     *
     * @param name its name
     * @param path the call path of the factor, the outermost function first and this one last
     * @param factor the best factor that it is in, of the variance by call path
     * @param state what is known of its callees
     * @param next those of its callees to record next
     * @param notBuilt those in its file or other known ones that do not announce themselves
     */
    public record Candidate(String name, List<String> path, Factor factor, State state, List<CallGraph.Callee> next,
            List<CallGraph.Callee> notBuilt) {
        /** Copies the lists. */
        public Candidate {
            path = List.copyOf(path);
            next = List.copyOf(next);
            notBuilt = List.copyOf(notBuilt);
        }
    }

    /**
     * A label. The shares are of the variance of its intervals: the covariance of a time with the length of the interval, divided by the variance of the lengths. They add up to 1; each may be negative, or above 1.
     *
     * @param paths its variance by call path, which the factors are of
     * @param candidates the functions whose own time has the best factors, the best first; those with a factor of 1 % of the variance or more
     * @param open the share of the own time of open functions; NaN, as the others, if the intervals do not vary
     * @param closed that of closed ones, and of light functions that are not told apart
     * @param unknown that of functions of which neither is known
     * @param outside that of the time in no recorded function
     */
    public record OfLabel(PathVariance paths, List<Candidate> candidates, double open, double closed, double unknown, double outside) {
        /** Copies the list. */
        public OfLabel {
            candidates = List.copyOf(candidates);
        }
    }

    /** Copies the collections. */
    public NextFunctions {
        labels = List.copyOf(labels);
        left = List.copyOf(left);
        neverCalled = List.copyOf(neverCalled);
    }

    /** What is not known of them. */
    public List<Caveat> caveats() {
        List<Caveat> caveats = new ArrayList<>();
        if (!neverCalled.isEmpty()) {
            caveats.add(Caveat.of(Severity.INFO, "", "functions-not-entered", neverCalled.size(),
                    Words.count(neverCalled.size(), "function of the list was not entered: ",
                            "functions of the list were not entered: ")
                            + named(neverCalled) + ". Nobody called "
                            + (neverCalled.size() == 1 ? "it, or no file has it" : "them, or no file has them")
                            + " that was in memory when the program began."));
        }
        Set<String> unknown = labels.stream().flatMap(label -> label.candidates().stream())
                .filter(one -> one.state() == State.UNKNOWN).map(Candidate::name).collect(Collectors.toCollection(TreeSet::new));
        if (!unknown.isEmpty()) {
            // no figure is in doubt for it
            caveats.add(Caveat.of(Severity.INFO, "", "callees-not-known", unknown.size(),
                    "Whom " + Words.count(unknown.size(), "function calls", "functions call") + " is not known: " + named(unknown)
                            + ". Their code was not found, or is not of x86-64. Give the folder with the same builds of their files as --symbols DIR."));
        }
        return caveats;
    }

    private static String named(Collection<String> names) {
        return names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                + (names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : "");
    }

    /** Finds them. */
    private static final class Search {
        private final CallGraph graph;
        private final FunctionChoice chosen;
        private final Map<String, State> states = new HashMap<>();

        Search(CallGraph graph, FunctionChoice chosen) {
            this.graph = graph;
            this.chosen = chosen;
        }

        private List<CallGraph.Callee> next(String function) {
            return graph.callees(function).stream().filter(one -> one.isInstrumented() && !chosen.has(one.name())).toList();
        }

        State state(String function) {
            return states.computeIfAbsent(function,
                    name -> !next(name).isEmpty() ? State.OPEN : graph.isKnown(name) ? State.CLOSED : State.UNKNOWN);
        }

        List<Candidate> candidates(PathVariance of, int most) {
            List<Factor> factors = new ArrayList<>(of.tree().factors());
            SizeFit size = of.size();
            if (size != null) {
                factors.sort(size.byScore());
            }
            List<Candidate> found = new ArrayList<>();
            Set<List<String>> seen = new HashSet<>();
            for (Factor factor : factors) {
                if (!((size == null ? of.tree().share(factor) : size.share(factor)) >= LEAST)) {
                    continue;
                }
                for (int part : factor.isPair() ? new int[] {factor.first(), factor.second()} : new int[] {factor.first()}) {
                    List<String> path = ownTime(of, part);
                    if (!path.isEmpty() && found.size() < most && seen.add(path)) {
                        found.add(candidate(path, factor));
                    }
                }
            }
            return found;
        }

        /** The call path of a function in whose own time a part is; empty if it is not the own time of a function. */
        private static List<String> ownTime(PathVariance of, int part) {
            PathVariance.Node node = of.nodes().get(of.tree().tree().node(part));
            return node.functions().isEmpty() || node.state() == null && !of.tree().tree().isBody(part) ? List.of()
                    : Arrays.asList(node.functions().split(BETWEEN, -1));
        }

        private Candidate candidate(List<String> path, Factor factor) {
            String name = path.get(path.size() - 1);
            List<CallGraph.Callee> notBuilt = graph.callees(name).stream()
                    .filter(one -> !one.isInstrumented() && !one.file().isEmpty() && !graph.recorded().contains(one.name())).toList();
            return new Candidate(name, path, factor, state(name), next(name), notBuilt);
        }

        OfLabel label(PathVariance paths, PathVariance merged, int most) {
            VarianceTree tree = merged.tree();
            CallTree shape = tree.tree();
            double[] shares = new double[State.values().length];
            double outside = 0;
            for (int node = 1; node < shape.nodeCount(); node++) {
                if (shape.parent(node) == 0) {
                    String function = merged.nodes().get(node).functions();
                    double share = withInterval(tree, node);
                    if (function.equals(FunctionVariance.NO_FUNCTION)) {
                        outside += share;
                    } else {
                        shares[state(function).ordinal()] += share;
                    }
                }
            }
            int rest = shape.body(0);
            shares[State.CLOSED.ordinal()] += Double.isNaN(tree.meanNanos(rest)) ? 0 : withInterval(tree, rest);
            return new OfLabel(paths, candidates(paths, most), shares[0], shares[1], shares[2], outside);
        }

        /** The covariance of a part below the interval with the interval itself, as a share of its variance. */
        private static double withInterval(VarianceTree tree, int part) {
            CallTree shape = tree.tree();
            int rest = shape.body(0);
            double sum = Double.isNaN(tree.meanNanos(rest)) ? 0 : tree.covarianceNanos2(part, rest);
            for (int node = 1; node < shape.nodeCount(); node++) {
                if (shape.parent(node) == 0) {
                    sum += tree.covarianceNanos2(part, node);
                }
            }
            return sum / tree.varianceNanos2(0);
        }
    }

    /**
     * Finds them. O(labels · functions²), and the code of the functions that are reached.
     *
     * @param variance of the intervals, by function
     * @param graph whom the recorded functions call
     * @param chosen which functions were recorded
     * @param most how many functions, as called on one path, are told of each label
     * @param progress asked whether to stop
     */
    public static NextFunctions of(FunctionVariance variance, CallGraph graph, FunctionChoice chosen, int most, Progress progress) {
        Search search = new Search(graph, chosen);
        List<OfLabel> labels = new ArrayList<>();
        for (int i = 0; i < variance.paths().size(); i++) {
            progress.check();
            labels.add(search.label(variance.paths().get(i), variance.merged().get(i), most));
        }
        Set<String> left = new TreeSet<>();
        if (chosen.isList()) {
            left.addAll(graph.reachable(progress));
            left.removeIf(chosen::has);
        }
        Set<String> never = new TreeSet<>(chosen.names());
        graph.recorded().forEach(name -> never.remove(FunctionChoice.original(name)));
        return new NextFunctions(labels, graph.recorded().size(), left, never);
    }
}
