/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.offcpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.function.CallLog;
import org.bowline.core.function.FunctionNames;
import org.bowline.core.timeline.Timeline;

/**
 * The code that threads waited in, wait by wait: of the call stack with which the wait began, or else of functions whose begin and end were recorded. Keeps the paths of functions that were asked for; not safe for several threads.
 */
public final class WaitCode {
    private static final int MOST_SHORTENED = 4;
    private static final Pattern NAMELESS = Pattern.compile("(?:0x[0-9a-f]+|.*\\+0x[0-9a-f]+)(?: \\(.*\\))?");

    private final Timeline timeline;
    private final OffCpu.Code code;
    private final Int2ObjectOpenHashMap<List<String>> paths = new Int2ObjectOpenHashMap<>();

    /**
     * The code of a wait.
     *
     * @param functions that the thread was in, outermost first; empty if none were recorded; {@code …} for callers that are not known
     * @param call the system call; empty if it is not known
     * @param kernel functions of the kernel that the call was in, outermost first; empty if no call stack was recorded
     */
    public record Chain(List<String> functions, String call, List<String> kernel) {
        /** Copies the lists. */
        public Chain {
            functions = List.copyOf(functions);
            kernel = List.copyOf(kernel);
        }

        /** Whether nothing is known of it. */
        public boolean isEmpty() {
            return functions.isEmpty() && call.isEmpty();
        }

        /** Functions and the system call, unless the innermost function is the library's of that name; outermost first. */
        public List<String> whole() {
            List<String> whole = new ArrayList<>(functions);
            String last = functions.isEmpty() ? "" : functions.get(functions.size() - 1);
            if (!call.isEmpty() && !last.equals(call) && !last.startsWith(call + " (")) {
                whole.add(call);
            }
            return whole;
        }

        /** Whether a function has a name: those that are {@code file+0xoffset}, an address or not known have none. The system call is not a function. */
        public boolean namesFunction() {
            return functions.stream().anyMatch(WaitCode::isName);
        }

        /**
         * What names code, outermost first: of the functions with a name, and the system call, the {@value WaitCode#MOST_SHORTENED} innermost; {@code …} for those between or below them that have none.
         */
        public List<String> shortened() {
            Deque<String> parts = new ArrayDeque<>();
            List<String> whole = whole();
            int named = 0;
            for (int i = whole.size() - 1; i >= 0 && named < MOST_SHORTENED; i--) {
                if (isName(whole.get(i))) {
                    parts.addFirst(whole.get(i));
                    named++;
                } else if (!StackNames.UNKNOWN.equals(parts.peekFirst())) {
                    parts.addFirst(StackNames.UNKNOWN);
                }
            }
            if (StackNames.UNKNOWN.equals(parts.peekFirst())) {
                parts.removeFirst();
            }
            return List.copyOf(parts);
        }

        private Chain withoutKernel() {
            return new Chain(functions, call, List.of());
        }
    }

    /**
     * The time of alike waits.
     *
     * @param chain their code, wherever in the kernel they were
     * @param nanos for how long
     * @param waits how many
     */
    public record Total(Chain chain, long nanos, long waits) {}

    /**
     * The code that most of the time of some waits was in, as far as it has names.
     *
     * @param code {@linkplain Chain#shortened shortened}; several chains that only differ in what has no name are one
     * @param nanos for how long
     * @param waits how many
     * @param share of the time of all of these waits, 0 … 1
     * @param namesFunction whether it names a function, and not the system call alone
     */
    public record Heaviest(List<String> code, long nanos, long waits, double share, boolean namesFunction) {
        /** Copies the list. */
        public Heaviest {
            code = List.copyOf(code);
        }

        /** Of some waits; null if no name is known of any. */
        public static @Nullable Heaviest of(List<Total> totals) {
            Map<List<String>, Heaviest> byCode = new LinkedHashMap<>();
            double all = totals.stream().mapToLong(Total::nanos).sum();
            for (Total total : totals) {
                List<String> code = total.chain().shortened();
                if (!code.isEmpty()) {
                    byCode.merge(code, new Heaviest(code, total.nanos(), total.waits(), total.nanos() / all, total.chain().namesFunction()),
                            Heaviest::and);
                }
            }
            return byCode.values().stream().max(Comparator.comparingLong(Heaviest::nanos)).orElse(null);
        }

        private Heaviest and(Heaviest other) {
            return new Heaviest(code, nanos + other.nanos, waits + other.waits, share + other.share, namesFunction || other.namesFunction);
        }
    }

    /** Adds waits up by their code. Not safe for several threads. */
    public static final class Sums {
        private final Map<Chain, long[]> sums = new HashMap<>();

        /** Adds a wait, or another part of the one that was added last. */
        public void add(Chain chain, int segment, long nanos) {
            long[] sum = sums.computeIfAbsent(chain.withoutKernel(), key -> new long[] {0, 0, Timeline.NONE});
            sum[0] += nanos;
            sum[1] += sum[2] == segment ? 0 : 1;
            sum[2] = segment;
        }

        /** Adds what others have added up. */
        public void add(List<Total> totals) {
            for (Total total : totals) {
                long[] sum = sums.computeIfAbsent(total.chain(), key -> new long[] {0, 0, Timeline.NONE});
                sum[0] += total.nanos();
                sum[1] += total.waits();
            }
        }

        /** The longest first. */
        public List<Total> totals() {
            List<Total> totals = new ArrayList<>();
            sums.forEach((chain, sum) -> totals.add(new Total(chain, sum[0], sum[1])));
            totals.sort(Comparator.comparingLong(Total::nanos).reversed().thenComparing(total -> total.chain().toString()));
            return List.copyOf(totals);
        }
    }

    /** Of a recording. */
    public WaitCode(Timeline timeline, OffCpu.Code code) {
        this.timeline = timeline;
        this.code = code;
    }

    /** The code of the wait that a blocked segment of a thread is. A call stack says more than functions that were instrumented. */
    public Chain of(int thread, int segment) {
        StackNames stacks = code.stacks();
        StackNames.Frames frames = stacks == null ? null : stacks.ofSegment(segment);
        String call = code.systemCalls().of(segment);
        return new Chain(frames != null && !frames.functions().isEmpty() ? frames.functions() : functions(thread, timeline.start(segment)),
                call.isEmpty() && frames != null ? frames.call() : call, frames == null ? List.of() : frames.kernel());
    }

    /** What the thread that ended a wait was in, when it did so; empty if it was none, or that was not recorded. A call stack or a system call is there only if those of wakers were read. */
    public Chain waker(int thread, int segment) {
        if (!WakeUps.isByThread(timeline, segment)) {
            return new Chain(List.of(), "", List.of());
        }
        StackNames stacks = code.stacks();
        StackNames.Frames frames = stacks == null ? null : stacks.ofWaker(segment);
        String call = code.systemCalls().ofWaker(segment);
        return new Chain(
                frames != null && !frames.functions().isEmpty() ? frames.functions()
                        : functions(timeline.target(segment), WakeUps.time(timeline, thread, segment)),
                call.isEmpty() && frames != null ? frames.call() : call, frames == null ? List.of() : frames.kernel());
    }

    private List<String> functions(int thread, long time) {
        CallLog log = code.calls();
        if (log == null) {
            return List.of();
        }
        int[] at = {CallLog.OUTSIDE};
        log.slices(thread, time, time + 1, (node, nanos) -> at[0] = node);
        return paths.computeIfAbsent(at[0], this::path);
    }

    private List<String> path(int node) {
        CallLog log = code.calls();
        FunctionNames known = code.names();
        if (log == null || known == null || node == CallLog.OUTSIDE) {
            return List.of();
        }
        Deque<String> path = new ArrayDeque<>();
        for (int one = node; one > CallLog.OUTSIDE; one = log.parent(one)) {
            path.addFirst(known.name(log.function(one)));
        }
        return List.copyOf(path);
    }

    private static boolean isName(String function) {
        return !function.equals(StackNames.UNKNOWN) && !NAMELESS.matcher(function).matches();
    }
}
