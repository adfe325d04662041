/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.List;
import java.util.Optional;

import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.model.Caveat;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.SizeSpec;

/** How much work each request was. */
public final class SizeQuestion {
    /** Which event and field tell it; empty: it is not asked for. */
    public static final Parameter<Optional<SizeSpec>> SIZE = Parameter.once("size", "SPEC",
            "event=E,key=FIELD,field=FIELD: the size of a request (bytes, rows) is a number in this field of the event E with the request's key. Without event= it is a field of the"
                    + " event that begins the request, without key= the key has the name that it has there. What remains of the variance at equal sizes is told beside it."
                    + " Without --size that is done for labels of which each request tells its size itself (annotations with a size).",
            Optional::empty, text -> Optional.of(SizeSpec.parse(text)));

    /** The sizes, in the whole recording; none if nobody asked for them. What is not known of them is that of the intervals in the range. */
    public static final Result<IntervalSizes> SIZES = new Result<>() {
        @Override
        public IntervalSizes compute(Analysis analysis) {
            return IntervalSizes.NONE;
        }

        @Override
        public List<Caveat> caveats(Analysis analysis) {
            return analysis.get(this).caveats(analysis.matched().intervals());
        }
    };

    private SizeQuestion() {}

    /**
     * Whether the intervals that were asked for can have sizes.
     *
     * @throws IllegalArgumentException if not; the message says which
     */
    public static void check(Question question) {
        if (question.get(SIZE).isPresent()
                && question.intervals().stream().anyMatch(one -> one.source() != IntervalSpec.Source.EVENTS)) {
            throw new IllegalArgumentException(
                    "--size needs intervals of events: requests of system calls or packets have no key that another event could tell");
        }
    }

    /**
     * Looks the names of the size up in the traces.
     *
     * @throws IntervalNames.UnknownNameException if no trace has such an event or field; the message says what there is
     */
    public static void check(Question question, Experiment experiment) {
        IntervalNames names = new IntervalNames(experiment);
        question.get(SIZE).ifPresent(size -> question.intervals().forEach(spec -> names.check(size, spec)));
    }
}
