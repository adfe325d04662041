/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.StreamInfo;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.trace.CtfTrace;

/** All CTF traces below some directories, opened and grouped by host. Closing it releases them; what was computed from them lives on. */
public final class Experiment implements AutoCloseable {
    /** Of folders without traces. */
    private static final int MOST_NAMED = 3;
    private static final int POLL_MASK = (1 << 16) - 1;
    private static final Set<String> LEFT_OUT = Set.of("unreadable-trace", "unreadable-archive", "missing-metadata");

    private final List<HostTraces> hosts;
    private final OpenOptions options;
    private final TraceFinder finder;
    private final List<CtfTrace> open;
    private final List<Caveat> refused;
    /** Traces that are copies of others, and what is told of each. */
    private final Map<HostGrouping.Member, Caveat> copies;
    private @Nullable List<Recorded> recorded;

    private Experiment(List<HostTraces> hosts, OpenOptions options, TraceFinder finder, List<CtfTrace> open, List<Caveat> refused,
            Map<HostGrouping.Member, Caveat> copies) {
        this.hosts = hosts;
        this.options = options;
        this.finder = finder;
        this.open = open;
        this.refused = refused;
        this.copies = copies;
    }

    /**
     * Opens every CTF trace below the given directories (or in the given archives).
     *
     * @throws TraceReadException if there is none, or one cannot be read (with several, only when strict: else that is a caveat)
     */
    public static Experiment open(List<Path> roots, OpenOptions options, Progress progress) throws TraceReadException {
        TraceFinder finder = new TraceFinder();
        List<CtfTrace> open = new ArrayList<>();
        boolean done = false;
        try {
            for (Path root : roots) {
                finder.find(root, progress);
            }
            finder.check(roots);
            List<Caveat> refused = new ArrayList<>();
            Map<HostGrouping.Member, Caveat> copies = new LinkedHashMap<>();
            for (TraceFinder.Refused each : finder.refused()) {
                if (options.strict() && each.severity() != Severity.INFO) {
                    throw each.why();
                }
                refused.add(Caveat.of(each.severity(), "", each.kind(), 1,
                        "Left out " + each.displayPath() + ". " + each.why().getMessage()));
            }
            if (!finder.empty().isEmpty()) {
                refused.add(emptyFolders(finder.empty()));
            }
            List<HostGrouping.Member> members = openAll(finder.found(), options, open, refused, copies, true, progress);
            for (HostOverride override : options.hosts()) {
                if (members.stream().noneMatch(member -> HostGrouping.concerns(override, member))) {
                    refused.add(Caveat.of(Severity.WARNING, "", "unused-host-name", 1,
                            (isCopied(copies, override) ? "No trace is read of " : "No trace was found in ") + override.directory()
                                    + ", which was said to be of host " + override.name()
                                    + (isCopied(copies, override) ? ": what is there is a copy." : "; check the path.")));
                }
            }
            Experiment experiment = new Experiment(HostGrouping.group(members, options.hosts()), options, finder, open, refused, copies);
            done = true;
            return experiment;
        } finally {
            if (!done) {
                closeAll(open, finder);
            }
        }
    }

    /**
     * Opens traces of which it is known where they are, and of which host. If none can be read there are caveats and no host.
     *
     * @throws TraceReadException if one cannot be read and the options are strict
     */
    public static Experiment at(List<TracePlace> places, OpenOptions options, Progress progress) throws TraceReadException {
        TraceFinder finder = new TraceFinder();
        List<CtfTrace> open = new ArrayList<>();
        List<Caveat> refused = new ArrayList<>();
        Map<HostGrouping.Member, Caveat> copies = new LinkedHashMap<>();
        boolean done = false;
        try {
            Map<TraceFinder.Found, String> hosts = new LinkedHashMap<>();
            places.forEach(
                    place -> hosts.put(new TraceFinder.Found(place.directory(), place.original(), place.displayPath()), place.host()));
            List<HostGrouping.Member> members = openAll(List.copyOf(hosts.keySet()), options, open, refused, copies, false, progress);
            Experiment experiment = new Experiment(HostGrouping.group(members, member -> hosts.get(member.found())), options, finder, open,
                    refused, copies);
            done = true;
            return experiment;
        } finally {
            if (!done) {
                closeAll(open, finder);
            }
        }
    }

    private static Caveat emptyFolders(List<String> names) {
        List<String> some = new ArrayList<>(names.stream().limit(MOST_NAMED).toList());
        if (names.size() > MOST_NAMED) {
            some.add(Words.count(names.size() - MOST_NAMED, "more folder"));
        }
        return Caveat.of(Severity.WARNING, "", "empty-folder", names.size(), "Nothing is in " + Words.list(some, "and")
                + ", beside folders with traces: if " + (names.size() == 1 ? "it" : "one")
                + " is that of a host, nothing is known of this host. Copy its traces there, or remove the folder.");
    }

    private static List<HostGrouping.Member> openAll(List<TraceFinder.Found> all, OpenOptions options, List<CtfTrace> open,
            List<Caveat> refused, Map<HostGrouping.Member, Caveat> copies, boolean any, Progress progress) throws TraceReadException {
        Opened[] opened = openAll(all, options, progress);
        for (Opened one : opened) {
            if (one.trace != null) {
                open.add(one.trace); // whatever happens next, it is closed
            }
        }
        List<HostGrouping.Member> members = new ArrayList<>();
        TraceReadException first = null;
        for (int i = 0; i < opened.length; i++) {
            TraceFinder.Found found = all.get(i);
            CtfTrace trace = opened[i].trace;
            Throwable failure = opened[i].failure;
            if (trace != null) {
                members.add(new HostGrouping.Member(found, trace));
            } else if (failure instanceof TraceReadException e && !options.strict()) {
                first = first == null ? e : first;
                refused.add(
                        Caveat.of(Severity.ERROR, "", "unreadable-trace", 1, "Left out " + found.displayPath() + ". "
                                + String.valueOf(e.getMessage()).replace(found.directory().toString(), found.displayPath())));
            } else if (failure instanceof TraceReadException e) {
                throw e;
            } else if (failure instanceof RuntimeException e) {
                throw e;
            } else if (failure instanceof Error e) {
                throw e;
            }
        }
        if (any && first != null && members.isEmpty()) {
            throw first;
        }
        return Copies.leaveOut(members, refused, copies);
    }

    /** What became of a trace: it is open, or why it is not. */
    private static final class Opened {
        private @Nullable CtfTrace trace;
        private @Nullable Throwable failure;
    }

    /** Opens traces side by side, as to read what events there are takes longer than to read a short recording. Nothing is thrown, so that each that was opened is known when it has to be closed. */
    private static Opened[] openAll(List<TraceFinder.Found> all, OpenOptions options, Progress progress) {
        Opened[] opened = new Opened[all.size()];
        AtomicInteger done = new AtomicInteger();
        IntStream.range(0, opened.length).parallel().forEach(i -> {
            opened[i] = new Opened();
            try {
                progress.check();
                progress.report("Opening traces", (double) done.getAndIncrement() / opened.length);
                opened[i].trace = open(all.get(i).directory(), options);
            } catch (TraceReadException | RuntimeException | Error e) {
                opened[i].failure = e;
            }
        });
        return opened;
    }

    private static CtfTrace open(Path directory, OpenOptions options) throws TraceReadException {
        try {
            return CtfTrace.open(directory, options.strict() ? ReadOptions.STRICT : ReadOptions.TOLERANT);
        } catch (InternalError e) {
            throw ShrunkFile.refuse(directory, e);
        }
    }

    /** The hosts, by name. */
    public List<HostTraces> hosts() {
        return hosts;
    }

    /** What is told of the first trace in a host's directory that is a copy of another one, and is not read; empty if there is none. */
    public Optional<String> copied(HostOverride host) {
        return copies.entrySet().stream().filter(copy -> HostGrouping.concerns(host, copy.getKey())).map(copy -> copy.getValue().text())
                .findFirst();
    }

    private static boolean isCopied(Map<HostGrouping.Member, Caveat> copies, HostOverride host) {
        return copies.keySet().stream().anyMatch(copy -> HostGrouping.concerns(host, copy));
    }

    /** Whether a caveat says that a trace could not be read at all: it may be the kernel trace that a host seems to lack, or of a host that seems not to have been recorded. */
    public static boolean isLeftOut(Caveat caveat) {
        return LEFT_OUT.contains(caveat.kind());
    }

    /** How it was opened. */
    public OpenOptions options() {
        return options;
    }

    /** What could not be read, or only in part; complete after the traces were read. Times are those of the hosts' own clocks. */
    public List<Caveat> caveats() {
        return caveats((host, nanos) -> nanos);
    }

    /** A time of a host as reference time. */
    @FunctionalInterface
    interface ToReference {
        long nanos(int host, long hostNanos);
    }

    /** The same in reference time. */
    List<Caveat> caveats(ToReference clocks) {
        List<Caveat> caveats = new ArrayList<>(refused);
        for (int number = 0; number < hosts.size(); number++) {
            HostTraces host = hosts.get(number);
            for (OpenTrace trace : host.traces()) {
                for (ReadCaveat caveat : trace.ctf().caveats()) {
                    long from = caveat.fromNanos() == Long.MIN_VALUE ? Long.MIN_VALUE
                            : clocks.nanos(number, trace.onHostClock(caveat.fromNanos()));
                    long to = caveat.toNanos() == Long.MAX_VALUE ? Long.MAX_VALUE
                            : clocks.nanos(number, trace.onHostClock(caveat.toNanos()));
                    caveats.add(new Caveat(severity(caveat.kind()), host.name(), word(caveat.kind()), caveat.count(), from, to,
                            shown(caveat.text(), trace)));
                }
            }
        }
        return caveats;
    }

    /** Where the user has the trace, which may be in an archive, instead of where it is read. */
    private static String shown(String text, OpenTrace trace) {
        String directory = trace.ctf().directory().toString();
        return text.contains(directory) ? text.replace(directory, trace.displayPath()) : trace.displayPath() + ": " + text;
    }

    private static Severity severity(ReadCaveat.Kind kind) {
        return switch (kind) {
            case FOREIGN_FILE, INDEX_IGNORED, METADATA -> Severity.INFO;
            case DISCARDED_EVENTS, DISCARDED_PACKETS, BROKEN_PACKET, TRUNCATED, TIME_BACKWARD, OTHER_TRACE, DUPLICATE_STREAM,
                    OTHER_PROCESSOR ->
                    Severity.WARNING;
        };
    }

    private static String word(ReadCaveat.Kind kind) {
        return kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** Reads the kernel traces of all hosts, synchronises their clocks and builds the timeline. */
    public ReadTraces read(Progress progress) throws TraceReadException {
        return ReadTraces.of(this, progress);
    }

    /** What the traces of each host can tell, in the order of the hosts: by their metadata, looked at once. */
    public synchronized List<Recorded> recorded() {
        List<Recorded> known = recorded;
        if (known == null) {
            known = Recorded.of(this);
            recorded = known;
        }
        return known;
    }

    /** Counts the events of all traces by class; classes without events are left out. One pass over all traces. */
    public List<EventCount> countEvents(Progress progress) throws TraceReadException {
        List<EventCount> counts = new ArrayList<>();
        for (HostTraces host : hosts) {
            for (OpenTrace trace : host.traces()) {
                try {
                    count(host, trace, counts, progress);
                } catch (InternalError e) { // told at the next occasion after the file is missing: that may be behind the last event
                    throw ShrunkFile.refuse(trace.path(), e);
                }
            }
        }
        return counts;
    }

    private static void count(HostTraces host, OpenTrace trace, List<EventCount> counts, Progress progress) throws TraceReadException {
        List<EventClass> classes = trace.ctf().metadata().eventClasses();
        long[] perClass = new long[classes.size()];
        try (EventCursor cursor = trace.ctf().cursor(EventSelection.everything())) {
            long events = 0;
            while (cursor.next()) {
                if (cursor.kind() != EventCursor.LOST) {
                    perClass[cursor.eventClassIndex()]++;
                }
                if ((++events & POLL_MASK) == 0) {
                    progress.check();
                    progress.report("Counting events of " + trace.displayPath(), cursor.progress());
                }
            }
        }
        for (int i = 0; i < perClass.length; i++) {
            if (perClass[i] > 0) {
                counts.add(new EventCount(trace.displayPath(), host.name(), trace.domain().label(), classes.get(i).name(), perClass[i]));
            }
        }
        long discarded = 0;
        for (StreamInfo stream : trace.ctf().streams()) {
            discarded += stream.discardedEvents();
        }
        counts.add(new EventCount(trace.displayPath(), host.name(), trace.domain().label(), EventCount.DISCARDED, discarded));
    }

    private static void closeAll(List<CtfTrace> open, TraceFinder finder) {
        for (CtfTrace trace : open) {
            trace.close();
        }
        finder.close();
    }

    @Override
    public void close() {
        closeAll(open, finder);
    }
}
