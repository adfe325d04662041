/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.lock.LockUse;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.symbol.ToldFiles;
import org.bowline.core.timeline.LockEvents;
import org.bowline.core.waitfor.Blame;

/** What is asked of locks. */
public final class Locks {
    /** For whom waits for locks count. */
    public static final Parameter<Blame> BLAME = Parameter.once("blame", "auto|holder|waker",
            "For whom a wait for a lock counts: holder, for those who held it, each for as long as it did; waker, for who ended the wait. auto (the usual) takes the"
                    + " holders where programs told of their locks (profile locks), and the waker where holders can only be estimated from system calls, which holder"
                    + " takes as well.",
            () -> Blame.AUTO, Blame::of);

    /** Who held which lock, in the whole recording. */
    public static final Result<LockHistory> HISTORY = Result.of(analysis -> LockHistory.of(analysis.timeline(), analysis.progress()));

    /** The locks that were held or wanted in the range, those with the longest waits first. */
    public static final Result<List<LockUse>> USES = new Result<>() {
        @Override
        public List<LockUse> compute(Analysis analysis) {
            return LockUse.of(analysis.get(HISTORY), analysis.fromNanos(), analysis.toNanos(), analysis.rangeNanos(), analysis.progress());
        }

        @Override
        public List<Caveat> caveats(Analysis analysis) {
            return Locks.caveats(analysis);
        }
    };

    /** Which files the programs had in memory that tell of their locks. */
    public static final Result<ToldFiles> FILES = Result.of(analysis -> ToldFiles.NONE);

    /** Folders beside the traces in which programs may have been kept. */
    static final Result<Programs> PROGRAMS = Result.of(analysis -> new Programs(List.of()));

    /** What the locks are called: the one place that decides it. */
    public static final Result<LockNames> NAMES = Result.of(Locks::names, LockNames::caveats);

    /**
     * Where programs may be.
     *
     * @param folders beside the traces
     */
    record Programs(List<Path> folders) {
        /** Copies the list. */
        Programs {
            folders = List.copyOf(folders);
        }
    }

    private Locks() {}

    private static LockNames names(Analysis analysis) {
        List<Path> folders = new ArrayList<>(analysis.question().get(FunctionQuestion.SYMBOLS));
        folders.addAll(analysis.get(PROGRAMS).folders());
        return new LockNames(analysis.get(HISTORY), analysis.get(FILES), new SymbolFiles(folders), analysis.progress());
    }

    /** Those of which their programs told, the ones with the longest waits first. */
    public static List<LockUse> told(Analysis analysis) {
        LockHistory history = analysis.get(HISTORY);
        return analysis.get(USES).stream().filter(use -> !history.isEstimate(use.lock())).toList();
    }

    private static List<Caveat> caveats(Analysis analysis) {
        LockEvents events = analysis.timeline().locks();
        List<Caveat> caveats = new ArrayList<>();
        if (events.size() == 0) {
            if (analysis.caveats().stream().anyMatch(caveat -> caveat.kind().equals("locks-of-nobody"))) {
                return caveats; // it was recorded, and that caveat says why it tells nothing
            }
            caveats.add(Caveat.of(Severity.INFO, "", "no-lock-events", 0,
                    "Nothing was recorded of locks. The recording profile locks tells of the mutexes of programs; the system call futex, where the kernel's"
                            + " trace has it, gives estimates."));
            return caveats;
        }
        LockHistory history = analysis.get(HISTORY);
        long[] estimates = new long[analysis.timeline().hostCount()];
        for (LockUse use : analysis.get(USES)) {
            estimates[history.host(use.lock())] += history.isEstimate(use.lock()) ? 1 : 0;
        }
        for (int host = 0; host < estimates.length; host++) {
            if (estimates[host] > 0) {
                caveats.add(Caveat.of(Severity.INFO, analysis.timeline().hostName(host), "locks-estimated", estimates[host],
                        Words.count(estimates[host], "lock is known by system calls alone: what is said of it",
                                "locks are known by system calls alone: what is said of them")
                                + " is an estimate, and who did not have to wait is not seen. The recording profile locks tells of every"
                                + " acquisition."));
            }
        }
        addLosses(analysis, caveats);
        return caveats;
    }

    private static void addLosses(Analysis analysis, List<Caveat> caveats) {
        LockEvents events = analysis.timeline().locks();
        int hosts = analysis.timeline().hostCount();
        long[] losses = new long[hosts];
        long[] first = new long[hosts];
        Arrays.fill(first, Long.MAX_VALUE);
        long[] last = new long[hosts];
        Arrays.fill(last, Long.MIN_VALUE);
        for (int i = 0; i < events.size(); i++) {
            if (events.kind(i).isLoss()) {
                int host = events.thread(i);
                losses[host]++;
                first[host] = Math.min(first[host], events.nanos(i));
                last[host] = Math.max(last[host], events.address(i));
            }
        }
        for (int host = 0; host < hosts; host++) {
            if (losses[host] > 0) {
                caveats.add(new Caveat(Severity.WARNING, analysis.timeline().hostName(host), "locks-lost", losses[host], first[host],
                        last[host],
                        "Events are missing in " + Words.count(losses[host], "interval")
                                + ": who held a lock then, and until it was next taken, is not known, and waits for it count for who ended"
                                + " them. Record with larger or more sub-buffers."));
            }
        }
    }
}
