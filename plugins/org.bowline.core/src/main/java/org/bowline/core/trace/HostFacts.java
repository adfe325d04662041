/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.io.Serializable;
import java.util.List;
import java.util.function.Predicate;

import org.bowline.core.event.StackVocabulary;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.PacketLog;
import org.bowline.core.timeline.HostLog;
import org.bowline.ctf.TraceReadException;

/**
 * What the traces of one host tell without those of others: its threads' segments, packets and requests, and what could not be read of it, on the host's own clock. It goes from where the
 * traces of the host are read to where {@linkplain ReadTraces#join all hosts are joined}, on this machine or another: plain data, serialisable; about 32 bytes a segment, {@value PacketLog#BYTES_PER_PACKET} bytes a packet (5 more where packets cross several interfaces) and 24 bytes a frame. Joining lets it go, so it can be joined once.
 */
public final class HostFacts implements Serializable {
    private final String host;
    private final HostLog log;
    private final List<Caveat> caveats;
    private final List<Caveat> unused;

    private HostFacts(String host, HostLog log, List<Caveat> caveats, List<Caveat> unused) {
        this.host = host;
        this.log = log;
        this.caveats = List.copyOf(caveats);
        this.unused = List.copyOf(unused);
    }

    /**
     * Reads the kernel traces of a host.
     *
     * @param experiment traces of this host and no other
     * @throws TraceReadException if a trace cannot be read any more
     * @throws IllegalArgumentException if there are traces of several hosts
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static HostFacts of(Experiment experiment, Progress progress) throws TraceReadException {
        if (experiment.hosts().size() != 1) {
            throw new IllegalArgumentException("these are the traces of " + experiment.hosts().size() + " hosts, and not of one");
        }
        HostTraces host = experiment.hosts().get(0);
        try {
            HostLog log = HostLogs.of(host, progress);
            List<Caveat> unused = UnusedEvents.caveats(List.of(host), only -> log.knowsThreads(), progress);
            return new HostFacts(host.name(), log, experiment.caveats(), unused);
        } catch (InternalError e) {
            throw ShrunkFile.refuse(host.traces().get(0).path(), e);
        }
    }

    /**
     * Of which traces of an experiment facts are all that is needed when hosts are joined and asked, beside metadata; the others are read once more then. Looks at the metadata alone. Kernel traces are
     * enough, unless they hold call stacks, or an interval begins or ends with one of their events, or some trace tells of functions or stacks, as system calls are read with these.
     *
     * @param intervals what will be asked for, beside annotated requests
     */
    public static Predicate<OpenTrace> areEnough(Experiment experiment, List<IntervalSpec> intervals) {
        boolean calls = experiment.hosts().stream().flatMap(host -> host.traces().stream())
                .anyMatch(trace -> FunctionReader.has(trace) || StackVocabulary.isIn(trace.metadata(), false));
        boolean systemCalls = intervals.stream().anyMatch(interval -> interval.source() == IntervalSpec.Source.SYSTEM_CALLS);
        return trace -> trace.domain() == OpenTrace.Domain.KERNEL && !calls && !systemCalls && intervals.stream()
                .noneMatch(interval -> IntervalReader.has(trace, interval.beginEvent()) || IntervalReader.has(trace, interval.endEvent()));
    }

    /** What the host is called. */
    public String host() {
        return host;
    }

    HostLog log() {
        return log;
    }

    /** What its traces hold that nothing uses. */
    List<Caveat> unused() {
        return unused;
    }

    /** What could not be read of its traces, in reference time. */
    List<Caveat> caveats(int number, Experiment.ToReference clocks) {
        return caveats.stream().map(caveat -> new Caveat(caveat.severity(), caveat.host(), caveat.kind(), caveat.count(),
                caveat.fromNanos() == Long.MIN_VALUE || caveat.host().isEmpty() ? caveat.fromNanos()
                        : clocks.nanos(number, caveat.fromNanos()),
                caveat.toNanos() == Long.MAX_VALUE || caveat.host().isEmpty() ? caveat.toNanos() : clocks.nanos(number, caveat.toNanos()),
                caveat.text())).toList();
    }
}
