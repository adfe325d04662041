/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

/**
 * Where the time of a critical path went. Each list adds up to the whole; longest first, then in order of the path.
 *
 * @param nanos length of the path
 * @param parts by thread, state, cause, kind and target
 * @param hosts by host
 * @param threads by thread
 * @param states by state and cause
 */
public record PathTotals(long nanos, List<PathPart> parts, List<OfHost> hosts, List<OfThread> threads, List<OfState> states) {
    /**
     * Time in rows of a host's threads.
     *
     * @param host number of the host
     * @param nanos how long
     */
    public record OfHost(int host, long nanos) {}

    /**
     * Time in a thread's row.
     *
     * @param thread number of the thread
     * @param nanos how long
     */
    public record OfThread(int thread, long nanos) {}

    /**
     * Time in a state.
     *
     * @param state the state
     * @param cause what was waited for, if blocked
     * @param nanos how long
     */
    public record OfState(ThreadState state, Cause cause, long nanos) {}

    /** A state without its time, as a key. */
    private record Sort(ThreadState state, Cause cause) {}

    /** The totals of a path. O(legs). */
    public static PathTotals of(CriticalPath path) {
        List<PathPart> inOrder = inOrder(path);
        return new PathTotals(path.toNanos() - path.fromNanos(), longestFirst(inOrder, PathPart::nanos),
                sum(inOrder, part -> path.timeline().host(part.thread()), OfHost::new, OfHost::nanos),
                sum(inOrder, PathPart::thread, OfThread::new, OfThread::nanos),
                sum(inOrder, part -> new Sort(part.state(), part.cause()), (sort, nanos) -> new OfState(sort.state(), sort.cause(), nanos),
                        OfState::nanos));
    }

    /** The parts alone. O(legs). */
    public static List<PathPart> parts(CriticalPath path) {
        return longestFirst(inOrder(path), PathPart::nanos);
    }

    private static List<PathPart> inOrder(CriticalPath path) {
        Map<PathPart, Long> sums = new LinkedHashMap<>();
        for (int i = 0; i < path.size(); i++) {
            sums.merge(new PathPart(path.thread(i), path.state(i), path.cause(i), path.kind(i), path.target(i), 0), path.nanos(i),
                    Long::sum);
        }
        List<PathPart> result = new ArrayList<>();
        sums.forEach(
                (part, nanos) -> result.add(new PathPart(part.thread(), part.state(), part.cause(), part.kind(), part.target(), nanos)));
        return result;
    }

    private static <K, T> List<T> sum(List<PathPart> parts, Function<PathPart, K> key, BiFunction<K, Long, T> make,
            ToLongFunction<T> nanos) {
        Map<K, Long> sums = new LinkedHashMap<>();
        for (PathPart part : parts) {
            sums.merge(key.apply(part), part.nanos(), Long::sum);
        }
        List<T> result = new ArrayList<>();
        sums.forEach((k, n) -> result.add(make.apply(k, n)));
        return longestFirst(result, nanos);
    }

    /** A stable order: what is as long stays in order of the path. */
    private static <T> List<T> longestFirst(List<T> list, ToLongFunction<T> nanos) {
        List<T> result = new ArrayList<>(list);
        result.sort(Comparator.comparingLong(nanos).reversed());
        return List.copyOf(result);
    }
}
