/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.Comparator;
import java.util.List;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.ToldFiles;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;

/**
 * What outlives an experiment: the clocks, what all threads did, and what is not known. Needs no trace; can be stored
 * ({@code org.bowline.core.store}). Immutable; safe for many readers. Hosts are numbered as in {@link #hosts}, as in the timeline and the clocks.
 */
public final class AnalysisResult {
    private final List<String> hosts;
    private final Timeline timeline;
    private final SyncResult sync;
    private final List<Caveat> caveats;
    private final long[] hostStart;
    private final long[] hostEnd;
    private final ToldFiles files;

    /** Joins the parts where nothing is known of the files in the memory of programs. */
    public AnalysisResult(Timeline timeline, SyncResult sync, List<Caveat> caveats, long[] hostStartNanos, long[] hostEndNanos) {
        this(timeline, sync, caveats, hostStartNanos, hostEndNanos, ToldFiles.NONE);
    }

    /**
     * Joins the parts.
     *
     * @param timeline what all threads did; tells the hosts
     * @param sync the clocks of the same hosts
     * @param caveats all that is not known, in any order
     * @param hostStartNanos begin of each host's traces, its own time; 0 if no trace has a time
     * @param hostEndNanos end of each host's traces, its own time; 0 if no trace has a time
     * @param files which files the programs had in memory that tell of their locks
     * @throws IllegalArgumentException if the parts are not of the same number of hosts
     */
    public AnalysisResult(Timeline timeline, SyncResult sync, List<Caveat> caveats, long[] hostStartNanos, long[] hostEndNanos,
            ToldFiles files) {
        int count = timeline.hostCount();
        if (sync.hosts().size() != count || sync.clocks().hosts() != count || hostStartNanos.length != count
                || hostEndNanos.length != count) {
            throw new IllegalArgumentException("the timeline is of " + count + " hosts, the clocks are of " + sync.hosts().size() + " and "
                    + sync.clocks().hosts() + ", the ranges of " + hostStartNanos.length + " and " + hostEndNanos.length);
        }
        this.timeline = timeline;
        this.sync = sync.withoutMatches();
        this.caveats = sorted(caveats);
        hosts = java.util.stream.IntStream.range(0, count).mapToObj(timeline::hostName).toList();
        hostStart = hostStartNanos.clone();
        hostEnd = hostEndNanos.clone();
        this.files = files;
    }

    /** Most severe first; those of a severity in the order in which they were found. */
    static List<Caveat> sorted(List<Caveat> caveats) {
        return caveats.stream().sorted(Comparator.comparing(Caveat::severity).reversed()).toList();
    }

    /** Names of the hosts. */
    public List<String> hosts() {
        return hosts;
    }

    /** What all threads did. */
    public Timeline timeline() {
        return timeline;
    }

    /** The clocks of the hosts, with their {@linkplain SyncResult#evidence evidence}; without the matches of single packets. */
    public SyncResult sync() {
        return sync;
    }

    /** All that is not known: of the traces, the clocks and the timeline; most severe first. */
    public List<Caveat> caveats() {
        return caveats;
    }

    /** Begin of a host's kernel traces (of its others, if it has none), its own time, ns since the epoch; 0 if no trace has a time. */
    public long hostStartNanos(int host) {
        return hostStart[host];
    }

    /** End of a host's kernel traces (of its others, if it has none), its own time, ns since the epoch; 0 if no trace has a time. */
    public long hostEndNanos(int host) {
        return hostEnd[host];
    }

    /** Which files the programs had in memory that tell of their locks. */
    public ToldFiles files() {
        return files;
    }

    /** The totals of all threads that live within [from, to), reference time. */
    public List<ThreadTotals> threads(long from, long to) {
        return threads(from, to, Progress.NONE);
    }

    /**
     * The totals of all threads that live within [from, to), reference time: for sorting, filtering, hiding the idle. A thread costs O(log
     * segments) whatever the range, but for the first time, which goes through the timeline once ({@link
     * org.bowline.core.timeline.SegmentSums#prepare} does that ahead).
     *
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public List<ThreadTotals> threads(long from, long to, Progress progress) {
        return ThreadTotals.of(timeline, from, to, progress);
    }
}
