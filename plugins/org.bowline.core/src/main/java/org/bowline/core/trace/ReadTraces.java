/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.counter.CounterLog;
import org.bowline.core.event.ClockOffset;
import org.bowline.core.event.RecordedFacts;
import org.bowline.core.event.UserVocabulary;
import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.PacketIntervals;
import org.bowline.core.interval.SocketIntervals;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.offcpu.SystemCallLog;
import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.PriorityLog;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.symbol.ToldFiles;
import org.bowline.core.sync.ClockSync;
import org.bowline.core.sync.PacketLog;
import org.bowline.core.sync.SyncCaveat;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.tag.TagLog;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.HostLog;
import org.bowline.core.timeline.HostRecorder;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineAssembler;
import org.bowline.core.trace.OpenTrace.Domain;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ClockClass;

/**
 * What was read from an experiment: the clocks and the timeline. Hosts are numbered as in {@link Experiment#hosts()}. The timeline is
 * immutable and outlives the experiment; reading intervals needs the experiment open.
 */
public final class ReadTraces {
    private final Experiment experiment;
    private final ClockMap clocks;
    private final Executions.Once executions;
    private final AnalysisResult result;
    /** Those of the clocks and the timeline; those of the traces may become more. */
    private final List<Caveat> caveats;

    private ReadTraces(Experiment experiment, SyncResult sync, Timeline timeline, List<Caveat> caveats, long[] starts, long[] ends,
            ToldFiles files) {
        this.experiment = experiment;
        clocks = sync.clocks();
        executions = new Executions.Once(experiment, timeline, clocks);
        this.caveats = List.copyOf(caveats);
        result = new AnalysisResult(timeline, sync, allCaveats(), starts, ends, files);
    }

    /**
     * What was read before, of traces that are open again: so that intervals and calls can be read that nobody asked for then. Reads nothing.
     *
     * @param experiment the same traces as they were then
     * @param result what was read of them
     * @throws IllegalArgumentException if the traces are of other hosts
     */
    public static ReadTraces again(Experiment experiment, AnalysisResult result) {
        List<String> hosts = experiment.hosts().stream().map(HostTraces::name).toList();
        if (!hosts.equals(result.hosts())) {
            throw new IllegalArgumentException(
                    "the traces are of " + named(hosts) + ", what was read of them is of " + named(result.hosts()));
        }
        return new ReadTraces(experiment, result);
    }

    private static String named(List<String> hosts) {
        return hosts.isEmpty() ? "no host" : (hosts.size() == 1 ? "host " : "hosts ") + Words.list(hosts, "and");
    }

    private ReadTraces(Experiment experiment, AnalysisResult before) {
        this.experiment = experiment;
        clocks = before.sync().clocks();
        executions = new Executions.Once(experiment, before.timeline(), clocks);
        caveats = before.caveats();
        result = before;
    }

    /** Hosts are read side by side, then synchronised and joined. */
    static ReadTraces of(Experiment experiment, Progress progress) throws TraceReadException {
        List<HostTraces> hosts = experiment.hosts();
        List<HostLog> logs = HostLogs.of(hosts, progress);
        return join(experiment, logs, List.of(), sync -> List.of(),
                timeline -> UnusedEvents.caveats(hosts, host -> WaitReader.hasThreads(timeline, host), progress), progress);
    }

    /**
     * Of hosts that were read one by one, perhaps on other machines: the same as if they had been read here. They are synchronised and joined; what programs tell is read.
     *
     * @param experiment the same traces of the same hosts. Of those that hold nothing but what the facts have, the metadata are enough, without streams: kernel traces, if no question is about their events
     * @param facts of each host
     * @param others what else is not known: of traces that are none of these, and of how they were read
     * @throws TraceReadException if a trace cannot be read any more
     * @throws IllegalArgumentException if the facts are of other hosts than the traces, or the reference is none of them
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static ReadTraces join(Experiment experiment, List<HostFacts> facts, List<Caveat> others, Progress progress)
            throws TraceReadException {
        List<String> hosts = experiment.hosts().stream().map(HostTraces::name).toList();
        if (!hosts.equals(facts.stream().map(HostFacts::host).toList())) {
            throw new IllegalArgumentException(
                    "the traces are of " + named(hosts) + ", the facts of " + named(facts.stream().map(HostFacts::host).toList()));
        }
        List<HostLog> logs = facts.stream().map(HostFacts::log).toList();
        return join(experiment, logs, others, sync -> {
            List<Caveat> ofTraces = new ArrayList<>(others);
            for (int host = 0; host < facts.size(); host++) {
                ofTraces.addAll(facts.get(host).caveats(host, sync.clocks()::toReference));
            }
            return ofTraces;
        }, timeline -> facts.stream().flatMap(one -> one.unused().stream()).toList(), progress);
    }

    /** What is known once the timeline is. */
    @FunctionalInterface
    private interface OfTimeline {
        List<Caveat> caveats(Timeline timeline) throws TraceReadException;
    }

    private static ReadTraces join(Experiment experiment, List<HostLog> logs, List<Caveat> others,
            Function<SyncResult, List<Caveat>> ofTraces,
            OfTimeline unused, Progress progress) throws TraceReadException {
        List<HostTraces> hosts = experiment.hosts();
        progress.check();
        progress.report("Synchronising clocks", 0);
        boolean leftOut = Stream.concat(experiment.caveats().stream(), others.stream()).anyMatch(Experiment::isLeftOut);
        SyncResult sync = synchronise(experiment, logs, leftOut, progress);
        List<Caveat> locks = new ArrayList<>();
        Timeline kernels = TimelineAssembler.assemble(logs, sync, progress);
        Timeline told = WaitReader.read(hosts, kernels, sync.clocks(), experiment.options().spins(), locks, progress);
        List<ToldFiles.Stay> files = new ArrayList<>();
        Timeline timeline = MutexReader.read(hosts, told, sync.clocks(), files, locks, progress);
        List<Caveat> caveats = new ArrayList<>(ofTraces.apply(sync));
        addSyncCaveats(sync, hosts, logs, caveats);
        for (HostTraces host : hosts) {
            if (host.traces().stream().noneMatch(trace -> trace.domain() == Domain.KERNEL)) {
                caveats.add(Caveat.of(Severity.WARNING, host.name(), "no-kernel-trace", 0,
                        leftOut ? "The host has no kernel trace that could be read: its threads, waits and clock are not known. Traces"
                                + " were left out, perhaps this one: copy these again."
                                : "The host has no kernel trace: its threads, waits and clock are not known. Record one, too: profile"
                                        + " waits-network of lttng-profiles/bowline-record."));
            }
        }
        addClockCaveats(hosts, caveats);
        caveats.addAll(timeline.caveats());
        caveats.addAll(locks);
        caveats.addAll(unused.caveats(timeline));
        return new ReadTraces(experiment, sync, timeline, caveats, starts(logs), ends(logs), ToldFiles.of(files));
    }

    /** A clock whose origin is out of reach puts all events of its trace at the end of time. */
    private static void addClockCaveats(List<HostTraces> hosts, List<Caveat> caveats) {
        for (HostTraces host : hosts) {
            for (OpenTrace trace : host.traces()) {
                ClockClass clock = ClockOffset.clock(trace.metadata());
                if (clock != null && isImpossible(clock)) {
                    caveats.add(Caveat.of(Severity.ERROR, host.name(), "impossible-clock", 1, "The clock of " + trace.displayPath()
                            + " has its origin " + clock.offsetSeconds() + " s from 1970, and Bowline's times end in 2116: the times of its"
                            + " events are not known. Correct the clock's offset in the metadata, or record again with a right clock."));
                }
            }
        }
    }

    private static boolean isImpossible(ClockClass clock) {
        long origin = ClockOffset.nanos(clock);
        return origin > HostRecorder.LATEST_NANOS || origin < -HostRecorder.LATEST_NANOS;
    }

    /** Hosts whose packets have no possible time. */
    private static Set<Integer> timeless(List<HostTraces> hosts) {
        return IntStream.range(0, hosts.size()).filter(host -> hosts.get(host).traces().stream()
                .filter(trace -> trace.domain() == Domain.KERNEL).map(trace -> ClockOffset.clock(trace.metadata()))
                .anyMatch(clock -> clock != null && isImpossible(clock))).boxed().collect(Collectors.toSet());
    }

    private static long[] starts(List<HostLog> logs) {
        return logs.stream().mapToLong(log -> log.isTimed() ? log.startNanos() : 0).toArray();
    }

    private static long[] ends(List<HostLog> logs) {
        return logs.stream().mapToLong(log -> log.isTimed() ? log.endNanos() : 0).toArray();
    }

    private static SyncResult synchronise(Experiment experiment, List<HostLog> logs, boolean leftOut, Progress progress) {
        String[] names = experiment.hosts().stream().map(HostTraces::name).toArray(String[]::new);
        int reference = ClockSync.Options.ANY;
        String wanted = experiment.options().reference();
        if (wanted != null) {
            reference = List.of(names).indexOf(wanted);
            if (reference < 0) {
                throw new IllegalArgumentException("there is no host " + wanted + "; the hosts are " + String.join(", ", names));
            }
        }
        List<PacketLog> packets = logs.stream().map(HostLog::packets).toList();
        ClockSync.Options how = new ClockSync.Options(reference, experiment.options().coarseSync())
                .withCoarseSlope(experiment.options().coarseSlopePpm()).withLeftOut(leftOut)
                .withTimeless(timeless(experiment.hosts()));
        return ClockSync.run(packets, names, starts(logs), ends(logs), how, progress::isCancelled,
                () -> packets.forEach(PacketLog::letGoKeys), wholePackets(experiment, logs));
    }

    /** By host, whether its kernel trace has the packets that it sent and received, and no event is missing. */
    private static boolean[] wholePackets(Experiment experiment, List<HostLog> logs) {
        List<Recorded> recorded = experiment.recorded();
        boolean[] whole = new boolean[logs.size()];
        for (int host = 0; host < whole.length; host++) {
            Set<RecordedFacts.Sort> facts = recorded.get(host).facts();
            whole[host] = facts.contains(RecordedFacts.Sort.PACKETS_SENT) && facts.contains(RecordedFacts.Sort.PACKETS_RECEIVED)
                    && logs.get(host).isWhole();
        }
        return whole;
    }

    private static void addSyncCaveats(SyncResult sync, List<HostTraces> hosts, List<HostLog> logs, List<Caveat> caveats) {
        for (SyncCaveat caveat : sync.caveats()) {
            Severity severity = switch (caveat.kind()) {
                case CLOCK_AS_RECORDED, SYNC_FAILED, TIMELESS -> Severity.ERROR;
                case ONE_WAY, PARTLY_ONE_WAY, DRIFT_ASSUMED, CLOCK_CHANGED, ORDER_VIOLATED, TOO_MANY_ALIKE, APART, HEADERLESS ->
                        Severity.WARNING;
                case AMBIGUOUS, OUTLIERS, UNIDENTIFIED -> Severity.INFO;
            };
            int host = caveat.host();
            long from = caveat.fromNanos();
            long to = caveat.toNanos();
            if (host >= 0 && from != Long.MIN_VALUE) {
                from = sync.clocks().toReference(host, from);
            }
            if (host >= 0 && to != Long.MAX_VALUE) {
                to = sync.clocks().toReference(host, to);
            }
            String more = caveat.kind() == SyncCaveat.Kind.APART || caveat.kind() == SyncCaveat.Kind.CLOCK_AS_RECORDED
                    ? RecordedTwice.sentence(hosts, host, starts(logs), ends(logs))
                    : "";
            caveats.add(new Caveat(severity, host < 0 ? "" : hosts.get(host).name(), caveat.kind().label(), caveat.count(), from, to,
                    caveat.text() + more));
        }
    }

    /** The traces. */
    public Experiment experiment() {
        return experiment;
    }

    /** What outlives the experiment. Its caveats are those known when the analysis ended: of all that it holds. */
    public AnalysisResult result() {
        return result;
    }

    /** Folders beside the traces of programs that tell of their locks in which these may have been kept; none if no such program tells what it has in memory. */
    public List<Path> programs() {
        return result.files().stays().isEmpty() ? List.of()
                : experiment.hosts().stream().flatMap(host -> host.traces().stream()).filter(trace -> trace.domain() == Domain.USER)
                        .flatMap(trace -> SymbolFiles.beside(trace.path()).stream()).distinct().toList();
    }

    /** The clocks of the hosts. */
    public SyncResult sync() {
        return result.sync();
    }

    /** What all threads did. */
    public Timeline timeline() {
        return result.timeline();
    }

    /** Begin of a host's kernel traces (of its others, if it has none), its own time, ns since the epoch; 0 if no trace has a time. */
    public long hostStartNanos(int host) {
        return result.hostStartNanos(host);
    }

    /** End of a host's kernel traces (of its others, if it has none), its own time, ns since the epoch; 0 if no trace has a time. */
    public long hostEndNanos(int host) {
        return result.hostEndNanos(host);
    }

    /** All that is not known: of the traces, the clocks and the timeline; most severe first. Reading intervals may add some of the traces. */
    public List<Caveat> caveats() {
        return AnalysisResult.sorted(allCaveats());
    }

    private List<Caveat> allCaveats() {
        List<Caveat> ofTraces = experiment.caveats(clocks::toReference);
        List<Caveat> all = new ArrayList<>(ofTraces);
        // when traces are read again, what was known of them before is among the others
        caveats.stream().filter(caveat -> !ofTraces.contains(caveat)).forEach(all::add);
        return all;
    }

    /** The totals of all threads that live within [from, to). */
    public List<ThreadTotals> threads(long from, long to) {
        return result.threads(from, to);
    }

    private long[] hostEnds() {
        return IntStream.range(0, timeline().hostCount()).mapToLong(this::hostEndNanos).toArray();
    }

    /** The intervals that pairs of events make. Reads the traces once more: the experiment must be open. */
    public MatchedIntervals intervals(IntervalSpec spec, Progress progress) throws TraceReadException {
        try {
            if (spec.source() == IntervalSpec.Source.PACKETS) {
                long[] ends = hostEnds();
                long watched = IntStream.range(0, ends.length).mapToLong(host -> sync().clocks().toReference(host, ends[host])).min()
                        .orElse(Long.MIN_VALUE);
                return PacketIntervals.of(timeline(),
                        spec.equals(IntervalSpec.ASKED_PACKETS) ? SocketIntervals.Side.ASKS : SocketIntervals.Side.ANSWERS, watched,
                        progress);
            }
            if (spec.source() == IntervalSpec.Source.SYSTEM_CALLS) {
                SocketIntervals.Side side = spec.equals(IntervalSpec.ASKS) ? SocketIntervals.Side.ASKS : SocketIntervals.Side.ANSWERS;
                return new SocketReader(experiment, timeline(), sync().clocks(), hostEnds()).read(side, progress);
            }
            return new IntervalReader(experiment, timeline(), sync().clocks(), hostEnds()).read(spec, progress);
        } catch (InternalError e) {
            throw ShrunkFile.refuse(experiment.hosts().get(0).traces().get(0).path(), e);
        }
    }

    /**
     * How much work intervals were. Reads the traces once more: the experiment must be open.
     *
     * @param size which field tells it
     * @param specs which pairs of events the intervals are
     * @param sorts the intervals of each pair
     * @throws IntervalNames.UnknownNameException if no trace has such an event or field; the message says what there is
     */
    public IntervalSizes sizes(SizeSpec size, List<IntervalSpec> specs, List<MatchedIntervals> sorts, Progress progress)
            throws TraceReadException {
        IntervalNames names = new IntervalNames(experiment);
        specs.forEach(spec -> names.check(size, spec));
        try {
            return new SizeReader(experiment, timeline(), sync().clocks()).read(size, specs, sorts, progress);
        } catch (InternalError e) {
            throw ShrunkFile.refuse(experiment.hosts().get(0).traces().get(0).path(), e);
        }
    }

    /**
     * How much work annotated intervals were, where their programs tell it with their begins: of labels of which all ended intervals have a size. Reads the traces once more if that may be: the experiment must
     * be open.
     *
     * @param specs which pairs of events the intervals are
     * @param sorts the intervals of each pair
     */
    public IntervalSizes toldSizes(List<IntervalSpec> specs, List<MatchedIntervals> sorts, Progress progress) throws TraceReadException {
        IntervalNames names = new IntervalNames(experiment);
        List<IntervalSpec> annotated = new ArrayList<>();
        List<MatchedIntervals> ofThese = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            if (SizeSpec.TOLD.mayBeWithout(specs.get(i)) && specs.get(i).keyField().equals(UserVocabulary.INTERVAL_ID)
                    && names.has(UserVocabulary.INTERVAL_BEGIN, UserVocabulary.INTERVAL_SIZE)) {
                annotated.add(specs.get(i));
                ofThese.add(sorts.get(i));
            }
        }
        if (annotated.isEmpty()) {
            return IntervalSizes.NONE;
        }
        try {
            return new SizeReader(experiment, timeline(), sync().clocks()).told(annotated, ofThese, progress);
        } catch (InternalError e) {
            throw ShrunkFile.refuse(experiment.hosts().get(0).traces().get(0).path(), e);
        }
    }

    /** What threads told of the modules that they were in. Reads the traces once more: the experiment must be open. */
    public TagLog tags(List<TagSpec> specs, Progress progress) throws TraceReadException {
        try {
            return new TagReader(experiment, timeline(), clocks, executions, specs).read(progress);
        } catch (InternalError e) {
            throw ShrunkFile.refuse(experiment.hosts().get(0).traces().get(0).path(), e);
        }
    }

    /**
     * What counters of threads said with events of tags, intervals and functions. Reads the traces once more, if any has counters: the experiment must be open.
     *
     * @param intervals the requests; what was counted for each is told if they are of one sort
     * @param functions whether begins and ends of functions count, too
     */
    public CounterLog counters(List<TagSpec> tags, List<IntervalSpec> intervals, boolean functions, Progress progress)
            throws TraceReadException {
        try {
            return new CounterReader(experiment, timeline(), sync().clocks(), tags, intervals, functions).read(progress);
        } catch (InternalError e) {
            throw ShrunkFile.refuse(experiment.hosts().get(0).traces().get(0).path(), e);
        }
    }

    /**
     * The calls of functions; null if none were recorded, or it is not known what threads did. Reads the traces once more: the experiment must be open.
     */
    public @Nullable RecordedCalls calls(Progress progress) throws TraceReadException {
        if (timeline().segmentCount() == 0) {
            return null;
        }
        try {
            return new FunctionReader(experiment, timeline(), clocks, executions).read(progress);
        } catch (InternalError e) {
            throw ShrunkFile.refuse(experiment.hosts().get(0).traces().get(0).path(), e);
        }
    }

    /**
     * With which call stacks threads began to wait, and samples of those with which they ran; null if none were recorded, or it is not known what threads did. Reads the traces once more: the experiment must be open.
     */
    public @Nullable RecordedStacks stacks(Progress progress) throws TraceReadException {
        return stacks(false, progress);
    }

    /**
     * The same.
     *
     * @param wakers whether the stacks of threads that ended the waits of others are wanted, too
     */
    public @Nullable RecordedStacks stacks(boolean wakers, Progress progress) throws TraceReadException {
        if (timeline().segmentCount() == 0) {
            return null;
        }
        try {
            return new StackReader(experiment, timeline(), sync().clocks(), wakers).read(progress);
        } catch (InternalError e) {
            throw ShrunkFile.refuse(experiment.hosts().get(0).traces().get(0).path(), e);
        }
    }

    /** Which priorities threads had. Reads the kernel traces once more: the experiment must be open. */
    public PriorityLog priorities(Progress progress) throws TraceReadException {
        try {
            return new PriorityReader(experiment, timeline(), sync().clocks()).read(progress);
        } catch (InternalError e) {
            throw ShrunkFile.refuse(experiment.hosts().get(0).traces().get(0).path(), e);
        }
    }

    /** In which system calls threads waited. Reads the traces once more: the experiment must be open. */
    public SystemCallLog systemCalls(Progress progress) throws TraceReadException {
        return systemCalls(false, progress);
    }

    /**
     * The same.
     *
     * @param wakers whether to keep which calls the threads were in that ended the waits of others
     */
    public SystemCallLog systemCalls(boolean wakers, Progress progress) throws TraceReadException {
        try {
            return new SystemCallReader(experiment, timeline(), sync().clocks()).read(wakers, progress);
        } catch (InternalError e) {
            throw ShrunkFile.refuse(experiment.hosts().get(0).traces().get(0).path(), e);
        }
    }

    /**
     * Those of several sorts, one after another.
     *
     * @throws IntervalNames.UnknownNameException if an interval names an event or a field that no trace has; the message says what there is
     */
    public List<MatchedIntervals> intervals(List<IntervalSpec> specs, Progress progress) throws TraceReadException {
        IntervalNames names = new IntervalNames(experiment);
        specs.forEach(names::check);
        List<MatchedIntervals> sorts = new ArrayList<>();
        for (IntervalSpec spec : specs) {
            sorts.add(intervals(spec, progress));
        }
        return List.copyOf(sorts);
    }
}
