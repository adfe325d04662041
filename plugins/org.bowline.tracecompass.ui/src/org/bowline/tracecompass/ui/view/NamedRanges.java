/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.graphics.RGBA;
import org.eclipse.tracecompass.tmf.core.resources.ITmfMarker;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;

import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Messages;
import org.bowline.tracecompass.ui.frame.Ui;

/**
 * Ranges that a person gave names, kept with the experiment from one session to the next. They are Trace Compass's own bookmarks: its view <em>Bookmarks</em> lists them, its views along time mark them, and a bookmark of
 * a range that was made there is one here.
 */
public final class NamedRanges {
    private static final RGBA COLOR = new RGBA(70, 130, 220, 60);

    private NamedRanges() {}

    /**
     * One.
     *
     * @param name what it is called
     * @param fromNanos begin, ns since the epoch
     * @param toNanos end
     */
    public record Named(String name, long fromNanos, long toNanos) {
        /** As it is chosen. */
        public RangeChoice range() {
            return RangeChoice.selected(fromNanos, toNanos);
        }
    }

    private static List<IMarker> markers(ITmfTrace trace) {
        IFile file = TmfTraceManager.getInstance().getTraceEditorFile(trace);
        if (file == null || !file.exists()) {
            return List.of();
        }
        try {
            return List.of(file.findMarkers(IMarker.BOOKMARK, false, IResource.DEPTH_ZERO));
        } catch (CoreException e) {
            return List.of(); // the file is being removed
        }
    }

    private static long number(IMarker marker, String attribute) {
        String text = marker.getAttribute(attribute, "");
        return text.matches("\\d{1,18}|[1-8]\\d{18}") ? Long.parseLong(text) : 0;
    }

    private static Named named(IMarker marker) {
        long from = number(marker, ITmfMarker.MARKER_TIME);
        return new Named(marker.getAttribute(IMarker.MESSAGE, ""), from, from + number(marker, ITmfMarker.MARKER_DURATION));
    }

    /** Those of an open experiment, by their begin; bookmarks of moments are none. */
    public static List<Named> of(ITmfTrace trace) {
        List<Named> all = new ArrayList<>();
        for (IMarker marker : markers(trace)) {
            Named one = named(marker);
            if (one.toNanos() > one.fromNanos() && !one.name().isEmpty()) {
                all.add(one);
            }
        }
        all.sort(Comparator.comparingLong(Named::fromNanos).thenComparing(Named::name));
        return all;
    }

    /** The name of a range; empty if it has none. */
    public static String name(ITmfTrace trace, RangeChoice range) {
        return range.kind() != RangeChoice.Kind.SELECTED ? ""
                : of(trace).stream().filter(named -> named.range().equals(range)).map(Named::name).findFirst().orElse("");
    }

    /** Keeps a range under a name; whether that worked: a person is told if not. */
    public static boolean add(ITmfTrace trace, Named named) {
        IFile file = TmfTraceManager.getInstance().getTraceEditorFile(trace);
        try {
            if (file == null) {
                throw new CoreException(new Status(IStatus.ERROR, Ui.PLUGIN, trace.getName()));
            }
            IMarker marker = file.createMarker(IMarker.BOOKMARK);
            marker.setAttributes(Map.of(IMarker.MESSAGE, named.name(), IMarker.LOCATION, Chips.times(named.fromNanos(), named.toNanos()),
                    ITmfMarker.MARKER_TIME, Long.toString(named.fromNanos()), ITmfMarker.MARKER_DURATION,
                    Long.toString(named.toNanos() - named.fromNanos()), ITmfMarker.MARKER_COLOR, COLOR.toString()));
            return true;
        } catch (CoreException e) {
            Commands.failed(NLS.bind(Messages.Range_NameFailed, e.getMessage()), e);
            return false;
        }
    }

    /** Forgets one. */
    public static void remove(ITmfTrace trace, Named named) {
        for (IMarker marker : markers(trace)) {
            if (named(marker).equals(named)) {
                try {
                    marker.delete();
                } catch (CoreException e) {
                    Commands.failed(NLS.bind(Messages.Range_NameFailed, e.getMessage()), e);
                }
            }
        }
    }
}
