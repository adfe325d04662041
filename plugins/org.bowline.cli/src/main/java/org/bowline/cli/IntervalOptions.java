/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.ArrayList;
import java.util.List;

import picocli.CommandLine.Option;

import org.bowline.core.trace.IntervalSpec;

/** Which pairs of events are the units of work. */
final class IntervalOptions {
    @Option(names = "--interval", paramLabel = "SPEC", converter = IntervalArgument.Converter.class,
            description = "begin=EVENT,end=EVENT,key=FIELD,label=FIELD: pairs of events with the same key, on any threads or "
                    + "hosts, make intervals; "
                    + "their label names the sort. Without a key the pairs are on one thread; without a label it is the name of "
                    + "the begin event. "
                    + "syscalls=recv..send: the requests that programs answer, syscalls=send..recv: those that they ask, "
                    + "from system calls on sockets (profile syscalls). "
                    + "May be given several times.") private List<IntervalArgument> intervals = new ArrayList<>();

    boolean given() {
        return !intervals.isEmpty();
    }

    /** What is asked for. */
    List<IntervalSpec> specs() {
        return intervals.stream().map(IntervalArgument::spec).toList();
    }
}
