/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/** A way through a plan: where each key stands, and what is wrong. */
final class Walk {
    private final String file;
    private final Map<String, Integer> lines = new HashMap<>();
    private final List<String> problems = new ArrayList<>();

    Walk(String file) {
        this.file = file;
    }

    /** Remembers where a key stands. */
    void at(Node node, String path) {
        lines.putIfAbsent(path, line(node));
    }

    /** Notes what is wrong with the value of a key. */
    void problem(Node node, String path, String text) {
        problem(line(node), path, text);
    }

    /** The same after all was read. */
    void problem(String path, String text) {
        problem(lines.getOrDefault(path, 1), path, text);
    }

    void problem(int line, String path, String text) {
        problems.add(file + ", line " + line + (path.isEmpty() ? "" : ", " + path) + ": " + text);
    }

    void check() throws PlanException {
        if (!problems.isEmpty()) {
            throw new PlanException(problems);
        }
    }

    private static int line(Node node) {
        return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }
}
