/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.Set;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Pools;
import org.bowline.core.waitfor.SetAside;

/**
 * What to draw.
 *
 * @param hosts only vertices of these hosts get a node of their own; empty for all
 * @param processes only threads of these processes, and resources, get a node of their own; empty for all
 * @param maximalNodes so many nodes at most, the heaviest first; what is left is folded into one more per host
 * @param passive whether timers, inter-processor interrupts, other kernel work and the unknown are drawn: nobody can be blamed for them
 * @param textSize measures the names
 * @param aside what is neither drawn nor counted among the rest; null for nothing
 * @param newWork which edges of the graph are waits of threads for new work
 * @param pools threads that are one node; null if each is one
 * @param sideways whether lines lead from left to right, with the hosts below each other, for a low window; else down, with the hosts side by side
 * @param unfolded hosts of which nothing is folded, however many nodes that are; the empty name for what has no host
 */
public record PictureOptions(Set<String> hosts, Set<Process> processes, int maximalNodes, boolean passive, TextSize textSize,
        @Nullable SetAside aside, IntPredicate newWork, @Nullable Pools pools, boolean sideways, Set<String> unfolded) {
    /** Everything that matters, 60 nodes, for SVG. */
    public static final PictureOptions DEFAULT = new PictureOptions(Set.of(), Set.of(), 60, false, TextSize.SANS_12, null,
            edge -> false, null, false, Set.of());

    /**
     * A process.
     *
     * @param host its host's name
     * @param pid its id
     */
    public record Process(String host, int pid) {}

    /** Copies the sets and checks the number. */
    public PictureOptions {
        hosts = Set.copyOf(hosts);
        processes = Set.copyOf(processes);
        unfolded = Set.copyOf(unfolded);
        if (maximalNodes < 1) {
            throw new IllegalArgumentException("a picture has room for one node at least: maximalNodes=" + maximalNodes);
        }
    }

    /** The same with other hosts. */
    public PictureOptions withHosts(Set<String> newHosts) {
        return new PictureOptions(newHosts, processes, maximalNodes, passive, textSize, aside, newWork, pools, sideways, unfolded);
    }

    /** The same with other processes. */
    public PictureOptions withProcesses(Set<Process> newProcesses) {
        return new PictureOptions(hosts, newProcesses, maximalNodes, passive, textSize, aside, newWork, pools, sideways, unfolded);
    }

    /** The same with room for another number of nodes. */
    public PictureOptions withMaximalNodes(int newMaximalNodes) {
        return new PictureOptions(hosts, processes, newMaximalNodes, passive, textSize, aside, newWork, pools, sideways, unfolded);
    }

    /** The same with or without what nobody can be blamed for. */
    public PictureOptions withPassive(boolean newPassive) {
        return new PictureOptions(hosts, processes, maximalNodes, newPassive, textSize, aside, newWork, pools, sideways, unfolded);
    }

    /** The same for another font. */
    public PictureOptions withTextSize(TextSize newTextSize) {
        return new PictureOptions(hosts, processes, maximalNodes, passive, newTextSize, aside, newWork, pools, sideways, unfolded);
    }

    /** The same without what is set aside. */
    public PictureOptions without(@Nullable SetAside left) {
        return new PictureOptions(hosts, processes, maximalNodes, passive, textSize, left, newWork, pools, sideways, unfolded);
    }

    /** The same with some edges of the graph marked as waits of threads for new work. */
    public PictureOptions withNewWork(IntPredicate edges) {
        return new PictureOptions(hosts, processes, maximalNodes, passive, textSize, aside, edges, pools, sideways, unfolded);
    }

    /** The same with the threads of a pool as one node; null for each by itself. */
    public PictureOptions withPools(@Nullable Pools folded) {
        return new PictureOptions(hosts, processes, maximalNodes, passive, textSize, aside, newWork, folded, sideways, unfolded);
    }

    /** The same with lines from left to right, or down. */
    public PictureOptions withSideways(boolean newSideways) {
        return new PictureOptions(hosts, processes, maximalNodes, passive, textSize, aside, newWork, pools, newSideways, unfolded);
    }

    /** The same with the vertices of these hosts all drawn one by one; the empty name for what has no host. */
    public PictureOptions withUnfolded(Set<String> newUnfolded) {
        return new PictureOptions(hosts, processes, maximalNodes, passive, textSize, aside, newWork, pools, sideways, newUnfolded);
    }
}
