/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.bowline.core.event.KernelReader;
import org.bowline.core.event.UserVocabulary;
import org.bowline.core.progress.Progress;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.StringClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TextClass;
import org.bowline.ctf.metadata.VariableIntegerClass;

/**
 * Which pairs of events of a recording may mark units of work: those of Bowline's annotations, and those whose names differ in begin and end alone.
 *
 * <p>Names say which pairs there are, and values which field is the key. The key is an integer that both events have in their payload: the one by which most begins find an end,
 * and of equal ones the one that fewest begins share with an earlier begin; a request's number is such a field, its type is not. Without such a field events are paired by
 * thread. The label is a field of the begin event with few different values, a text first.
 *
 * <p>Looks at traces of user space only: the kernel's pairs are parts of its own work. One pass over these traces; memory grows with the number of different keys.
 */
public final class IntervalProposals {
    /** So many pairs of names are looked at; a program with more of them has been instrumented by a machine. */
    static final int MOST_PAIRS = 64;
    /** So many integer fields of a pair are tried as a key, in the order of the payload. */
    static final int MOST_KEYS = 6;
    /** And so many fields as a label. */
    static final int MOST_LABELS = 6;
    /** A label with more values than this is no sort. */
    static final int MOST_SORTS = 50;

    /** Tracers' own providers: their pairs are no work of the program. */
    private static final IntervalSpec REQUESTS = new IntervalSpec(UserVocabulary.INTERVAL_BEGIN, UserVocabulary.INTERVAL_END, "id",
            "label");
    private static final IntervalSpec SPINS = new IntervalSpec(UserVocabulary.SPIN_BEGIN, UserVocabulary.SPIN_END, "", "object");
    /** What begins, and what may end it, the most usual end first. */
    private static final Map<String, List<String>> ENDS = new TreeMap<>(Map.of("begin", List.of("end"), "start",
            List.of("end", "stop", "done", "finish"), "entry", List.of("exit"), "enter", List.of("exit", "leave")));
    private static final Comparator<IntervalProposal> BEST_FIRST = Comparator
            .comparing((IntervalProposal one) -> !one.spec().equals(REQUESTS))
            .thenComparing(one -> one.spec().equals(SPINS)).thenComparing(one -> one.spec().keyField().isEmpty())
            .thenComparing(Comparator.comparingLong(IntervalProposal::pairs).reversed())
            .thenComparing(one -> one.spec().beginEvent());

    private IntervalProposals() {}

    /** The pair of Bowline's annotations, if a trace knows both of its events; null otherwise. Reads no event. */
    public static @Nullable IntervalSpec annotated(Experiment experiment) {
        Set<String> events = new HashSet<>();
        for (HostTraces host : experiment.hosts()) {
            for (OpenTrace trace : host.traces()) {
                if (trace.domain() != OpenTrace.Domain.KERNEL) {
                    trace.ctf().metadata().eventClasses().forEach(event -> events.add(event.name()));
                }
            }
        }
        return events.contains(REQUESTS.beginEvent()) && events.contains(REQUESTS.endEvent()) ? REQUESTS : null;
    }

    /**
     * What programs that tell nothing have, of who answers and of who asks: what system calls on sockets make, and packets between several hosts; none if neither was recorded.
     * Reads no event, so how many there are is not known.
     */
    public static List<IntervalSpec> ofKernels(Experiment experiment) {
        List<IntervalSpec> specs = new ArrayList<>();
        if (SocketReader.hasCalls(experiment)) {
            specs.addAll(List.of(IntervalSpec.ANSWERS, IntervalSpec.ASKS));
        }
        if (experiment.hosts().stream()
                .filter(host -> host.traces().stream().anyMatch(trace -> KernelReader.hasPackets(trace.metadata()))).count() > 1) {
            specs.addAll(List.of(IntervalSpec.ANSWERED_PACKETS, IntervalSpec.ASKED_PACKETS));
        }
        return specs;
    }

    /**
     * The pairs of which there is at least one, the best first: annotated requests, those with a key, those by thread, each by the number of pairs; annotated
     * spins last.
     *
     * @throws TraceReadException if a trace cannot be read any more
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static List<IntervalProposal> of(Experiment experiment, Progress progress) throws TraceReadException {
        List<PairCount> pairs = new ArrayList<>();
        for (Candidate candidate : candidates(experiment)) {
            pairs.add(new PairCount(candidate));
        }
        if (pairs.isEmpty()) {
            return List.of();
        }
        for (HostTraces host : experiment.hosts()) {
            for (OpenTrace trace : host.traces()) {
                if (trace.domain() != OpenTrace.Domain.KERNEL) {
                    PairCount.read(trace, pairs, progress);
                }
            }
        }
        return pairs.stream().map(PairCount::proposal).filter(one -> one.pairs() > 0).sorted(BEST_FIRST).toList();
    }

    /**
     * A pair of names, with the fields that may be its key and its label.
     *
     * @param fixed what an annotation says; null for any other pair
     */
    record Candidate(String begin, String end, List<String> keys, List<String> labels, @Nullable IntervalSpec fixed) {}

    /** By the metadata alone. */
    private static List<Candidate> candidates(Experiment experiment) {
        Map<String, EventClass> events = new TreeMap<>();
        for (HostTraces host : experiment.hosts()) {
            for (OpenTrace trace : host.traces()) {
                if (trace.domain() != OpenTrace.Domain.KERNEL) {
                    trace.ctf().metadata().eventClasses().forEach(event -> events.putIfAbsent(event.name(), event));
                }
            }
        }
        List<Candidate> candidates = new ArrayList<>();
        for (IntervalSpec known : List.of(REQUESTS, SPINS)) {
            if (events.containsKey(known.beginEvent()) && events.containsKey(known.endEvent())) {
                candidates.add(new Candidate(known.beginEvent(), known.endEvent(),
                        known.keyField().isEmpty() ? List.of() : List.of(known.keyField()), List.of(known.labelField()), known));
            }
        }
        Set<String> ended = new HashSet<>();
        for (EventClass begin : events.values()) {
            String endName = begin.name().startsWith(UserVocabulary.TRACERS) || begin.name().startsWith(UserVocabulary.ANNOTATIONS) ? null
                    : end(begin.name(), events.keySet());
            EventClass end = endName == null ? null : events.get(endName);
            if (end != null && candidates.size() < MOST_PAIRS && ended.add(end.name())) {
                candidates.add(candidate(begin, end));
            }
        }
        return candidates;
    }

    /** The event that ends what another one begins, by their names; null if there is none. */
    static @Nullable String end(String begin, Set<String> events) {
        for (Map.Entry<String, List<String>> word : ENDS.entrySet()) {
            String stem = stem(begin, word.getKey());
            if (stem == null) {
                continue;
            }
            boolean capital = Character.isUpperCase(begin.charAt(stem.length()));
            for (String ending : word.getValue()) {
                String name = stem + (capital ? Character.toUpperCase(ending.charAt(0)) + ending.substring(1) : ending);
                if (events.contains(name)) {
                    return name;
                }
            }
        }
        return null;
    }

    /** What is before the last word of a name, if it is that word: {@code req_begin}, {@code req:begin}, {@code reqBegin}; null otherwise. */
    private static @Nullable String stem(String name, String word) {
        int length = name.length() - word.length();
        if (length <= 0) {
            return null;
        }
        String last = name.substring(length);
        boolean separate = !Character.isLetterOrDigit(name.charAt(length - 1));
        boolean camel = Character.isLowerCase(name.charAt(length - 1)) && Character.isUpperCase(last.charAt(0))
                && last.substring(1).equals(word.substring(1)) && Character.toLowerCase(last.charAt(0)) == word.charAt(0);
        return separate && last.equals(word) || camel ? name.substring(0, length) : null;
    }

    private static Candidate candidate(EventClass begin, EventClass end) {
        Set<String> ofEnd = new LinkedHashSet<>();
        members(end).stream().filter(member -> isNumber(member.type())).forEach(member -> ofEnd.add(member.name()));
        List<String> keys = members(begin).stream().filter(member -> isNumber(member.type()) && ofEnd.contains(member.name()))
                .map(StructClass.Member::name).distinct().limit(MOST_KEYS).toList();
        List<String> labels = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            for (StructClass.Member member : members(begin)) {
                if (isName(member.type()) == (round == 0) && (round == 0 || isNumber(member.type())) && labels.size() < MOST_LABELS) {
                    labels.add(member.name());
                }
            }
        }
        return new Candidate(begin.name(), end.name(), keys, labels, null);
    }

    private static List<StructClass.Member> members(EventClass event) {
        StructClass payload = event.payload();
        return payload == null ? List.of() : payload.members();
    }

    private static boolean isNumber(FieldClass type) {
        return type instanceof IntegerClass integer && integer.form() == IntegerClass.Form.NUMBER
                || type instanceof VariableIntegerClass variable && variable.mappings().isEmpty();
    }

    /** A text, or a number with labels. */
    private static boolean isName(FieldClass type) {
        return type instanceof StringClass || type instanceof TextClass
                || type instanceof IntegerClass integer && integer.form() == IntegerClass.Form.ENUMERATION
                || type instanceof VariableIntegerClass variable && !variable.mappings().isEmpty();
    }
}
