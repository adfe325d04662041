/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.event.UserVocabulary;
import org.bowline.core.trace.OpenTrace.Domain;
import org.bowline.ctf.metadata.EventClass;

/**
 * With what a recording was made, as the options of a recorder, by the events that its traces declare: whoever records the same programs again, in another way, needs these again.
 *
 * @param kernel profiles of the kernel's events; empty without a kernel trace
 * @param programs profiles and events of programs, but functions: which of them, is chosen anew each time
 */
public record RecordedProfiles(List<String> kernel, List<String> programs) {
    /** Where it is not known. */
    public static final RecordedProfiles NONE = new RecordedProfiles(List.of(), List.of());

    private static final String PROFILE = "--profile";
    private static final int MOST_EVENTS = 3;
    private static final int MOST_OF_NAME = 60;

    /** Copies the words. */
    public RecordedProfiles {
        kernel = List.copyOf(kernel);
        programs = List.copyOf(programs);
    }

    /** By the metadata of the traces: no event is read. */
    public static RecordedProfiles of(Experiment experiment) {
        return of(experiment.recorded(), providers(experiment));
    }

    /**
     * By what is known of the hosts.
     *
     * @param hosts what their traces can tell
     * @param providers of the events of programs, each with its colon
     */
    static RecordedProfiles of(List<Recorded> hosts, Set<String> providers) {
        List<String> kernel = new ArrayList<>();
        add(kernel, "waits-network", has(hosts, one -> one.facts().contains(Sort.PACKETS_SENT)));
        add(kernel, "waits-disk", has(hosts, one -> one.facts().contains(Sort.DISK_REQUESTS)));
        add(kernel, "waits-minimal", kernel.isEmpty() && has(hosts, Recorded::kernel));
        List<String> programs = new ArrayList<>();
        add(programs, "requests", providers.contains(UserVocabulary.ANNOTATIONS));
        add(programs, "locks", providers.contains(UserVocabulary.MUTEXES));
        providers.stream().filter(
                one -> !one.equals(UserVocabulary.ANNOTATIONS) && !one.startsWith(UserVocabulary.OF_TRACER) && one.length() <= MOST_OF_NAME)
                .limit(MOST_EVENTS).forEach(one -> programs.addAll(List.of("--event", one + "*")));
        return new RecordedProfiles(kernel, programs);
    }

    private static boolean has(List<Recorded> hosts, Predicate<Recorded> what) {
        return hosts.stream().anyMatch(what);
    }

    private static void add(List<String> words, String profile, boolean is) {
        if (is) {
            words.addAll(List.of(PROFILE, profile));
        }
    }

    /** Sorted, so that the same recording always says the same. */
    private static Set<String> providers(Experiment experiment) {
        Set<String> providers = new TreeSet<>();
        for (HostTraces host : experiment.hosts()) {
            for (OpenTrace trace : host.traces()) {
                if (trace.domain() == Domain.USER) {
                    for (EventClass event : trace.ctf().metadata().eventClasses()) {
                        int colon = event.name().indexOf(':');
                        if (colon > 0) {
                            providers.add(event.name().substring(0, colon + 1));
                        }
                    }
                }
            }
        }
        return providers;
    }
}
