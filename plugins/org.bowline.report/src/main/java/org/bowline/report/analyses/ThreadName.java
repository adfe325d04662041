/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.VertexNames;
import org.bowline.core.model.EditDistance;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.rows.Vertex;
import org.bowline.report.text.TimeFormat;

/**
 * A thread, or the threads of a process, as the user names them: {@code TID}, {@code NAME}, {@code HOST:TID} or {@code HOST:NAME}, or as texts call it, {@code NAME (HOST:TID)}. A name
 * may have colons itself ({@code kworker/0:1}); only what stands before the first one and is the name of a host is taken as that.
 *
 * @param text as given
 */
public record ThreadName(String text) {
    private static final int MOST_LISTED = 10;
    /** Of a short name fewer: another letter makes another name of it. */
    private static final int MOST_SLIPS = 2;
    private static final int LETTERS_A_SLIP = 4;
    /** Behind those with slips come names that contain what was typed, and then those that it contains. */
    private static final int MOST_APART = MOST_SLIPS + 2;

    /** The recording has no such thread, or more than one; the message is a sentence for the user that says which there are. */
    public static final class NoSuchThreadException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        private NoSuchThreadException(String message) {
            super(message);
        }
    }

    /**
     * The one thread that is meant. O(threads).
     *
     * @throws NoSuchThreadException with the candidates, if there is none or more than one
     */
    public int resolve(Timeline timeline, long fromNanos, long toNanos) {
        List<Integer> candidates = candidates(timeline);
        if (candidates.isEmpty()) {
            throw new NoSuchThreadException("there is no thread '" + text + "' in the trace" + hosts(timeline) + similar(timeline)
                    + ". threads.csv of 'bowline analyze -o DIR' lists all.");
        }
        List<Integer> alive = candidates.stream()
                .filter(thread -> timeline.threadStart(thread) < toNanos && timeline.threadEnd(thread) > fromNanos).toList();
        if (alive.size() == 1) {
            return alive.get(0);
        }
        if (alive.isEmpty()) {
            throw new NoSuchThreadException("thread '" + text + "' does not live in the range " + TimeFormat.timeOfDay(fromNanos) + " to "
                    + TimeFormat.timeOfDay(toNanos)
                    + ": " + list(timeline, candidates, true) + ". Choose another --from and --to.");
        }
        boolean one = alive.stream().map(thread -> timeline.host(thread) + ":" + timeline.tid(thread)).distinct().count() == 1;
        throw new NoSuchThreadException("thread '" + text + "' is ambiguous: " + list(timeline, alive, one) + ". "
                + (one ? "Choose a range in which only one of them lives, with --from and --to." : "Write HOST:TID."));
    }

    /**
     * The threads of a process: those that have the process id of a thread of this name, and the threads of this name. O(threads × threads of the name).
     *
     * @throws NoSuchThreadException if there is none
     */
    public IntPredicate resolveProcess(Timeline timeline) {
        List<Integer> named = candidates(timeline);
        if (named.isEmpty()) {
            throw new NoSuchThreadException("there is no process '" + text + "' in the trace" + hosts(timeline) + similar(timeline)
                    + ". threads.csv of 'bowline analyze -o DIR' lists all.");
        }
        boolean[] chosen = new boolean[timeline.threadCount()];
        for (int thread : named) {
            chosen[thread] = true;
            if (timeline.pid(thread) > 0) { // 0 would be all idle threads, -1 all whose process is not known
                for (int other = 0; other < chosen.length; other++) {
                    chosen[other] |= timeline.host(other) == timeline.host(thread) && timeline.pid(other) == timeline.pid(thread)
                            && overlap(timeline, thread, other);
                }
            }
        }
        return thread -> chosen[thread];
    }

    /** A process id may be used again: only threads that live at the same time are of one process. */
    private static boolean overlap(Timeline timeline, int a, int b) {
        return timeline.threadStart(a) <= timeline.threadEnd(b) && timeline.threadStart(b) <= timeline.threadEnd(a);
    }

    /** The threads of some processes; those of all if none is named. Where one is not there, whoever asks the threads of a timeline gets a {@link NoSuchThreadException}. */
    public static Question.Origins processes(List<ThreadName> names) {
        return timeline -> names.stream().map(name -> name.resolveProcess(timeline)).reduce(IntPredicate::or).orElse(null);
    }

    /** How a thread is written so that it can be read back: {@code HOST:TID}, with its name. */
    private static String describe(Timeline timeline, int thread) {
        return Vertex.of(timeline, thread).selector();
    }

    private List<Integer> candidates(Timeline timeline) {
        int colon = text.indexOf(':');
        for (int host = 0; colon > 0 && host < timeline.hostCount(); host++) {
            if (timeline.hostName(host).equals(text.substring(0, colon))) {
                List<Integer> found = candidates(timeline, host, text.substring(colon + 1));
                if (!found.isEmpty()) {
                    return found;
                }
            }
        }
        List<Integer> found = candidates(timeline, Timeline.NONE, text);
        return !found.isEmpty() ? found
                : IntStream.range(0, timeline.threadCount()).filter(thread -> VertexNames.phrase(timeline, thread).equals(text.strip()))
                        .boxed()
                        .toList();
    }

    /** By thread id if it is a number and there is such a thread, else by name. */
    private static List<Integer> candidates(Timeline timeline, int host, String selector) {
        int tid = selector.matches("\\d{1,9}") ? Integer.parseInt(selector) : -1;
        List<Integer> byTid = new ArrayList<>();
        List<Integer> byName = new ArrayList<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (host == Timeline.NONE || timeline.host(thread) == host) {
                if (tid >= 0 && timeline.tid(thread) == tid) {
                    byTid.add(thread);
                }
                if (timeline.name(thread).equals(selector)) {
                    byName.add(thread);
                }
            }
        }
        return byTid.isEmpty() ? byName : byTid;
    }

    /** The hosts, if what may be meant as one is none. */
    private String hosts(Timeline timeline) {
        int colon = text.indexOf(':');
        return colon <= 0 || isHost(timeline, text.substring(0, colon)) ? ""
                : "; the hosts are "
                        + IntStream.range(0, timeline.hostCount()).mapToObj(timeline::hostName).collect(Collectors.joining(", "));
    }

    private static boolean isHost(Timeline timeline, String name) {
        return IntStream.range(0, timeline.hostCount()).mapToObj(timeline::hostName).anyMatch(name::equals);
    }

    /** Names that are nearly the same first, each as it can be written; where a host was named, with its own. */
    private String similar(Timeline timeline) {
        int colon = text.indexOf(':');
        List<String> typed = new ArrayList<>(List.of(text.substring(colon + 1)));
        if (colon > 0 && !isHost(timeline, text.substring(0, colon))) {
            typed.add(text); // the colon may belong to the name
        }
        typed.removeIf(part -> part.chars().allMatch(Character::isDigit)); // similar to a number is nothing
        Map<String, Integer> slips = new LinkedHashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            String name = timeline.name(thread);
            if (!name.isEmpty()) {
                String shown = colon > 0 ? timeline.hostName(timeline.host(thread)) + ':' + name : name;
                slips.computeIfAbsent(shown, unknown -> typed.stream()
                        .mapToInt(part -> slips(part.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT))).min()
                        .orElse(Integer.MAX_VALUE));
            }
        }
        List<String> names = slips.entrySet().stream().filter(one -> one.getValue() <= MOST_APART)
                .sorted(Map.Entry.comparingByValue()).limit(MOST_LISTED).map(Map.Entry::getKey).toList();
        return names.isEmpty() ? "" : "; similar names: " + String.join(", ", names);
    }

    /** How far a name is from what was typed: more than {@link #MOST_APART} if it is another one. */
    private static int slips(String typed, String name) {
        int slips = EditDistance.of(typed, name);
        if (slips <= Math.min(MOST_SLIPS, typed.length() / LETTERS_A_SLIP)) {
            return slips;
        }
        return name.contains(typed) ? MOST_SLIPS + 1 : typed.contains(name) ? MOST_APART : MOST_APART + 1;
    }

    private static String list(Timeline timeline, List<Integer> threads, boolean lives) {
        String shown = threads.stream().limit(MOST_LISTED).map(thread -> describe(timeline, thread) + (lives ? " from "
                + TimeFormat.timeOfDay(timeline.threadStart(thread)) + " to " + TimeFormat.timeOfDay(timeline.threadEnd(thread)) : ""))
                .collect(Collectors.joining(", "));
        return threads.size() <= MOST_LISTED ? shown : shown + " and " + (threads.size() - MOST_LISTED) + " more";
    }
}
