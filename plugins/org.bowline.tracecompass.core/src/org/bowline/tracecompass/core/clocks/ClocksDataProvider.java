/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.clocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.eclipse.tracecompass.tmf.core.model.CommonStatusMessage;
import org.eclipse.tracecompass.tmf.core.model.TmfXyModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ISeriesModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfTreeXYDataProvider;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfXyModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.core.sync.ClockEvidence;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.provider.AnalysisAccess;
import org.bowline.tracecompass.core.provider.AnalysisProvider;
import org.bowline.tracecompass.core.provider.ProviderFactory;
import org.bowline.tracecompass.core.provider.QueryParameters;
import org.bowline.tracecompass.core.provider.Releases;

/**
 * The clocks of an experiment's hosts: a tree with an entry for each host, and below it its curves; and the curves as series over reference time,
 * in ns ahead of the clock that was taken, so that they keep their nanoseconds in a {@code double}. Parameters: see
 * docs/reference/data-providers.md.
 */
public final class ClocksDataProvider extends AnalysisProvider<TmfTreeDataModel> implements ITmfTreeXYDataProvider<TmfTreeDataModel> {
    /** Its id. */
    public static final String ID = "org.bowline.tracecompass.core.clocks";

    /** What a series shows; the id of its entry is {@code host × 8 + 2 + ordinal}, that of the host {@code host × 8 + 1}. */
    public enum Curve {
        /** Messages that the host sent: the truth is above. */
        SENT,
        /** Messages that it received: the truth is below. */
        RECEIVED,
        /** The least that the clock can be. */
        LOW,
        /** The most. */
        HIGH
    }

    private static final int IDS_PER_HOST = 8;

    ClocksDataProvider(AnalysisAccess access) {
        super(ID, List.of(Messages.Column_Host, Messages.Column_Quality, Messages.Column_Reference, Messages.Column_Over,
                Messages.Column_Ahead, Messages.Column_Drift, Messages.Column_ErrorBegin, Messages.Column_ErrorMiddle,
                Messages.Column_ErrorEnd, Messages.Column_Received, Messages.Column_Sent, Messages.Column_Pieces,
                Messages.Column_ErrorPackets, Messages.Column_Growth), access);
    }

    /** The id of a host's entry. */
    public static long id(int host) {
        return (long) host * IDS_PER_HOST + 1;
    }

    /** The id of the entry of a host's curve. */
    public static long id(int host, Curve curve) {
        return id(host) + 1 + curve.ordinal();
    }

    @Override
    protected TmfModelResponse<TmfTreeModel<TmfTreeDataModel>> tree(AnalysisResult result, QueryParameters parameters, Progress progress) {
        long[] range = parameters.range(result.timeline());
        if (range[0] > range[1]) {
            throw new IllegalArgumentException(CommonStatusMessage.INCORRECT_QUERY_INTERVAL);
        }
        List<TmfTreeDataModel> entries = new ArrayList<>();
        for (ClockRow row : ClockRow.of(result, range[0], range[1])) {
            entries.add(new TmfTreeDataModel(id(row.host()), -1, texts(row)));
            ClockCurves.of(result.sync(), row.host()).ifPresent(curves -> {
                for (Curve curve : Curve.values()) {
                    if (has(curves, curve)) {
                        entries.add(new TmfTreeDataModel(id(row.host(), curve), id(row.host()), List.of(name(curve))));
                    }
                }
            });
        }
        return completedTree(entries);
    }

    private static boolean has(ClockCurves curves, Curve curve) {
        return curves.isBounded() || curve.ordinal() < Curve.LOW.ordinal();
    }

    private static List<String> texts(ClockRow row) {
        return List.of(row.name(), row.quality().label(), row.referenceName(), row.neighbourName(),
                row.isKnown() ? Long.toString(row.aheadNanos()) : "",
                row.isKnown() ? String.format(Locale.ROOT, "%.6f", row.driftPpm()) : "", bound(row.errorBeginNanos()),
                bound(row.errorMiddleNanos()), bound(row.errorEndNanos()), Long.toString(row.matchedTo()), Long.toString(row.matchedFrom()),
                Integer.toString(row.pieces()), bound(row.errorPacketsNanos()), bound(row.growthNanosPerSecond()));
    }

    private static String bound(long nanos) {
        return nanos == Long.MAX_VALUE ? "" : Long.toString(nanos);
    }

    private static String name(Curve curve) {
        return switch (curve) {
            case SENT -> Messages.Curve_Sent;
            case RECEIVED -> Messages.Curve_Received;
            case LOW -> Messages.Curve_Low;
            case HIGH -> Messages.Curve_High;
        };
    }

    @Override
    public TmfModelResponse<ITmfXyModel> fetchXY(Map<String, Object> parameters, @Nullable IProgressMonitor monitor) {
        return ask(parameters, monitor, model(List.of()), this::series);
    }

    private TmfModelResponse<ITmfXyModel> series(AnalysisResult result, QueryParameters parameters, Progress progress) {
        long[] items = parameters.items();
        Set<Long> wanted = items == null ? Set.of() : LongStream.of(items).boxed().collect(Collectors.toSet());
        List<ISeriesModel> series = new ArrayList<>();
        for (ClockEvidence evidence : result.sync().evidence()) {
            ClockCurves.of(result.sync(), evidence.host()).ifPresent(curves -> {
                for (Curve curve : Curve.values()) {
                    boolean asked = wanted.contains(id(evidence.host(), curve)) || wanted.contains(id(evidence.host()));
                    if (asked && has(curves, curve)) {
                        series.add(series(result, curves, curve));
                    }
                }
            });
            progress.check();
        }
        return completed(model(series));
    }

    private static ITmfXyModel model(List<ISeriesModel> series) {
        return new TmfXyModel(Messages.Clocks_Name, series);
    }

    private static ISeriesModel series(AnalysisResult result, ClockCurves curves, Curve curve) {
        ClockEvidence evidence = curves.evidence();
        long[] x;
        double[] y;
        if (curve == Curve.LOW || curve == Curve.HIGH) {
            ToLongFunction<ClockEvidence.BandPoint> side = curve == Curve.LOW ? ClockEvidence.BandPoint::highNanos
                    : ClockEvidence.BandPoint::lowNanos;
            // the evidence has the neighbour's time minus the host's, which is the other way round
            x = evidence.band().stream().mapToLong(ClockEvidence.BandPoint::hostNanos).toArray();
            y = evidence.band().stream().mapToDouble(point -> point.estimateNanos() - side.applyAsLong(point)).toArray();
        } else {
            List<ClockEvidence.Point> points = evidence.points().stream().filter(point -> point.above() == (curve == Curve.SENT)).toList();
            x = points.stream().mapToLong(ClockEvidence.Point::hostNanos).toArray();
            y = points.stream().mapToDouble(point -> curves.estimateNanos(point.hostNanos()) - point.offsetNanos()).toArray();
        }
        for (int i = 0; i < x.length; i++) {
            x[i] = result.sync().clocks().toReference(evidence.host(), x[i]);
        }
        String name = result.hosts().get(evidence.host()) + ": " + name(curve);
        return Releases.series(id(evidence.host(), curve), name, x, y);
    }

    /** Makes it. */
    public static final class Factory extends ProviderFactory {
        /** For the extension. */
        public Factory() {
            super(ID, Messages.Clocks_Name, Messages.Clocks_Description, ProviderType.TREE_TIME_XY,
                    (trace, analysis) -> new ClocksDataProvider(analysis));
        }
    }
}
