/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Pools;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * A vertex of the wait-for graph, as reports name it.
 *
 * @param host its host's name
 * @param tid thread id, 0 for an idle thread; {@link Rows#ABSENT} unless it is a thread
 * @param name a thread's last name, a resource's name
 * @param called what it is called where people read it: its name, but a listener of the tracer's library by what it is
 * @param kind thread, disk, nic, network, timer, device, ipi, kernel or unknown; pool for several threads together
 * @param threads how many threads it is
 * @param merged why several threads are one vertex of the graph; empty if they are not
 */
public record Vertex(String host, long tid, String name, String called, String kind, int threads, String merged) {
    /** Characters of a name in a sentence. */
    private static final int MOST_OF_NAME = 100;

    /** The kind of several threads together. */
    private static final String POOL = "pool";

    /** No vertex: all fields empty. */
    public static final Vertex NONE = new Vertex("", Rows.ABSENT, "", "");

    /** One that is called by its name. */
    public Vertex(String host, long tid, String name, String kind) {
        this(host, tid, name, name, kind);
    }

    /** One that is no group of threads. */
    public Vertex(String host, long tid, String name, String called, String kind) {
        this(host, tid, name, called, kind, tid == Rows.ABSENT ? 0 : 1, "");
    }

    /** A vertex of a graph, in which several threads may be one. */
    public static Vertex of(WaitForGraph graph, int vertex) {
        ThreadGroups.Group group = graph.groups().of(vertex);
        Timeline timeline = graph.timeline();
        return group == null ? of(timeline, vertex)
                : new Vertex(timeline.hostName(timeline.host(vertex)), Rows.ABSENT, group.name(), group.name(), POOL,
                        group.threads().length, group.way().label());
    }

    /** A vertex of a timeline. */
    public static Vertex of(Timeline timeline, int vertex) {
        int host = timeline.isWay(vertex) ? Timeline.NONE : timeline.host(vertex); // the network is on none
        return new Vertex(host < 0 ? "" : timeline.hostName(host), vertex < timeline.threadCount() ? timeline.tid(vertex) : Rows.ABSENT,
                timeline.vertexName(vertex), called(timeline, vertex), timeline.kind(vertex).label());
    }

    /** What a vertex is called where people read it. */
    public static String called(Timeline timeline, int vertex) {
        return vertex < timeline.threadCount() ? ThreadRoles.called(timeline, vertex) : timeline.vertexName(vertex);
    }

    /** The threads of a pool, all or some of them, as one. */
    public static Vertex ofPool(Timeline timeline, int[] threads) {
        return threads.length == 1 ? of(timeline, threads[0]) : pool(timeline, threads);
    }

    /** Vertices of a graph that are one line. */
    public static Vertex ofPool(WaitForGraph graph, int[] vertices) {
        return vertices.length == 1 ? of(graph, vertices[0]) : pool(graph.timeline(), vertices);
    }

    private static Vertex pool(Timeline timeline, int[] threads) {
        String called = Pools.called(timeline, threads);
        return new Vertex(timeline.hostName(timeline.host(threads[0])), Rows.ABSENT, called, called, POOL, threads.length, "");
    }

    /** Whether it is several threads together. */
    public boolean isPool() {
        return kind.equals(POOL);
    }

    /** Whether it is a thread. */
    public boolean isThread() {
        return tid != Rows.ABSENT;
    }

    /** Whether it is a network interface. */
    public boolean isNic() {
        return kind.equals(VertexKind.NIC.label());
    }

    /** Whether it is a network interface, or the network between two hosts: what others give it are packets. */
    public boolean takesPackets() {
        return isNic() || kind.equals(VertexKind.NETWORK.label());
    }

    /** How a thread is written so that it can be read back: {@code HOST:TID}, with its name. */
    public String selector() {
        return host + ':' + tid + " (" + called + ')';
    }

    /** As written in a sentence: {@code w2-B (A:256)}, {@code disk vdd (A)}, {@code timer (A)}, {@code network A-B}. */
    public String phrase() {
        String shortName = PlainText.shorten(called, MOST_OF_NAME);
        String shortHost = PlainText.shorten(host, MOST_OF_NAME);
        if (isThread()) {
            return shortName + " (" + shortHost + ':' + tid + ')';
        }
        boolean named = kind.equals(VertexKind.DISK.label()) || kind.equals(VertexKind.NIC.label())
                || kind.equals(VertexKind.DEVICE.label())
                || kind.equals(VertexKind.NETWORK.label());
        return (named && !name.equals(kind) ? kind + ' ' + shortName : shortName) + (host.isEmpty() ? "" : " (" + shortHost + ')');
    }

    // Written out here and below: a record's own are made of method handles when they are first called, which a small recording notices (docs/adr/0226).
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Vertex vertex && tid == vertex.tid && threads == vertex.threads && host.equals(vertex.host)
                && name.equals(vertex.name) && called.equals(vertex.called) && kind.equals(vertex.kind) && merged.equals(vertex.merged);
    }

    @Override
    public int hashCode() {
        return 31 * (31
                * (31 * (31 * (31 * (31 * host.hashCode() + Long.hashCode(tid)) + name.hashCode()) + called.hashCode()) + kind.hashCode())
                + threads) + merged.hashCode();
    }
}
