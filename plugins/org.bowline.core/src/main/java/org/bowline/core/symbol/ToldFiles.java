/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.IntPair;

/**
 * Which files processes had in memory, and when, as LTTng-UST tells it: when it begins to trace a process, and whenever it is asked to, it lists all of them (a <em>list</em>); when a library comes or goes it tells that, if its wrapper
 * of the dynamic linker is used. Other than {@link LoadedModules} it is for addresses of which the time is known.
 *
 * <p>What the first list has was there before. Any other file is there since it was told, by itself or in a list, which is when that list begins. It is gone when that is told. A file that a later list lacks was there when it was told last, and nobody knows for how much
 * longer; but where the tracer itself, which never goes, is at another place, the process runs another program (exec), and the one before had all its files until that list. Immutable.
 */
public final class ToldFiles {
    /** Nothing was told. */
    public static final ToldFiles NONE = new ToldFiles(List.of());

    private static final int MOST_FILES = 1 << 20;
    /** No process has nearly as many at a time; each is compared with all of them. */
    private static final int MOST_AT_ONCE = 1 << 12;

    private final List<Stay> stays;
    private final Map<Long, List<Stay>> byProcess = new HashMap<>();

    /**
     * A file in the memory of a process.
     *
     * @param host its number
     * @param process as the host numbers it
     * @param module the file
     * @param fromNanos since when, reference time; {@link Long#MIN_VALUE} if it was there before anything is known
     * @param toNanos until when; {@link Long#MAX_VALUE} if it was there at the end
     */
    public record Stay(int host, int process, Module module, long fromNanos, long toNanos) {}

    /**
     * What is at an address.
     *
     * @param module the file; null if there is none, or several were there one after another
     * @param isDoubtful whether there was some file, but it is not sure which, or whether it still was
     */
    public record Place(@Nullable Module module, boolean isDoubtful) {}

    private static final Place NOTHING = new Place(null, false);

    private ToldFiles(List<Stay> stays) {
        this.stays = List.copyOf(stays);
        stays.forEach(stay -> byProcess.computeIfAbsent(key(stay.host(), stay.process()), key -> new ArrayList<>()).add(stay));
    }

    /** Of what {@link #stays} gave, perhaps of several. */
    public static ToldFiles of(List<Stay> stays) {
        return stays.isEmpty() ? NONE : new ToldFiles(stays);
    }

    /** All of them, in any order. */
    public List<Stay> stays() {
        return stays;
    }

    /**
     * The file that something in the memory of a process is in. O(files of the process).
     *
     * @param firstNanos when it was seen there first, reference time
     * @param lastNanos when last
     */
    public Place at(int host, int process, long address, long firstNanos, long lastNanos) {
        Module found = null;
        long until = Long.MIN_VALUE;
        for (Stay stay : byProcess.getOrDefault(key(host, process), List.of())) {
            if (stay.module().covers(address) && stay.fromNanos() <= lastNanos && stay.toNanos() >= firstNanos) {
                if (found != null && !found.equals(stay.module())) {
                    return new Place(null, true);
                }
                found = stay.module();
                until = Math.max(until, stay.toNanos());
            }
        }
        // what is seen there after the file went is something else
        return found == null ? NOTHING : until < lastNanos ? new Place(null, true) : new Place(found, false);
    }

    private static long key(int host, int process) {
        return IntPair.of(host, process);
    }

    /** What processes tell in one trace, of each in the order of time. Not for use by several threads at a time. */
    public static final class Builder {
        private final Map<Long, OfProcess> processes = new HashMap<>();
        private final List<Stay> ended = new ArrayList<>();
        private int files;

        /** A list begins. */
        public void begins(int host, int process, long nanos) {
            process(host, process).begins(nanos);
        }

        /** A file is there; beyond {@value ToldFiles#MOST_FILES} of all processes, or {@value ToldFiles#MOST_AT_ONCE} of one at a time, they are passed over. */
        public void module(int host, int process, Module module, long nanos) {
            if (module.length() != 0 && files < MOST_FILES) {
                files += process(host, process).module(module, nanos) ? 1 : 0;
            }
        }

        /** The build id of the file that begins at an address. */
        public void buildId(int host, int process, long base, String id) {
            process(host, process).buildId(base, id);
        }

        /** The file that begins at an address is gone. */
        public void gone(int host, int process, long base, long nanos) {
            process(host, process).gone(base, nanos);
        }

        /** The list is complete. */
        public void ends(int host, int process) {
            process(host, process).ends();
        }

        /** Something may be missing: what a list lacks then tells nothing. */
        public void lost(int host) {
            processes.values().stream().filter(one -> one.host == host).forEach(OfProcess::lost);
        }

        /** What is known now. */
        public ToldFiles build() {
            processes.values().forEach(one -> one.end(false));
            List<Stay> all = new ArrayList<>(ended);
            processes.values().forEach(one -> one.there.forEach(file -> all.add(one.stay(file, Long.MAX_VALUE))));
            return of(all);
        }

        private OfProcess process(int host, int process) {
            return processes.computeIfAbsent(key(host, process), key -> new OfProcess(host, process, ended));
        }
    }

    /** A file that is there. */
    private static final class There {
        private Module module;
        private long from;
        private long told;
        private int list;

        There(Module module, long from, long told, int list) {
            this.module = module;
            this.from = from;
            this.told = told;
            this.list = list;
        }
    }

    /** What one process tells. */
    private static final class OfProcess {
        private static final String TRACER = "liblttng-ust";

        private final int host;
        private final int process;
        private final List<Stay> ended;
        private final List<There> there = new ArrayList<>();
        /** What the present list lacks. */
        private final List<There> replaced = new ArrayList<>();
        /** When the list began that is told now, or the last one. */
        private long begun;
        /** Which list this is. */
        private int list;
        private boolean isListing;

        OfProcess(int host, int process, List<Stay> ended) {
            this.host = host;
            this.process = process;
            this.ended = ended;
        }

        Stay stay(There file, long to) {
            return new Stay(host, process, file.module, file.from, Math.max(file.from, to));
        }

        void begins(long nanos) {
            end(false);
            begun = nanos;
            isListing = true;
            list++;
        }

        boolean module(Module module, long nanos) {
            for (There file : there) {
                if (file.module.base() == module.base() && file.module.with("").equals(module)) {
                    file.list = list;
                    file.told = nanos;
                    return false;
                }
            }
            if (there.size() >= MOST_AT_ONCE) {
                return false;
            }
            // what has its place has gone unseen
            there.removeIf(file -> overlap(file.module, module) && !(isListing && file.list == list) && replaced.add(file));
            if (!isListing) {
                end(false);
            }
            there.add(new There(module, !isListing ? nanos : list == 1 ? Long.MIN_VALUE : begun, nanos, list));
            return true;
        }

        private static boolean overlap(Module one, Module other) {
            return one.covers(other.base()) || other.covers(one.base());
        }

        /** Of the last that was told there. */
        void buildId(long base, String id) {
            for (int i = there.size() - 1; i >= 0; i--) {
                There file = there.get(i);
                if (file.module.base() == base && file.list == list) {
                    if (!file.module.buildId().isEmpty() && !file.module.buildId().equals(id)) {
                        ended.add(stay(file, begun)); // another build has its place and name
                        file.from = begun;
                    }
                    file.module = file.module.with(id);
                    return;
                }
            }
        }

        void gone(long base, long nanos) {
            there.removeIf(file -> file.module.base() == base && ended.add(stay(file, nanos)));
        }

        void ends() {
            if (isListing) {
                there.removeIf(file -> file.list != list && replaced.add(file));
                end(replaced.stream().anyMatch(file -> file.module.name().startsWith(TRACER)));
                isListing = false;
            }
        }

        /** What has been replaced was there when it was told last; that of another program until this list. */
        private void end(boolean ofAnother) {
            replaced.forEach(file -> ended.add(stay(file, ofAnother ? begun : file.told)));
            replaced.clear();
        }

        void lost() {
            isListing = false;
            end(false);
        }
    }
}
