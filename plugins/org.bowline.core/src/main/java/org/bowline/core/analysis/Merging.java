/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.PlainText;
import org.bowline.core.timeline.ThreadRoles.Role;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Lanes;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.ThreadGroups.Group;
import org.bowline.core.waitfor.ThreadGroups.Way;

/**
 * Which threads are one vertex of the wait-for graph that is shown: those that the user names; threads that one thread, or equal ones, made one after another, if they lived for a short time only; those among which
 * a runtime moves tasks; threads that do the same (paper: wPerf, OSDI 2018). The graph of single threads stays as it is, for all other questions and for whoever shows the merged one and then does not. Immutable.
 */
public final class Merging {
    /** Which threads are merged. */
    public static final Parameter<Level> MERGE = Parameter.once("merge", "usual|none|short|similar",
            "Which threads are one vertex of the graph: none; short, threads that one thread, or equal ones, made and that live for less than a tenth of the range, as those that a build or a shell"
                    + " starts; similar, these, and threads that do the same: those among which a runtime moves tasks, as Go's does; others by their call stacks where these were recorded, else by their names or by who made them."
                    + " Default: usual, those among which tasks move, and as short where "
                    + Merging.LEAST_OF_USUAL
                    + " such threads or more are of the work, as in a server with a thread for each request.",
            () -> Level.USUAL, Level::of);
    /** Threads that are one in any case. */
    public static final Parameter<List<String>> MERGE_THREADS = new Parameter<>("merge-threads", "THREAD",
            "Threads of a host that are one vertex of the graph whatever --merge says, as NAME, HOST:NAME, TID or HOST:TID; in a name * stands for any characters. Several may be given; a thread"
                    + " goes with the first that names it.",
            List::of, Merging::with);
    /** Those of an analysis. */
    public static final Result<Merging> RESULT = Result.of(Merging::make, merging -> merging.caveats);

    /** The analysis with the merged graph; its progress is that of who asked first. */
    private static final Result<Analysis> VIEW = Result.of(Merging::merged);
    /** Who lives for less than this part of the range is made for one piece of work. */
    static final int SHORT_PART = 10;
    /** So many short-lived threads of one parent are work that repeats. */
    private static final int LEAST_OF_SHORT = 3;
    /** So many of the work are what the work is made of: none of them waits for the same thread twice, and without being one they are in no knot. */
    static final int LEAST_OF_USUAL = 20;

    private final ThreadGroups groups;
    private final List<Caveat> caveats;

    /** How much is merged. */
    public enum Level {
        /** Threads among which tasks move, and short-lived threads of the work, where there are many. */
        USUAL,
        /** Nothing. */
        NONE,
        /** Short-lived threads. */
        SHORT,
        /** And threads that do the same. */
        SIMILAR;

        /** As users write it: lower case. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Level of(String text) {
            for (Level level : values()) {
                if (level.label().equals(text)) {
                    return level;
                }
            }
            throw new IllegalArgumentException("is not usual, none, short or similar");
        }
    }

    private Merging(ThreadGroups groups, List<Caveat> caveats) {
        this.groups = groups;
        this.caveats = List.copyOf(caveats);
    }

    private static List<String> with(List<String> before, String text) {
        List<String> all = new ArrayList<>(before);
        all.add(new ThreadPattern(text).text());
        return List.copyOf(all);
    }

    /** Whether a question asks for merged threads, and wants to be told if there are none. */
    public static boolean isSaid(Question question) {
        return question.get(MERGE).ordinal() > Level.NONE.ordinal() || !question.get(MERGE_THREADS).isEmpty();
    }

    private static boolean isUsual(Analysis analysis) {
        return analysis.question().get(MERGE) == Level.USUAL && analysis.isOfWork() && !analysis.question().get(FirstLook.UNFOLD);
    }

    /**
     * The same analysis with the graph that its question wants to see: {@link Analysis#graph}, its knots, and what is said of edges, are those of merged threads. Itself if nothing is merged. All else is
     * shared with it, and nothing is read again.
     */
    public static Analysis view(Analysis analysis) {
        boolean merges = isSaid(analysis.question()) || isUsual(analysis);
        return merges && analysis.knowsWaits() && !analysis.get(RESULT).groups.isEmpty() ? analysis.get(VIEW).with(analysis.progress())
                : analysis;
    }

    private static Analysis merged(Analysis analysis) {
        ThreadGroups groups = analysis.get(RESULT).groups;
        BitSet merged = new BitSet();
        groups.all().forEach(group -> IntArrayList.wrap(group.threads()).forEach(merged::set));
        return analysis.with(Map.of(Analysis.GRAPH, analysis.graph().merged(groups), Analysis.ASIDE,
                analysis.aside().without(merged::get)));
    }

    /** The groups. */
    public ThreadGroups groups() {
        return groups;
    }

    private static Merging make(Analysis analysis) {
        List<Caveat> caveats = new ArrayList<>();
        List<Group> groups = new ArrayList<>();
        BitSet taken = new BitSet();
        for (String text : analysis.question().get(MERGE_THREADS)) {
            if (!addNamed(analysis, text, groups, taken)) {
                caveats.add(Caveat.of(Severity.WARNING, "", "mark-not-found", 1, MERGE_THREADS + " " + PlainText.visible(text)
                        + ": the range has fewer than two threads of one host that are named so and in no group before, so it merges none."));
            }
        }
        Level level = analysis.question().get(MERGE);
        if (level.ordinal() > Level.NONE.ordinal()) {
            addShort(analysis, groups, taken, family -> family.size() >= LEAST_OF_SHORT);
        } else if (isUsual(analysis)) {
            addShort(analysis, groups, taken,
                    family -> family.size() >= LEAST_OF_USUAL
                            && family.intStream().filter(thread -> !analysis.aside().isAside(thread)).count() >= LEAST_OF_USUAL);
        }
        if (level == Level.SIMILAR || isUsual(analysis)) {
            TaskThreads.of(analysis, thread -> !taken.get(thread))
                    .forEach(threads -> add(analysis, group(analysis, Way.TASKS, threads, leader(analysis.timeline(), threads.getInt(0))),
                            groups, taken));
        }
        if (level == Level.SIMILAR) {
            new SimilarThreads(analysis, taken::get).groups().forEach(group -> add(analysis, group, groups, taken));
        }
        if (isSaid(analysis.question()) && groups.isEmpty() && caveats.isEmpty()) {
            caveats.add(Caveat.of(Severity.INFO, "", "nothing-merged", 1, MERGE + " " + level.label()
                    + ": no threads of the range are such, so the graph is that of single threads."));
        }
        return new Merging(groups.isEmpty() ? ThreadGroups.NONE : ThreadGroups.of(analysis.timeline(), groups), caveats);
    }

    private static void add(Analysis analysis, Group group, List<Group> groups, BitSet taken) {
        analysis.progress().check();
        groups.add(group);
        for (int thread : group.threads()) {
            taken.set(thread);
        }
    }

    /** The threads that a pattern names, those of each host together. */
    private static boolean addNamed(Analysis analysis, String text, List<Group> groups, BitSet taken) {
        Timeline timeline = analysis.timeline();
        IntPredicate named = new ThreadPattern(text).in(timeline);
        Map<Integer, IntArrayList> hosts = new LinkedHashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (!timeline.isIdle(thread) && !taken.get(thread) && named.test(thread) && lives(analysis, thread)) {
                hosts.computeIfAbsent(timeline.host(thread), host -> new IntArrayList()).add(thread);
            }
        }
        hosts.values().removeIf(threads -> threads.size() < 2);
        hosts.values().forEach(threads -> add(analysis, group(analysis, Way.NAMED, threads, PlainText.visible(text)), groups, taken));
        return !hosts.isEmpty();
    }

    static boolean lives(Analysis analysis, int thread) {
        return analysis.timeline().threadEnd(thread) > analysis.fromNanos() && analysis.timeline().threadStart(thread) < analysis.toNanos();
    }

    /**
     * Threads that are one, and wait for nobody in between.
     *
     * @param other what they are called if their names have not even the beginning in common
     */
    static Group group(Analysis analysis, Way way, IntArrayList threads, String other) {
        Timeline timeline = analysis.timeline();
        return new Group(way, called(timeline, threads, other), threads.toIntArray(),
                Lanes.of(timeline, threads.toIntArray(), analysis.fromNanos(), analysis.toNanos()), Timeline.NONE, false);
    }

    /** The name of the first thread of a thread's process, which is that of the program mostly; empty if it is not recorded. */
    private static String leader(Timeline timeline, int of) {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.tid(thread) == timeline.pid(of) && timeline.host(thread) == timeline.host(of)
                    && timeline.pid(thread) == timeline.pid(of)) {
                return PlainText.visible(timeline.name(thread));
            }
        }
        return "";
    }

    private static String called(Timeline timeline, IntArrayList threads, String other) {
        String name = Pools.name(timeline, threads);
        return PlainText.shorten(name.endsWith(Pools.AND_OTHERS) && !other.isEmpty() ? other : name, Pools.MOST_OF_NAME) + " ×"
                + threads.size();
    }

    /**
     * Threads of programs that were born and ended in the recording, by who made them, or which equal threads did: four loops of a script that run the same commands are one maker. What a short-lived thread makes goes with what the others make that are one with it: the commands that the
     * scripts start which a build starts.
     */
    private static void addShort(Analysis analysis, List<Group> groups, BitSet taken, Predicate<IntArrayList> isGroup) {
        Timeline timeline = analysis.timeline();
        Map<Long, Integer> numbers = new HashMap<>();
        List<IntArrayList> families = new ArrayList<>();
        int[] familyOf = new int[timeline.threadCount()];
        Arrays.fill(familyOf, Timeline.NONE);
        EqualMakers equals = new EqualMakers(timeline);
        for (int thread : byBirth(timeline)) {
            if (taken.get(thread) || !isShort(analysis, thread)) {
                continue;
            }
            int parent = timeline.parent(thread);
            long key = familyOf[parent] == Timeline.NONE ? equals.of(parent) : -1L - familyOf[parent];
            int family = numbers.computeIfAbsent(key, made -> families.size());
            if (family == families.size()) {
                families.add(new IntArrayList());
            }
            families.get(family).add(thread);
            familyOf[thread] = family;
        }
        for (IntArrayList family : families) {
            if (isGroup.test(family)) {
                int parent = timeline.parent(family.getInt(0));
                boolean one = family.intStream().map(timeline::parent).filter(made -> familyOf[made] == Timeline.NONE).distinct().count()
                        == 1;
                boolean counts = one && (!analysis.isOfSomeThreads() || family.intStream().anyMatch(analysis.graph()::startsChains));
                int[] threads = family.toIntArray();
                IntArrays.quickSort(threads);
                add(analysis, new Group(Way.SHORT_LIVED, called(timeline, family, descendants(timeline, parent, familyOf)), threads,
                        Lanes.of(timeline, threads, analysis.fromNanos(), analysis.toNanos()), one ? parent : Timeline.NONE, counts),
                        groups,
                        taken);
            }
        }
    }

    /** What a short-lived thread makes is not called as those are with which it goes, and which its grandparent made. */
    private static String descendants(Timeline timeline, int parent, int[] familyOf) {
        int maker = parent;
        int depth = 0;
        for (; familyOf[maker] != Timeline.NONE; depth++) {
            maker = timeline.parent(maker);
        }
        return "great-".repeat(Math.max(0, depth - 1)) + (depth == 0 ? "children of " : "grandchildren of ") + timeline.name(maker);
    }

    /** Threads of one name that one thread made: what they make is made by one of them. */
    private static final class EqualMakers {
        private final Timeline timeline;
        private final Map<String, Integer> first = new HashMap<>();

        EqualMakers(Timeline timeline) {
            this.timeline = timeline;
        }

        /** The first that was asked for of those that are equal to a thread. */
        int of(int maker) {
            int parent = timeline.parent(maker);
            return parent == Timeline.NONE ? maker : first.computeIfAbsent(parent + " " + timeline.name(maker), name -> maker);
        }
    }

    private static int[] byBirth(Timeline timeline) {
        int[] threads = new int[timeline.threadCount()];
        Arrays.setAll(threads, thread -> thread);
        IntArrays.stableSort(threads,
                (a, b) -> Long.compare(timeline.threadStart(a), timeline.threadStart(b)));
        return threads;
    }

    private static boolean isShort(Analysis analysis, int thread) {
        Timeline timeline = analysis.timeline();
        int parent = timeline.parent(thread);
        if (parent == Timeline.NONE || timeline.isIdle(thread) || timeline.isIdle(parent) || !lives(analysis, thread)
                || analysis.get(Analysis.ROLES).of(thread) != Role.PROGRAM) {
            return false;
        }
        int host = timeline.host(thread);
        long recorded = timeline.recordingEnd(host, timeline.recordings(host) - 1);
        return timeline.threadEnd(thread) < recorded
                && timeline.threadEnd(thread) - timeline.threadStart(thread) < (analysis.toNanos() - analysis.fromNanos()) / SHORT_PART;
    }
}
