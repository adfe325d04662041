/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.knots;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.tracecompass.core.provider.AnalysisAccess;
import org.bowline.tracecompass.core.provider.ProviderFactory;
import org.bowline.tracecompass.core.provider.QueryParameters;
import org.bowline.tracecompass.core.waitfor.RangeDataProvider;
import org.bowline.tracecompass.core.waitfor.WaitForAnswer;
import org.bowline.tracecompass.core.waitfor.WaitForDataProvider;

/**
 * The bottlenecks of a range at a threshold as a tree: an entry for each, knots first, the heaviest first, with its rank as id; below it
 * one for each of its edges.
 */
public final class KnotsDataProvider extends RangeDataProvider {
    /** Its id. */
    public static final String ID = "org.bowline.tracecompass.core.knots";
    /** The threshold, ns: edges heavier than this are never taken away. */
    public static final String THRESHOLD_KEY = "threshold_ns";

    KnotsDataProvider(ITmfTrace trace, AnalysisAccess access) {
        super(ID, List.of(Messages.Column_Members, Messages.Column_Kind, Messages.Column_Weight, Messages.Column_Share,
                Messages.Column_Threshold), trace, access);
    }

    @Override
    protected List<TmfTreeDataModel> entries(WaitForAnswer answer, QueryParameters parameters) {
        Object threshold = parameters.value(THRESHOLD_KEY);
        if (threshold != null && !(threshold instanceof Number)) {
            throw new IllegalArgumentException(THRESHOLD_KEY + " is not a number");
        }
        List<Knot> knots = threshold == null ? answer.hierarchy().knots() : answer.hierarchy().knotsAt(((Number) threshold).longValue());
        WaitForGraph graph = answer.graph();
        List<TmfTreeDataModel> entries = new ArrayList<>();
        long child = knots.size() + 1L;
        for (int i = 0; i < knots.size(); i++) {
            Knot knot = knots.get(i);
            entries.add(new TmfTreeDataModel(i + 1L, -1, List.of(members(graph, knot), knot.kind().label(),
                    Long.toString(knot.weightNanos()), share(answer, knot.weightNanos()), Long.toString(knot.appearsNanos()))));
            for (int e = 0; e < knot.edgeCount(); e++) {
                int edge = knot.edge(e);
                entries.add(new TmfTreeDataModel(child++, i + 1L,
                        List.of(WaitForDataProvider.nameAndHost(graph, graph.source(edge)) + " \u2192 "
                                + WaitForDataProvider.nameAndHost(graph, graph.target(edge)), "edge",
                                Long.toString(graph.weightNanos(edge)),
                                share(answer, graph.weightNanos(edge)), "")));
            }
        }
        return entries;
    }

    private static String share(WaitForAnswer answer, long nanos) {
        return String.format(Locale.ROOT, "%.4f", answer.share(nanos));
    }

    /** The members of a bottleneck, for people; with their hosts where there are several. */
    public static String members(WaitForGraph graph, Knot knot) {
        return IntStream.range(0, knot.vertexCount()).mapToObj(i -> WaitForDataProvider.nameAndHost(graph, knot.vertex(i)))
                .collect(Collectors.joining(", "));
    }

    /** Makes it. */
    public static final class Factory extends ProviderFactory {
        /** For the extension. */
        public Factory() {
            super(ID, Messages.Knots_Name, Messages.Knots_Description, ProviderType.DATA_TREE, KnotsDataProvider::new);
        }
    }
}
