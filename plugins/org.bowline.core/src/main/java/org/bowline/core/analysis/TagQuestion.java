/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.event.UserVocabulary;
import org.bowline.core.runnable.PriorityLog;
import org.bowline.core.tag.TagLog;
import org.bowline.core.tag.TagOnPath;
import org.bowline.core.tag.TagPlace;
import org.bowline.core.tag.TagProfile;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.TagSpec;

/** What can be asked of tags: which events they are, and on which processors they count. */
public final class TagQuestion {
    /** Which events tell the module that a thread is in; none: those of Bowline's annotations. Tags are read if a question {@linkplain Question#has has} this. */
    public static final Parameter<List<TagSpec>> EVENTS = new Parameter<>("tags", "SPEC",
            "event=E,path=FIELD: with this event a thread takes up work of the module that the field names. Or begin=E,end=E,path=FIELD: a pair of events,"
                    + " which may nest. With ,bytes=FIELD the time per byte is told, too. May be given several times. Default: "
                    + UserVocabulary.TAG_PUSH + ", "
                    + UserVocabulary.TAG_POP + " and " + UserVocabulary.TAG_SWITCH + ".",
            List::of, TagSpec::plus);
    /** The processors on which time counts; none: all. */
    public static final Parameter<List<Cpu>> CPUS = new Parameter<>("cpu", "HOST:N",
            "Count the time of threads on this processor only, and of waits those that began there. May be given several times. Default: all.",
            List::of,
            (before, text) -> {
                List<Cpu> all = new ArrayList<>(before);
                all.add(Cpu.parse(text));
                return List.copyOf(all);
            });

    /** Whether the time on critical paths is wanted: of the requests, or of a thread. */
    public static final Parameter<Boolean> ON_PATH = Parameter.flag("on-path",
            "Count the time on the critical path only: of each request with --interval, of a thread with --thread.");

    /** The time of a critical path by module is what {@code --format} prints of it. */
    public static final Parameter<Boolean> MODULES = Parameter.flag("modules",
            "With --format: print the time of the path by module, in the columns of tag-path.csv.");

    /** What it comes to; empty where no tags were read. */
    public static final Result<TagProfile> PROFILE = Result.of(analysis -> {
        Timeline timeline = analysis.timeline();
        var chosen = analysis.question().origins().in(timeline);
        return TagProfile.of(timeline, analysis.tags(), analysis.fromNanos(), analysis.toNanos(), chosen == null ? thread -> true : chosen,
                cpus(analysis), analysis.progress());
    }, profile -> profile.log().caveats());

    /** Which priorities threads had; empty where nobody needed them, or no trace tells. */
    public static final Result<PriorityLog> PRIORITIES = Result.of(analysis -> PriorityLog.EMPTY);

    /** What threads told. */
    public static final Result<TagLog> TOLD = Result.of(Analysis::tags, TagLog::caveats);

    /** The same on the critical path of the thread that is asked for, or else of the requests; without labels where there is neither, or no tag. */
    public static final Result<TagOnPath> PATHS = Result.of(analysis -> {
        CriticalPath path = analysis.path();
        if (analysis.tags().isEmpty() || !analysis.knowsWaits()) {
            return TagOnPath.NONE;
        } else if (path != null) {
            return TagOnPath.of(path, analysis.tags());
        }
        return analysis.intervalsWanted()
                ? TagOnPath.of(analysis.timeline(), analysis.tags(), analysis.matched().intervals(), analysis.progress())
                : TagOnPath.NONE;
    });

    private TagQuestion() {}

    /** The longest stretch in which a chosen thread ran in a module on the processors that count, or in what is within it; empty if none did. */
    public static Optional<TagPlace> longest(Analysis analysis, int host, int path) {
        var chosen = analysis.question().origins().in(analysis.timeline());
        return Optional.ofNullable(TagPlace.longest(analysis.timeline(), analysis.tags(), host, path, analysis.fromNanos(),
                analysis.toNanos(), chosen == null ? thread -> true : chosen, cpus(analysis), analysis.progress()));
    }

    private static TagProfile.Cpus cpus(Analysis analysis) {
        List<Cpu> cpus = analysis.question().get(CPUS);
        Timeline timeline = analysis.timeline();
        return cpus.isEmpty() ? TagProfile.Cpus.ALL
                : (host, cpu) -> cpus.stream().anyMatch(one -> one.number() == cpu && one.isOn(timeline.hostName(host)));
    }

    /** Which events are tags. */
    static List<TagSpec> specs(Question question) {
        List<TagSpec> said = question.get(EVENTS);
        return said.isEmpty() ? List.of(TagSpec.ANNOTATIONS) : said;
    }

    /**
     * Looks the names of events and fields up in the traces, and those of hosts.
     *
     * @throws IntervalNames.UnknownNameException if no trace has such an event or field; the message says what there is
     * @throws IllegalArgumentException if there is no such host; the message begins with the option
     */
    public static void check(Question question, Experiment experiment) {
        IntervalNames names = new IntervalNames(experiment);
        question.get(EVENTS).forEach(names::check);
        List<String> hosts = experiment.hosts().stream().map(HostTraces::name).toList();
        for (Cpu cpu : question.get(CPUS)) {
            if (!cpu.host().isEmpty() && !hosts.contains(cpu.host())) {
                throw new IllegalArgumentException(CPUS + " " + cpu.host() + ":" + cpu.number() + ": there is no such host; the hosts are "
                        + String.join(", ", hosts));
            }
        }
    }

    /**
     * A processor.
     *
     * @param host its host; empty for each host
     * @param number of the processor
     */
    public record Cpu(String host, int number) {
        private boolean isOn(String name) {
            return host.isEmpty() || host.equals(name);
        }

        /**
         * Reads {@code HOST:N} or {@code N}.
         *
         * @throws IllegalArgumentException if the text is of another form
         */
        static Cpu parse(String text) {
            int colon = text.lastIndexOf(':');
            try {
                int number = Integer.parseInt(text.substring(colon + 1));
                if (number >= 0) {
                    return new Cpu(colon < 0 ? "" : text.substring(0, colon), number);
                }
            } catch (NumberFormatException e) {
                // told below
            }
            throw new IllegalArgumentException("a processor is HOST:N, with the number of one");
        }
    }
}
