/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

import org.jgrapht.Graph;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DirectedPseudograph;
import org.jgrapht.nio.BaseEventDrivenImporter;
import org.jgrapht.nio.dot.DOTImporter;
import org.jgrapht.nio.graphml.GraphMLImporter;
import org.jgrapht.util.SupplierUtil;
import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.Lanes;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.ThreadGroups.Way;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;

/** What is written as DOT, GraphML and stacks, read again by others. */
class GraphExportTest {
    private static final String AWKWARD = "a;\"b\"\\<c>&\n\u0001ü";

    /** A thread with an awkward name waits for one with a disk, on two hosts; a timer has its part. */
    private static WaitForGraph graph() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A \"x\"");
        builder.host("B");
        int a = builder.thread(0, 1, 1, AWKWARD);
        int b = builder.thread(1, 2, 1, "b");
        int disk = builder.resource(1, VertexKind.DISK, "vda");
        int timer = builder.resource(0, VertexKind.TIMER, "timer");
        builder.blocked(a, 0, 500, Cause.THREAD, b, Timeline.NONE, 0);
        builder.blocked(a, 500, 800, Cause.TIMER, timer, Timeline.NONE, 0);
        builder.segment(a, 800, 1000, ThreadState.RUNNING, 0);
        int request = builder.request(disk, b, 100, 100, 400);
        builder.segment(b, 0, 100, ThreadState.RUNNING, 0);
        builder.blocked(b, 100, 400, Cause.DISK, disk, request, 0);
        builder.segment(b, 400, 1000, ThreadState.RUNNING, 0);
        return WaitForAnalysis.run(builder.build(), 0, 1000, null, Progress.NONE);
    }

    private static List<Knot> knots(WaitForGraph graph) {
        return KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE).knots();
    }

    /** What idles waits for new work, and so does who waits for the timer. */
    private static IntFunction<String> newWork(WaitForGraph graph) {
        return edge -> graph.isIdle(edge) ? "idle-device" : graph.timeline().kind(graph.target(edge)) == VertexKind.TIMER ? "marked" : "";
    }

    private static Graph<String, DefaultEdge> empty() {
        return new DirectedPseudograph<>(SupplierUtil.createStringSupplier(), SupplierUtil.createDefaultEdgeSupplier(), false);
    }

    /** What an importer tells of attributes: "v0.name" → value, and for edges "v0 v1.weight_ns". */
    private static Map<String, String> attributes(Graph<String, DefaultEdge> graph,
            BaseEventDrivenImporter<String, DefaultEdge> importer) {
        Map<String, String> found = new HashMap<>();
        importer.addVertexAttributeConsumer((key, value) -> found.put(key.getFirst() + '.' + key.getSecond(), value.getValue()));
        importer.addEdgeAttributeConsumer((key, value) -> found.put(
                graph.getEdgeSource(key.getFirst()) + ' ' + graph.getEdgeTarget(key.getFirst()) + '.' + key.getSecond(), value.getValue()));
        return found;
    }

    private static void assertSameEdges(WaitForGraph graph, Graph<String, DefaultEdge> read, Map<String, String> attributes) {
        assertThat(read.edgeSet()).hasSize(graph.edgeCount());
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            String ends = "v" + graph.source(edge) + " v" + graph.target(edge);
            assertThat(attributes).containsEntry(ends + ".weight_ns", Long.toString(graph.weightNanos(edge)))
                    .containsEntry(ends + ".direct_ns", Long.toString(graph.directNanos(edge)))
                    .containsEntry(ends + ".waits", Integer.toString(graph.waits(edge)));
        }
    }

    @Test
    void dotIsReadAgainWithAllEdgesAndNames() throws IOException {
        WaitForGraph graph = graph();
        StringWriter out = new StringWriter();
        DotWriter.write(graph, knots(graph), newWork(graph), out);
        Graph<String, DefaultEdge> read = empty();
        DOTImporter<String, DefaultEdge> importer = new DOTImporter<>();
        importer.setVertexFactory(id -> id);
        Map<String, String> attributes = attributes(read, importer);
        importer.importGraph(read, new StringReader(out.toString()));
        assertSameEdges(graph, read, attributes);
        assertThat(attributes).containsEntry("v1.knot", "1").containsEntry("v1.role", "knot").containsEntry("v2.kind", "disk")
                .containsEntry("v2.host", "B");
        assertThat(out.toString()).contains("label=\"A \\\"x\\\"\"", "name=\"a;\\\"b\\\"\\\\<c>&\\n\ufffdü\"");
    }

    @Test
    void graphMlObeysItsSchemaAndIsReadAgain() throws IOException {
        WaitForGraph graph = graph();
        StringWriter out = new StringWriter();
        GraphMlWriter.write(graph, knots(graph), newWork(graph), out);
        Graph<String, DefaultEdge> read = empty();
        GraphMLImporter<String, DefaultEdge> importer = new GraphMLImporter<>();
        importer.setSchemaValidation(true);
        importer.setVertexFactory(id -> id);
        Map<String, String> attributes = attributes(read, importer);
        importer.importGraph(read, new StringReader(out.toString()));
        assertSameEdges(graph, read, attributes);
        assertThat(attributes).containsEntry("v0.name", "a;\"b\"\\<c>&\ufffd\ufffdü").containsEntry("v0.tid", "1")
                .containsEntry("v1.role", "knot").containsEntry("v2 v1.idle", "true").containsEntry("v1 v2.inside", "1")
                .doesNotContainKey("v2.tid");
    }

    @Test
    void waitsForNewWorkAreMarkedWithTheReasonAndOthersAreNot() throws IOException {
        WaitForGraph graph = graph();
        Map<String, String> dot = readDot(graph);
        Map<String, String> xml = readGraphMl(graph);
        for (Map<String, String> attributes : List.of(dot, xml)) {
            assertThat(attributes).containsEntry("v2 v1.new_work", "idle-device").containsEntry("v0 v3.new_work", "marked")
                    .doesNotContainKeys("v0 v1.new_work", "v1 v2.new_work");
        }
        assertThat(dot).containsEntry("v0 v3.style", "dotted").containsEntry("v2 v1.style", "dashed");
    }

    @Test
    void threadsThatAreOneVertexTellHowManyTheyAreAndWhy() throws IOException {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A");
        int one = builder.thread(0, 1, 1, "worker-1");
        int two = builder.thread(0, 2, 1, "worker-2");
        int main = builder.thread(0, 3, 1, "main");
        builder.blocked(one, 0, 500, Cause.THREAD, main, Timeline.NONE, 0);
        builder.blocked(two, 0, 400, Cause.THREAD, main, Timeline.NONE, 0);
        builder.segment(main, 0, 1000, ThreadState.RUNNING, 0);
        Timeline timeline = builder.build();
        ThreadGroups groups = ThreadGroups.of(timeline, List.of(new ThreadGroups.Group(Way.NAMES, "worker-* ×2", new int[] {one, two},
                Lanes.of(timeline, new int[] {one, two}, 0, 1000), Timeline.NONE, false)));
        WaitForGraph graph = WaitForAnalysis.run(timeline, 0, 1000, null, Progress.NONE).merged(groups);
        for (Map<String, String> attributes : List.of(readDot(graph), readGraphMl(graph))) {
            assertThat(attributes).containsEntry("v0.threads", "2").containsEntry("v0.merged", "names").containsEntry("v0.kind", "pool")
                    .containsEntry("v0.name", "worker-* ×2").containsEntry("v2.tid", "3").doesNotContainKeys("v2.threads", "v2.merged");
        }
    }

    private static Map<String, String> readDot(WaitForGraph graph) throws IOException {
        StringWriter out = new StringWriter();
        DotWriter.write(graph, knots(graph), newWork(graph), out);
        Graph<String, DefaultEdge> read = empty();
        DOTImporter<String, DefaultEdge> importer = new DOTImporter<>();
        importer.setVertexFactory(id -> id);
        Map<String, String> attributes = attributes(read, importer);
        importer.importGraph(read, new StringReader(out.toString()));
        return attributes;
    }

    private static Map<String, String> readGraphMl(WaitForGraph graph) throws IOException {
        StringWriter out = new StringWriter();
        GraphMlWriter.write(graph, knots(graph), newWork(graph), out);
        Graph<String, DefaultEdge> read = empty();
        GraphMLImporter<String, DefaultEdge> importer = new GraphMLImporter<>();
        importer.setSchemaValidation(true);
        importer.setVertexFactory(id -> id);
        Map<String, String> attributes = attributes(read, importer);
        importer.importGraph(read, new StringReader(out.toString()));
        return attributes;
    }

    @Test
    void stacksAddUpToTheDirectWaits() throws IOException {
        WaitForGraph graph = graph();
        StringWriter out = new StringWriter();
        CollapsedWriter.write(graph, out);
        assertThat(out.toString().lines()).allMatch(line -> line.matches("([^;]+;){4}[^;]+ [0-9]+"))
                .contains("B;process 1;b (2);waits for disk;disk vda (B) 300");
        long sum = out.toString().lines().mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).sum();
        assertThat(sum).isEqualTo(graph.statistics().waitNanos()).isEqualTo(1100);
    }

    @Test
    void aGraphWithoutEdgesIsStillAGraph() throws IOException {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A");
        WaitForGraph graph = WaitForAnalysis.run(builder.build(0, 10), 0, 10, null, Progress.NONE);
        StringWriter dot = new StringWriter();
        DotWriter.write(graph, List.of(), edge -> "", dot);
        new DOTImporter<String, DefaultEdge>().importGraph(empty(), new StringReader(dot.toString()));
        StringWriter xml = new StringWriter();
        GraphMlWriter.write(graph, List.of(), edge -> "", xml);
        new GraphMLImporter<String, DefaultEdge>().importGraph(empty(), new StringReader(xml.toString()));
        StringWriter stacks = new StringWriter();
        CollapsedWriter.write(graph, stacks);
        assertThat(stacks.toString()).isEmpty();
    }
}
