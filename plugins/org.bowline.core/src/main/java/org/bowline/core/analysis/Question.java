/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Threshold;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalProposals;
import org.bowline.core.trace.IntervalSpec;

/**
 * What somebody wants to know of a recording: of which part of it, of whose waits, from which weight on, of which intervals. Immutable; start
 * from {@link #ALL}.
 *
 * @param fromNanos begin of the range, reference time; {@link Long#MIN_VALUE}: begin of the recording
 * @param toNanos end of the range, exclusive; {@link Long#MAX_VALUE}: end of the recording
 * @param part which part of that range the figures are about
 * @param intervals which pairs of events are units of work; may be none
 * @param origins whose waits count
 * @param threshold down to which weight knots are taken apart: null for the usual share
 * @param path the thread whose critical path is wanted; null if none is
 * @param parameters what was said of the parameters of single analyses
 */
public record Question(long fromNanos, long toNanos, Part part, List<IntervalSpec> intervals, Origins origins,
        @Nullable Threshold threshold,
        @Nullable ThreadChoice path, Map<Parameter<?>, Object> parameters) {
    /** The whole recording, the waits of all threads, the usual threshold. */
    public static final Question ALL = new Question(Long.MIN_VALUE, Long.MAX_VALUE, Part.ALL, List.of(), Origins.ALL, null, null,
            Map.of());

    /** The work in the recording, see {@link Part#WORK}, and the usual threshold: what who asks for nothing else wants to know. */
    public static final Question WORK = ALL.of(Part.WORK);

    /**
     * Which part of a range the figures are about. In all but {@link #ALL} the waits of threads that are {@linkplain org.bowline.core.waitfor.SetAside set aside}
     * start no chains, unless the question says whose waits do, and what is set aside is in no knot.
     */
    public enum Part {
        /** Everything, and the waits of everybody. */
        ALL,
        /** From the first interval to the last; everything, with a caveat, if there is none. */
        INTERVALS,
        /**
         * The range that was given; else that of the intervals; else where waits {@linkplain org.bowline.core.waitfor.RepeatedWaits repeat}; else everything. {@link
         * Analysis#range} tells.
         */
        WORK;

        /** As users write it: lower case. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * The part of that label.
         *
         * @throws IllegalArgumentException if there is none; the message names those that there are
         */
        public static Part of(String label) {
            for (Part part : values()) {
                if (part.label().equals(label)) {
                    return part;
                }
            }
            throw new IllegalArgumentException("'" + label + "' is none of work, all and intervals");
        }
    }

    /** What becomes of requests that programs annotate where no interval is named. */
    public enum Annotations {
        /** They are the intervals. */
        IF_THERE,
        /** They became the intervals, and are none if there is not a single one. */
        TAKEN,
        /** They are not looked at. */
        NEVER
    }

    /** What becomes of annotated requests; said by who asks for {@code --interval none}. */
    public static final Parameter<Annotations> ANNOTATIONS = Parameter.once("annotations", "yes|no",
            "Whether requests that programs annotate are intervals.", () -> Annotations.IF_THERE,
            text -> text.equals("no") ? Annotations.NEVER : Annotations.IF_THERE);

    /** Whose waits start the chains of the wait-for graph. */
    @FunctionalInterface
    public interface Origins {
        /** Those of all threads. */
        Origins ALL = timeline -> null;

        /** The threads; null for all. */
        @Nullable
        IntPredicate in(Timeline timeline);
    }

    /** Picks a thread once it is known which there are. */
    @FunctionalInterface
    public interface ThreadChoice {
        /** The thread's number in the timeline. */
        int in(Timeline timeline, long fromNanos, long toNanos);
    }

    /** Checks the range and copies the collections. */
    public Question {
        if (fromNanos >= toNanos) {
            throw new IllegalArgumentException("the range is empty: from=" + fromNanos + ", to=" + toNanos);
        }
        intervals = List.copyOf(intervals);
        parameters = Map.copyOf(parameters);
    }

    /** The same of a range. */
    public Question within(long from, long to) {
        return new Question(from, to, part, intervals, origins, threshold, path, parameters);
    }

    /** The same of a part of the range. */
    public Question of(Part some) {
        return new Question(fromNanos, toNanos, some, intervals, origins, threshold, path, parameters);
    }

    /** The same of some intervals, and of the part of the range that they are in, if that is wanted. */
    public Question about(List<IntervalSpec> some, Part of) {
        return new Question(fromNanos, toNanos, of, some, origins, threshold, path, parameters);
    }

    /**
     * The same about the annotated requests of a recording, if no interval is named and nobody said that they do not count: what a program tells of its work is better evidence
     * than what its threads wait for. Reads no event.
     */
    public Question orAnnotated(Experiment experiment) {
        IntervalSpec annotated = intervals.isEmpty() && get(ANNOTATIONS) == Annotations.IF_THERE ? IntervalProposals.annotated(experiment)
                : null;
        return annotated == null ? this : about(List.of(annotated), part).with(ANNOTATIONS, Annotations.TAKEN);
    }

    /** The same without intervals that were only looked for, and of which there is none. */
    Question withoutTaken() {
        return get(ANNOTATIONS) == Annotations.TAKEN ? about(List.of(), part) : this;
    }

    /** The same of the waits of some threads. */
    public Question from(Origins threads) {
        return new Question(fromNanos, toNanos, part, intervals, threads, threshold, path, parameters);
    }

    /** The same at a threshold. */
    public Question at(@Nullable Threshold weight) {
        return new Question(fromNanos, toNanos, part, intervals, origins, weight, path, parameters);
    }

    /** The same with the critical path of a thread. */
    public Question path(@Nullable ThreadChoice thread) {
        return new Question(fromNanos, toNanos, part, intervals, origins, threshold, thread, parameters);
    }

    /** The same with a value of a parameter. */
    public <T> Question with(Parameter<T> parameter, T value) {
        Map<Parameter<?>, Object> more = new HashMap<>(parameters);
        more.put(parameter, value);
        return new Question(fromNanos, toNanos, part, intervals, origins, threshold, path, more);
    }

    /** Whether a parameter was said, be it with its usual value: whoever asks this has an analysis that takes it. */
    public boolean has(Parameter<?> parameter) {
        return parameters.containsKey(parameter);
    }

    /** Whether what was said of some parameter needs more of the traces than is read for everybody. */
    public boolean needs(Needs.What what) {
        return parameters.values().stream().anyMatch(value -> value instanceof Needs needs && needs.needs(what));
    }

    /** What was said of a parameter, or its usual value. */
    @SuppressWarnings("unchecked") // with() takes values of its type only
    public <T> T get(Parameter<T> parameter) {
        Object value = parameters.get(parameter);
        return value == null ? parameter.usual() : (T) value;
    }
}
