/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.ArrayList;
import java.util.List;

import picocli.CommandLine.Option;

import org.bowline.core.analysis.Question;
import org.bowline.core.trace.IntervalSpec;

/** Which pairs of events are the units of work. */
final class IntervalOptions {
    @Option(names = "--interval", paramLabel = "SPEC", converter = IntervalArgument.Converter.class,
            description = "begin=EVENT,end=EVENT,key=FIELD,label=FIELD: pairs of events with the same key, on any threads or "
                    + "hosts, make intervals; "
                    + "their label names the sort. Without a key the pairs are on one thread; without a label it is the name of "
                    + "the begin event. "
                    + "syscalls=recv..send: the requests that programs answer, syscalls=send..recv: those that they ask, "
                    + "from system calls on sockets (profile syscalls). packets=recv..send and packets=send..recv: the same from the packets "
                    + "of connections between recorded hosts (profile waits-network). "
                    + "May be given several times. Default: the requests of Bowline's annotations, where the recording has them; none: no intervals.") private List<IntervalArgument> intervals = new ArrayList<>();

    boolean given() {
        return !specs().isEmpty();
    }

    /** Whether annotated requests do not count either. */
    boolean declined() {
        return intervals.stream().anyMatch(one -> one.spec() == null);
    }

    /** A question about them, and about a part of the recording. */
    Question question(Question question, Question.Part part) {
        Question about = question.about(specs(), part);
        return declined() ? about.with(Question.ANNOTATIONS, Question.Annotations.NEVER) : about;
    }

    /**
     * What is asked for.
     *
     * @throws Failure of usage if that contradicts itself
     */
    List<IntervalSpec> specs() {
        List<IntervalSpec> specs = new ArrayList<>();
        for (IntervalArgument one : intervals) {
            if (one.spec() != null) {
                specs.add(one.spec());
            }
        }
        if (declined() && !specs.isEmpty()) {
            throw Failure.usage("--interval none says that there are no intervals, and --interval " + specs.get(0).text() + " names some");
        }
        return specs;
    }
}
