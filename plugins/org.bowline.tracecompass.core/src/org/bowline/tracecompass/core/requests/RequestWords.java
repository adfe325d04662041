/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.requests;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

import org.bowline.core.analysis.FoldedPaths;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.interval.IntervalPaths.OfInterval;
import org.bowline.core.interval.PathDifference;
import org.bowline.core.interval.PathDifferences;
import org.bowline.report.analyses.RequestText;

/** What some requests spend more time on than others, in the words of the command line. */
public final class RequestWords {
    private static final int QUARTER = 4;

    private final RequestsAnswer.Known answer;
    private final LongFunction<String> time;

    /** @param time writes a time as the other views do, ns since the epoch */
    public RequestWords(RequestsAnswer.Known answer, LongFunction<String> time) {
        this.answer = answer;
        this.time = time;
    }

    /**
     * What is to be said of what a person chose: of one request against typical ones of its label, of two against each other, of more against the rest; of
     * two labels against each other; of nothing what the slow ones of the shown labels spend more time on.
     *
     * @param labels the chosen labels; empty for all
     * @param chosen the chosen requests
     */
    public String text(Set<String> labels, List<Request> chosen) {
        if (chosen.size() == 1 && !chosen.get(0).hasPath()) {
            return chosen.get(0).hasEnded() ? Messages.noPath : Messages.unfinished;
        }
        if (isWithoutPaths()) {
            return Messages.noPaths;
        }
        List<Request> withPath = chosen.stream().filter(Request::hasPath).sorted(Request.SLOWEST).toList();
        return switch (withPath.size()) {
            case 0 -> labels.size() == 2 ? ofLabels(labels) : ofSlow(labels);
            case 1 -> ofOne(withPath.get(0));
            case 2 -> between(name(withPath.get(0), Messages.one, Messages.oneAt), withPath.subList(0, 1),
                    name(withPath.get(1), Messages.otherOne, Messages.otherOneAt), withPath.subList(1, 2));
            default -> ofSeveral(labels, withPath);
        };
    }

    /** Whether requests ended, and it is known of none what it waited for. */
    private boolean isWithoutPaths() {
        List<Request> ended = answer.requests().stream().filter(Request::hasEnded).toList();
        return !ended.isEmpty() && ended.stream().noneMatch(Request::hasPath);
    }

    private String between(String those, List<Request> some, String others, List<Request> rest) {
        PathDifference difference = PathDifferences.between(FoldedPaths.names(answer.analysis()), "", paths(some), paths(rest));
        return RequestText.between(difference, those, others);
    }

    private static List<OfInterval> paths(List<Request> of) {
        return of.stream().map(Request::path).toList();
    }

    /** By its key, where a field of the events is one; else by its begin. */
    private String name(Request of, String byKey, String byBegin) {
        boolean keys = answer.analysis().question().intervals().stream().noneMatch(spec -> spec.keyField().isEmpty());
        return MessageFormat.format(keys ? byKey : byBegin, keys ? of.interval().key() : time.apply(of.interval().beginNanos()));
    }

    private String ofOne(Request one) {
        List<Request> same = withPath(Set.of(one.interval().label()));
        List<Request> typical = new ArrayList<>(same.subList(same.size() / QUARTER, same.size() - same.size() / QUARTER));
        typical.remove(one);
        return typical.isEmpty() ? few(same.size())
                : between(name(one, Messages.one, Messages.oneAt), List.of(one), Messages.typical, typical);
    }

    private String ofSeveral(Set<String> labels, List<Request> some) {
        List<Request> rest = new ArrayList<>(withPath(labels));
        rest.removeAll(some);
        return rest.isEmpty() ? ofSlow(labels)
                : between(several(some.size(), labels), some, MessageFormat.format(Messages.allOthers, rest.size()), rest);
    }

    private String ofLabels(Set<String> two) {
        List<String> both = two.stream().sorted(Comparator.comparingDouble(this::mean).reversed()).toList();
        List<Request> first = withPath(Set.of(both.get(0)));
        List<Request> second = withPath(Set.of(both.get(1)));
        return first.isEmpty() || second.isEmpty() ? few(0)
                : between(several(first.size(), Set.of(both.get(0))), first,
                        MessageFormat.format(Messages.others, second.size(), shown(both.get(1))), second);
    }

    private double mean(String label) {
        return withPath(Set.of(label)).stream().mapToLong(one -> one.interval().nanos()).average().orElse(0);
    }

    private List<Request> withPath(Set<String> labels) {
        return answer.of(labels).stream().filter(Request::hasPath).toList();
    }

    private String several(int count, Set<String> labels) {
        return MessageFormat.format(Messages.several, count,
                labels.isEmpty() ? Messages.all : labels.stream().map(this::shown).sorted().collect(Collectors.joining(", ")));
    }

    private String shown(String label) {
        return shown(answer, label);
    }

    /** A label as tables show it: a plain number with the name of its field. */
    public static String shown(RequestsAnswer.Known answer, String label) {
        return LabelWords.calledOrAll(answer.analysis(), label);
    }

    private String ofSlow(Set<String> labels) {
        String slow = answer.differences().all().stream()
                .filter(one -> one.kind() == PathDifference.Kind.SLOW && (labels.isEmpty() || labels.contains(one.label())))
                .map(one -> RequestText.sentence(answer.analysis(), one, time)).collect(Collectors.joining("\n"));
        return slow.isEmpty() ? few(most(labels)) : slow;
    }

    /** How many the label with the most of them has. */
    private int most(Set<String> labels) {
        return withPath(labels).stream().collect(Collectors.groupingBy(one -> one.interval().label(), Collectors.counting())).values()
                .stream()
                .mapToInt(Long::intValue).max().orElse(0);
    }

    private static String few(int count) {
        return MessageFormat.format(Messages.few, count, PathDifferences.FEWEST);
    }
}
