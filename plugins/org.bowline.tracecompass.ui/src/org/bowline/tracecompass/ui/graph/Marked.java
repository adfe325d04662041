/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.BitSet;
import java.util.stream.IntStream;

import org.bowline.core.timeline.Timeline;
import org.bowline.report.graph.GraphPicture;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.analysis.ThreadMark;

/**
 * Which threads a person marked.
 *
 * @param workers that do the work
 * @param background that do none of it
 */
record Marked(BitSet workers, BitSet background) {
    static final Marked NONE = new Marked(new BitSet(), new BitSet());

    static Marked of(GivenOptions options, Timeline timeline) {
        return new Marked(ThreadMark.WORKER.threads(options, timeline), ThreadMark.BACKGROUND.threads(options, timeline));
    }

    /** The mark of a node in a word, if all of its threads have it; empty if there is none. Of both the last counts, as in the engine. */
    String of(GraphPicture picture, int node) {
        int[] threads = threads(picture, node);
        return has(background, threads) ? Messages.Graph_BackgroundMark : has(workers, threads) ? Messages.Graph_WorkerMark : "";
    }

    private static boolean has(BitSet mark, int[] threads) {
        return threads.length > 0 && IntStream.of(threads).allMatch(mark::get);
    }

    /** The threads of a node: of a pool, and of threads that are one vertex, all of them; none of a device, and of what is folded. */
    static int[] threads(GraphPicture picture, int node) {
        int count = picture.graph().timeline().threadCount();
        return picture.nodes().get(node).isRest() ? new int[0]
                : IntStream.of(picture.vertices(node)).flatMap(vertex -> IntStream.of(picture.graph().groups().members(vertex)))
                        .filter(vertex -> vertex < count).toArray();
    }
}
