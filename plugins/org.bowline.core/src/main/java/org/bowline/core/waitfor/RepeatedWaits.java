/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * The part of a recording in which the work repeats, found by the waits alone: where the same threads wait for each other, or for the same disk, again and
 * again. What lies around it is the start and the end of the programs and the time until somebody stops the recording. Immutable.
 *
 * <p>Two threads of programs are partners if one waits for the other {@value #LEAST_OF_PARTNERS} times or more, both directions together, and a thread and a
 * disk if it waits {@value #LEAST_OF_GROUP} times; so, too, a thread and the kernel of another host that serves it. Partners, and partners of partners, are a group; a group works if its members wait at least
 * {@value #LEAST_OF_GROUP} times for each other, and at least a {@value #SMALLEST_GROUP}th as often as the group which waits most. Groups that wait at the same
 * time are a phase: half of the waits of one, or more, lie in the range of the other. The range is that of all phases which have at least a
 * {@value #SMALLEST_PHASE}th of the waits of the largest, so that the shell of a session does not stretch it: from the 2nd to the 98th percentile of the ends of
 * their waits, without the few at either end, under a tenth of all, that are farther from the rest than the rest is long. Where threads of a group seldom wait for each other, their waits for
 * a disk that mostly come before those for the one for which they wait most are a phase of their own: programs read their files from another disk when they start. Of a group whose threads wait for each
 * other often enough, waits for disks do not make the range longer by more than a {@value #STRETCH}th: programs read and write files when they start; but where one of them {@linkplain DiskTail goes on at once} with waits for
 * disks, the range goes on with it. So, too, waits of the threads of {@linkplain AskedProcesses a process that is asked} for each other do not make it longer by as much, where enough others tell when the work is: that is where others ask. It lies within the {@linkplain CommonTime time in which the hosts of these threads
 * are recorded}. Why so, and where it fails: ADR 0027 and ADR 0244.
 *
 * <p>Threads that {@linkplain SharedSleep share a sleep} beside that are looked past.
 *
 * <p>Where no two threads meet so often, as in a server with a thread for each request, {@linkplain Alike equal threads} count as one; waits for the end of a thread do not count then.
 *
 * <p>O(segments + waits × log waits) time, 16 bytes a wait.
 */
public final class RepeatedWaits {
    /** So many waits of two threads for each other are not chance. */
    static final int LEAST_OF_PARTNERS = 3;
    /** So many waits in a group are work that repeats. */
    static final int LEAST_OF_GROUP = 20;
    /** A group that waits less often than this part of the most active one runs beside the work. */
    static final int SMALLEST_GROUP = 5;
    /** A phase with less than this part of the waits of the largest is preparation, or cleaning up. */
    static final int SMALLEST_PHASE = 2;
    /** Waits for disks that make the range longer by more than this part are those of the start, or of the end. */
    static final int STRETCH = 10;
    /** Waits for less than this part of the time for which programs compute are not what their work is about. */
    static final int LITTLE = 10;
    private final long fromNanos;
    private final long toNanos;
    private final int[] threads;
    private final long waits;
    private final long forDisks;
    private final long forKernels;
    private final int last;
    private final long lastFromNanos;

    RepeatedWaits(long fromNanos, long toNanos, int[] threads, long waits, long forDisks, long forKernels) {
        this(fromNanos, toNanos, threads, waits, forDisks, forKernels, Timeline.NONE, toNanos);
    }

    private RepeatedWaits(long fromNanos, long toNanos, int[] threads, long waits, long forDisks, long forKernels, int last,
            long lastFromNanos) {
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        this.threads = threads;
        this.waits = waits;
        this.forDisks = forDisks;
        this.forKernels = forKernels;
        this.last = last;
        this.lastFromNanos = lastFromNanos;
    }

    /** The same, and then a thread goes on until a time. */
    RepeatedWaits goingOn(int thread, long untilNanos) {
        return new RepeatedWaits(fromNanos, untilNanos, threads, waits, forDisks, forKernels, thread, toNanos);
    }

    /**
     * Finds them.
     *
     * @param timeline what the threads did
     * @param roles whose they are
     * @param progress asked whether to stop
     * @return what was found; {@link #isFound} says whether anything was
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static RepeatedWaits of(Timeline timeline, ThreadRoles roles, Progress progress) {
        PairedWaits waits = new PairedWaits(timeline, roles, progress);
        RepeatedWaits found = new RepeatedSearch(timeline, waits, new BitSet()).run();
        BitSet sleepers = found.sharedSleep(timeline, roles, progress);
        if (sleepers.isEmpty()) {
            return found;
        }
        RepeatedWaits without = new RepeatedSearch(timeline, waits, sleepers).run();
        boolean isWork = without.isFound() && without.waits * SMALLEST_GROUP >= found.waits
                && sleepers.stream().allMatch(SetAside.of(timeline, roles, without.fromNanos, without.toNanos, progress)::sharesSleep);
        return isWork ? without : found;
    }

    /** Its threads that take turns at a sleep: they may do that for as long as the program runs. O(segments in the range), but nothing if no two of its threads are of one process and name. */
    private BitSet sharedSleep(Timeline timeline, ThreadRoles roles, Progress progress) {
        BitSet sleepers = new BitSet();
        Set<String> seen = new HashSet<>();
        if (!Arrays.stream(threads).filter(thread -> timeline.pid(thread) >= 0)
                .allMatch(thread -> seen.add(Kin.of(timeline, thread) + ' ' + timeline.pid(thread)))) {
            SetAside aside = SetAside.of(timeline, roles, fromNanos, toNanos, progress);
            Arrays.stream(threads).filter(aside::mayShareSleep).forEach(sleepers::set);
        }
        return sleepers;
    }

    /** Whether some work repeats. */
    public boolean isFound() {
        return fromNanos < toNanos;
    }

    /** Begin of the range, reference time, ns; that of the timeline if nothing was found. */
    public long fromNanos() {
        return fromNanos;
    }

    /** End of the range, exclusive; not after its begin if nothing was found. */
    public long toNanos() {
        return toNanos;
    }

    /** The thread that goes on with waits for disks when the others have nothing more to do with it; {@link Timeline#NONE} if none does. */
    public int last() {
        return last;
    }

    /** From when on the {@linkplain #last last} thread goes on; the end of the range if none does. */
    public long lastFromNanos() {
        return lastFromNanos;
    }

    /** How many threads wait for each other in it, those of the groups. */
    public int threadCount() {
        return threads.length;
    }

    /** A thread of it, the one with the most waits first. */
    public int thread(int i) {
        return threads[i];
    }

    /** How many of {@link #waits} are for disks. */
    public long waitsForDisks() {
        return forDisks;
    }

    /** How many of {@link #waits} are for the kernel of another host, which serves files or disks. */
    public long waitsForKernels() {
        return forKernels;
    }

    /** How many of their waits for each other, or for disks, there are in the recording; while all of their hosts are recorded, if the range was cut for that. */
    public long waits() {
        return waits;
    }

    /**
     * Whether these waits are nothing beside what programs compute in their range: at least one of them lasts for less than a {@value #LITTLE}th of that time. O(segments of the threads and, where each of them waits for little, of all programs).
     *
     * @param timeline of these waits
     * @param roles whose its threads are
     * @param progress asked whether to stop
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public boolean areLittle(Timeline timeline, ThreadRoles roles, Progress progress) {
        WaitTargets targets = new WaitTargets(timeline);
        BitSet members = new BitSet();
        for (int thread : threads) {
            members.set(thread);
        }
        TimeUnion waited = new TimeUnion(fromNanos, toNanos);
        for (int thread : threads) {
            progress.check();
            TimeUnion ofThread = new TimeUnion(fromNanos, toNanos);
            int end = timeline.endSegment(thread, toNanos);
            for (int s = timeline.firstSegment(thread); s < end; s++) {
                if (timeline.state(s) == ThreadState.BLOCKED && isOfThese(timeline, roles, members, thread, targets.of(thread, s), s)) {
                    ofThread.add(timeline.start(s), timeline.end(thread, s));
                }
            }
            if (ofThread.nanos() * LITTLE >= toNanos - fromNanos) {
                return false; // nobody computes for longer than the range
            }
            waited.add(ofThread);
        }
        TimeUnion computed = new TimeUnion(fromNanos, toNanos);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            progress.check();
            if (roles.isProgram(thread)) {
                computed.addOnCpu(timeline, thread);
            }
        }
        return waited.nanos() * LITTLE < computed.nanos();
    }

    private static boolean isOfThese(Timeline timeline, ThreadRoles roles, BitSet members, int thread, int target, int segment) {
        return target != Timeline.NONE && target != thread
                && (target < timeline.threadCount() ? members.get(target) || PairedWaits.serves(timeline, roles, target, thread, segment)
                        : timeline.kind(target) == VertexKind.DISK);
    }
}
