/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.function;

import java.util.HashMap;
import java.util.Map;

/**
 * How large the tree of the recorded calls is.
 *
 * @param callPaths how many call paths there are: functions as called by the ones above them
 * @param deepest how many functions the longest call path has, among those whose callers are all known
 * @param functions by name
 */
public record CallShape(int callPaths, int deepest, Map<String, OfFunction> functions) {
    /** No function was recorded. */
    public static final CallShape NONE = new CallShape(0, 0, Map.of());

    /**
     * A function.
     *
     * @param callPaths how many call paths end in it
     * @param depth how many functions the shortest of them has, itself included; 0 if its callers are known of none
     */
    public record OfFunction(int callPaths, int depth) {
        private OfFunction plus(int another) {
            return new OfFunction(callPaths + 1, depth == 0 ? another : another == 0 ? depth : Math.min(depth, another));
        }
    }

    /** Copies the map. */
    public CallShape {
        functions = Map.copyOf(functions);
    }

    /** Of what was recorded. O(call paths). */
    public static CallShape of(CallLog calls, FunctionNames names) {
        int[] depths = new int[calls.nodeCount()];
        Map<String, OfFunction> functions = new HashMap<>();
        int deepest = 0;
        int paths = 0;
        for (int node = CallLog.AFTER_LOSS + 1; node < depths.length; node++) {
            int parent = calls.parent(node); // has the smaller number
            depths[node] = parent != CallLog.OUTSIDE && depths[parent] == 0 ? 0 : depths[parent] + 1; // 0 below what was lost
            deepest = Math.max(deepest, depths[node]);
            paths++;
            functions.put(names.name(calls.function(node)),
                    functions.getOrDefault(names.name(calls.function(node)), new OfFunction(0, 0)).plus(depths[node]));
        }
        return new CallShape(paths, deepest, functions);
    }

    /** In which round of a loop that begins with one function, and goes one call deeper each time, all of these can have been recorded: the largest of their depths. */
    public int rounds() {
        return functions.values().stream().mapToInt(OfFunction::depth).max().orElse(0);
    }
}
