/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;

import org.bowline.core.progress.Progress;

/**
 * How the strongly connected components of a graph fall apart while its edges are taken away, last one first: a tree whose leaves are the
 * vertices and whose inner nodes are components. An inner node lives as long as the edge at its {@link #breakingEdge} is there; then it
 * falls into its children. The longest edge that leaves a node is its {@link #wayOut}.
 *
 * <p>R. Tarjan, "An improved algorithm for hierarchical clustering using strong components", 1983: which components exist with the first
 * half of the edges is found directly; inside each of them the first half, and between them the second half, are solved in the same way.
 * Each edge goes into one of the two, so all is done in O(edges × log edges).
 */
final class ComponentTree {
    /** No edge, no node. */
    static final int NONE = -1;

    private final int leaves;
    private final Progress progress;
    /** Position of each vertex's self-loop, or {@link #NONE}. */
    private final int[] selfLoop;
    /** Of a leaf: the edge at which its parent breaks. */
    private final int[] breaking;
    private final boolean[] simple;
    /** Position of the longest edge that leaves each node, or {@link #NONE}. */
    private final int[] wayOut;
    private final int[] firstChild;
    private final int[] nextSibling;
    private final int[] roots;
    private int nodes;
    /** Scratch: a node's number within the present sub-problem. */
    private final int[] local;

    /**
     * @param vertices number of vertices; each should have an edge
     * @param sources sources of the edges, those that stay longest first
     * @param targets their targets
     * @param longest positions of the edges, those that are the last to be passed over where they lead out of a component first
     */
    ComponentTree(int vertices, int[] sources, int[] targets, int[] longest, Progress progress) {
        this.leaves = vertices;
        this.progress = progress;
        int capacity = Math.max(2 * vertices, 1);
        selfLoop = new int[vertices];
        Arrays.fill(selfLoop, NONE);
        breaking = new int[capacity];
        Arrays.fill(breaking, NONE);
        simple = new boolean[capacity];
        wayOut = new int[capacity];
        Arrays.fill(wayOut, NONE);
        firstChild = new int[capacity];
        Arrays.fill(firstChild, NONE);
        nextSibling = new int[capacity];
        local = new int[capacity];
        nodes = vertices;
        Edges all = new Edges(sources.length);
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] == targets[i]) {
                selfLoop[sources[i]] = i;
            } else {
                all.add(sources[i], targets[i], i);
            }
        }
        int[] members = new int[vertices];
        Arrays.setAll(members, i -> i);
        Edges between = new Edges(all.size);
        roots = contract(members, all, all.size, NONE, between);
        findWaysOut(sources, targets, longest);
    }

    /**
     * The longest edge that leaves each node. An edge from u to v leaves the nodes above u that do not hold v; those that a longer edge leaves
     * are passed over in one step (union-find), so all is done in almost O(edges).
     */
    private void findWaysOut(int[] sources, int[] targets, int[] longest) {
        int[] parent = new int[nodes];
        int[] begin = new int[nodes];
        int[] end = new int[nodes];
        number(parent, begin, end);
        int[] jump = new int[nodes]; // towards the lowest node above, or the node itself, that has no way out yet
        Arrays.setAll(jump, node -> node);
        for (int i : longest) {
            int target = begin[targets[i]];
            int node = lowestOpen(sources[i], jump);
            while (node != NONE && !(begin[node] <= target && target < end[node])) {
                wayOut[node] = i;
                jump[node] = parent[node];
                node = parent[node] == NONE ? NONE : lowestOpen(parent[node], jump);
            }
        }
    }

    /** Parents, and the leaves of each node as a range of numbers. */
    private void number(int[] parent, int[] begin, int[] end) {
        int[] open = new int[nodes];
        int count = 0;
        int size = 0;
        for (int root : roots) {
            parent[root] = NONE;
            open[size++] = root;
        }
        while (size > 0) {
            int node = open[--size];
            begin[node] = count;
            count += isLeaf(node) ? 1 : 0;
            for (int child = firstChild[node]; child != NONE; child = nextSibling[child]) {
                parent[child] = node;
                open[size++] = child;
            }
        }
        // children have smaller numbers than their parents
        for (int node = 0; node < nodes; node++) {
            if (isLeaf(node)) {
                end[node] = begin[node] + 1;
            }
            if (parent[node] != NONE) {
                end[parent[node]] = Math.max(end[parent[node]], end[node]);
            }
        }
    }

    private static int lowestOpen(int from, int[] jump) {
        int node = from;
        while (node != NONE && jump[node] != node) {
            int next = jump[node];
            if (next != NONE) {
                jump[node] = jump[next]; // halves the way for the next who comes by
            }
            node = next;
        }
        return node;
    }

    int[] roots() {
        return roots;
    }

    /** Number of nodes; the first ones are the vertices. */
    int size() {
        return nodes;
    }

    boolean isLeaf(int node) {
        return node < leaves;
    }

    int firstChild(int node) {
        return firstChild[node];
    }

    int nextSibling(int node) {
        return nextSibling[node];
    }

    /** Position of the longest edge that leads from inside a node to a vertex outside, or {@link #NONE}. */
    int wayOut(int node) {
        return wayOut[node];
    }

    /** Whether an inner node, before it would break, is one simple cycle. */
    boolean isSimpleCycle(int node) {
        return simple[node];
    }

    /** Position of the edge without which an inner node breaks. */
    int breakingEdge(int node) {
        return breaking[node];
    }

    /** Position of the self-loop that a vertex still has when it comes to be alone, or {@link #NONE}. */
    int selfLoop(int vertex) {
        return breaking[vertex] == NONE || selfLoop[vertex] < breaking[vertex] ? selfLoop[vertex] : NONE;
    }

    /** Edges of a sub-problem, between nodes, by position. */
    private static final class Edges {
        final int[] sources;
        final int[] targets;
        final int[] positions;
        int size;

        Edges(int capacity) {
            sources = new int[capacity];
            targets = new int[capacity];
            positions = new int[capacity];
        }

        void add(int source, int target, int position) {
            sources[size] = source;
            targets[size] = target;
            positions[size++] = position;
        }
    }

    /**
     * Finds the components that the first edges make of some nodes, and solves each.
     *
     * @param members the nodes
     * @param edges edges between them
     * @param first how many of the edges to take
     * @param low with the edges up to this position, no two members are in one component
     * @param between gets all edges that lead from one of the resulting nodes to another
     * @return one node per component
     */
    private int[] contract(int[] members, Edges edges, int first, int low, Edges between) {
        progress.check();
        int[] sources = new int[edges.size];
        int[] targets = new int[edges.size];
        for (int i = 0; i < members.length; i++) {
            local[members[i]] = i;
        }
        for (int i = 0; i < edges.size; i++) {
            sources[i] = local[edges.sources[i]];
            targets[i] = local[edges.targets[i]];
        }
        StrongComponents components = new StrongComponents(members.length, sources, targets, first);
        int count = components.count();
        int[] memberCount = new int[count];
        int[] edgeCount = new int[count];
        for (int i = 0; i < members.length; i++) {
            memberCount[components.of(i)]++;
        }
        for (int i = 0; i < first; i++) {
            if (components.of(sources[i]) == components.of(targets[i])) {
                edgeCount[components.of(sources[i])]++;
            }
        }
        int[] result = new int[count];
        int[][] memberLists = new int[count][];
        Edges[] edgeLists = new Edges[count];
        for (int c = 0; c < count; c++) {
            memberLists[c] = new int[memberCount[c]];
            edgeLists[c] = new Edges(edgeCount[c]);
        }
        for (int i = 0; i < members.length; i++) {
            int c = components.of(i);
            memberLists[c][--memberCount[c]] = members[i];
        }
        for (int i = 0; i < first; i++) {
            int c = components.of(sources[i]);
            if (c == components.of(targets[i])) {
                edgeLists[c].add(edges.sources[i], edges.targets[i], edges.positions[i]);
            }
        }
        for (int c = 0; c < count; c++) {
            result[c] = memberLists[c].length == 1 ? memberLists[c][0] : build(memberLists[c], edgeLists[c], low);
        }
        for (int i = 0; i < edges.size; i++) {
            int from = result[components.of(sources[i])];
            int to = result[components.of(targets[i])];
            if (from != to) {
                between.add(from, to, edges.positions[i]);
            }
        }
        return result;
    }

    /**
     * The node of one component. Calls itself through {@link #contract} with at most half of the edges beyond {@code low}: the depth is
     * at most log2 of the number of edges, whatever the data.
     *
     * @param members nodes of which no two are in one component with the edges up to {@code low}
     * @param edges edges between them, which make them one component
     */
    private int build(int[] members, Edges edges, int low) {
        int[] parts = members;
        Edges open = edges;
        int solved = low;
        while (true) {
            int known = 0;
            while (open.positions[known] <= solved) {
                known++;
            }
            int undecided = open.size - known;
            if (undecided == 1) {
                return join(parts, open);
            }
            int first = known + (undecided + 1) / 2;
            Edges between = new Edges(open.size);
            parts = contract(parts, open, first, solved, between);
            if (parts.length == 1) {
                return parts[0];
            }
            solved = open.positions[first - 1];
            open = between;
        }
    }

    /** The node of a component that the last of the edges makes. */
    private int join(int[] members, Edges edges) {
        int node = nodes++;
        breaking[node] = edges.positions[edges.size - 1];
        boolean cycle = edges.size == members.length;
        for (int i = members.length - 1; i >= 0; i--) {
            int member = members[i];
            if (isLeaf(member)) {
                breaking[member] = breaking[node];
            }
            cycle &= isLeaf(member) && (selfLoop[member] == NONE || selfLoop[member] > breaking[node]);
            nextSibling[member] = firstChild[node];
            firstChild[node] = member;
        }
        simple[node] = cycle;
        return node;
    }
}
