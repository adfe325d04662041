/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.Vertex;
import org.bowline.tracecompass.core.provider.AnalysisAccess;
import org.bowline.tracecompass.core.provider.ProviderFactory;
import org.bowline.tracecompass.core.provider.QueryParameters;

/**
 * The wait-for graph of a range as a tree: an entry for each vertex that waits, and below it one for each vertex that it waits for, the
 * heaviest first. The entry of a vertex has its number as id, that of an edge the number of vertices + the number of the edge.
 */
public final class WaitForDataProvider extends RangeDataProvider {
    /** Its id. */
    public static final String ID = "org.bowline.tracecompass.core.waitfor";

    WaitForDataProvider(ITmfTrace trace, AnalysisAccess access) {
        super(ID, List.of(Messages.Column_Name, Messages.Column_Host, Messages.Column_Kind, Messages.Column_Weight, Messages.Column_Share,
                Messages.Column_Direct, Messages.Column_Waits), trace, access);
    }

    @Override
    protected List<TmfTreeDataModel> entries(WaitForAnswer answer, QueryParameters parameters) {
        WaitForGraph graph = answer.graph();
        Timeline timeline = graph.timeline();
        List<TmfTreeDataModel> entries = new ArrayList<>();
        long[] weights = new long[graph.vertexCount()];
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            weights[graph.source(edge)] += graph.weightNanos(edge);
        }
        int[] vertices = IntStream.range(0, graph.vertexCount()).filter(vertex -> graph.firstEdge(vertex) < graph.endEdge(vertex)).boxed()
                .sorted((a, b) -> Long.compare(weights[b], weights[a])).mapToInt(Integer::intValue).toArray();
        for (int vertex : vertices) {
            long direct = 0;
            long waits = 0;
            Integer[] edges = IntStream.range(graph.firstEdge(vertex), graph.endEdge(vertex)).boxed().toArray(Integer[]::new);
            Arrays.sort(edges, (a, b) -> Long.compare(graph.weightNanos(b), graph.weightNanos(a)));
            for (int edge : edges) {
                direct += graph.directNanos(edge);
                waits += graph.waits(edge);
            }
            entries.add(new TmfTreeDataModel(vertex, -1, labels(answer, timeline, vertex, weights[vertex], direct, waits)));
            for (int edge : edges) {
                entries.add(new TmfTreeDataModel((long) graph.vertexCount() + edge, vertex, labels(answer, timeline, graph.target(edge),
                        graph.weightNanos(edge), graph.directNanos(edge), graph.waits(edge))));
            }
        }
        return entries;
    }

    private static List<String> labels(WaitForAnswer answer, Timeline timeline, int vertex, long weight, long direct, long waits) {
        int host = timeline.isWay(vertex) ? Timeline.NONE : timeline.host(vertex);
        return List.of(name(timeline, vertex), host < 0 ? "" : timeline.hostName(host), timeline.kind(vertex).label(),
                Long.toString(weight), String.format(Locale.ROOT, "%.4f", answer.share(weight)), Long.toString(direct),
                Long.toString(waits));
    }

    /** A vertex for people: a thread's name with its id, another's name. */
    public static String name(Timeline timeline, int vertex) {
        return vertex < timeline.threadCount() ? timeline.vertexName(vertex) + " (" + timeline.tid(vertex) + ')'
                : timeline.vertexName(vertex);
    }

    /** A vertex of a graph, in which several threads may be one: these by the name of their group. */
    public static String name(WaitForGraph graph, int vertex) {
        ThreadGroups.Group group = graph.groups().of(vertex);
        return group == null ? name(graph.timeline(), vertex) : group.name();
    }

    /** A vertex where nothing else tells its host: with the host if there are several, {@code w1-client (A:272)}, as in sentences. */
    public static String nameAndHost(Timeline timeline, int vertex) {
        return timeline.hostCount() > 1 ? Vertex.of(timeline, vertex).phrase() : name(timeline, vertex);
    }

    /** The same of a vertex of a graph, in which several threads may be one. */
    public static String nameAndHost(WaitForGraph graph, int vertex) {
        return graph.timeline().hostCount() > 1 ? Vertex.of(graph, vertex).phrase() : name(graph, vertex);
    }

    /** Makes it. */
    public static final class Factory extends ProviderFactory {
        /** For the extension. */
        public Factory() {
            super(ID, Messages.WaitFor_Name, Messages.WaitFor_Description, ProviderType.DATA_TREE, WaitForDataProvider::new);
        }
    }
}
