/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphRowModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.ThreeTier;
import org.bowline.tracecompass.core.path.CriticalPathDataProvider;
import org.bowline.tracecompass.core.path.PathEntry;
import org.bowline.tracecompass.core.path.PathModel;
import org.bowline.tracecompass.core.path.PathQuery;
import org.bowline.tracecompass.core.provider.AnalysisAccess.Now;
import org.bowline.tracecompass.core.provider.AnalysisAccess.Phase;
import org.bowline.tracecompass.core.threads.ArrowBand;
import org.bowline.tracecompass.core.threads.EntryIds;
import org.bowline.tracecompass.core.threads.ThreadEntry;
import org.bowline.tracecompass.core.threads.ThreadsDataProvider;

/** The data providers of threads and critical paths against the engine. */
class DataProvidersTest {
    /** Of short-lived threads: what the shells of the three hosts start. */
    private static final int GROUPS = 3;

    private final AnalysisResult result = ThreeTier.result();
    private final Timeline timeline = result.timeline();
    private final int client = ThreeTier.thread("w1-client");

    private AnalysisAccess done() {
        return () -> Now.done(result);
    }

    private static Map<String, Object> times(long... times) {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put(DataProviderParameterUtils.REQUESTED_TIME_KEY, LongStream.of(times).boxed().toList());
        return parameters;
    }

    private static Map<String, Object> times(List<Long> times) {
        return times(times.stream().mapToLong(t -> t).toArray());
    }

    private static <T> T model(TmfModelResponse<T> response) {
        assertEquals(Status.COMPLETED, response.getStatus(), response.getStatusMessage());
        return response.getModel();
    }

    private static List<TimeGraphEntryModel> tree(WaitDataProvider provider, Map<String, Object> parameters) {
        return model(provider.fetchTree(parameters, new NullProgressMonitor())).getEntries();
    }

    // threads

    @Test
    void theTreeHasEachHostAndEachThreadOnceParentsFirst() {
        List<TimeGraphEntryModel> rows = tree(new ThreadsDataProvider(done()), new HashMap<>());
        assertEquals(timeline.hostCount() + timeline.threadCount() + GROUPS,
                rows.stream().map(TimeGraphEntryModel::getId).distinct().count());
        List<Long> seen = new ArrayList<>();
        for (TimeGraphEntryModel row : rows) {
            assertTrue(row.getParentId() == EntryIds.ROOT || seen.contains(row.getParentId()), row + " comes after its parent");
            seen.add(row.getId());
            ThreadEntry thread = (ThreadEntry) row;
            if (thread.thread() >= 0) {
                assertEquals(timeline.host(thread.thread()), thread.host());
                long cpu = 0;
                for (int s = timeline.firstSegment(thread.thread()); s < timeline.endSegment(thread.thread()); s++) {
                    cpu += timeline.state(s) == ThreadState.RUNNING ? timeline.end(thread.thread(), s) - timeline.start(s) : 0;
                }
                assertEquals(cpu, thread.cpuNanos(), row.getName());
            }
        }
    }

    @Test
    void everyStateIsTheTimelinesAtItsTimes() {
        ThreadsDataProvider provider = new ThreadsDataProvider(done());
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            List<Long> times = new ArrayList<>();
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                times.add(timeline.start(s));
            }
            times.add(timeline.threadEnd(thread) - 1);
            Map<String, Object> parameters = times(times);
            parameters.put(DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(EntryIds.ofThread(timeline, thread)));
            List<ITimeGraphState> states = model(provider.fetchRowModel(parameters, null)).getRows().get(0).getStates();
            assertEquals(timeline.endSegment(thread) - timeline.firstSegment(thread), states.size(), timeline.name(thread));
            int s = timeline.firstSegment(thread);
            for (ITimeGraphState state : states) {
                assertEquals(timeline.start(s), state.getStartTime());
                assertEquals(timeline.end(thread, s), state.getStartTime() + state.getDuration());
                assertEquals(StateStyle.of(timeline.state(s), timeline.cause(s)).ordinal(), state.getValue());
                assertEquals(StateStyle.of(timeline.state(s), timeline.cause(s)).key(), state.getStyle().getParentKey());
                s++;
            }
        }
    }

    @Test
    void aPictureHasAtMostTwoStatesAPixelAndTilesTheRange() {
        long from = timeline.startNanos();
        long to = timeline.endNanos();
        List<Long> times = LongStream.range(0, 100).mapToObj(i -> from + (to - 1 - from) * i / 99).toList();
        TimeGraphModel picture = model(new ThreadsDataProvider(done()).fetchRowModel(times(times), null));
        assertEquals(timeline.threadCount() + GROUPS, picture.getRows().size());
        for (ITimeGraphRowModel row : picture.getRows()) {
            assertTrue(row.getStates().size() <= 200);
            int thread = EntryIds.thread(timeline, row.getEntryID());
            if (thread == Timeline.NONE) {
                continue; // of several threads
            }
            long time = Math.max(from, timeline.threadStart(thread));
            for (ITimeGraphState state : row.getStates()) {
                assertEquals(time, state.getStartTime());
                time += state.getDuration();
            }
            assertEquals(Math.min(to, timeline.threadEnd(thread)), time);
        }
    }

    private static long[] pixels(int count, long from, long to) {
        return LongStream.range(0, count).map(pixel -> from + (to - from) * pixel / (count - 1)).toArray();
    }

    @Test
    void arrowsThatAreDenserThanThePixelsAreBandsWithTheirNumber() {
        ThreadsDataProvider provider = new ThreadsDataProvider(done());
        List<ITimeGraphArrow> arrows = model(provider.fetchArrows(times(pixels(900, timeline.startNanos(), timeline.endNanos())), null));
        assertTrue(arrows.size() <= ThreadsDataProvider.MOST_ARROWS);
        List<ArrowBand> bands = arrows.stream().filter(ArrowBand.class::isInstance).map(ArrowBand.class::cast).toList();
        assertTrue(bands.size() > 10, bands::toString);
        for (ArrowBand band : bands) {
            int from = EntryIds.thread(timeline, band.getSourceId());
            int to = EntryIds.thread(timeline, band.getDestinationId());
            boolean packet = band.getStyle().getParentKey().equals(StateStyle.PACKET.key());
            long count = 0;
            for (int s = timeline.firstSegment(to); s < timeline.endSegment(to); s++) {
                long begin = timeline.link(s) >= 0 ? timeline.packetSent(timeline.link(s)) : timeline.end(to, s);
                count += (timeline.cause(s) == Cause.THREAD || timeline.cause(s) == Cause.NETWORK && timeline.link(s) >= 0)
                        && timeline.target(s) == from && timeline.cause(s) == Cause.NETWORK == packet && begin >= band.getStartTime()
                        && begin <= band.lastNanos() ? 1 : 0;
            }
            assertEquals(count, band.arrows(), band::toString);
            assertTrue(band.opacity() > 0 && band.opacity() < 1);
            Map<String, Object> parameters = times(band.getStartTime());
            parameters.put(DataProviderParameterUtils.REQUESTED_ELEMENT_KEY, band);
            assertTrue(model(provider.fetchTooltip(parameters, null)).get("Arrows").startsWith(band.arrows() + ", which begin within "));
        }
    }

    @Test
    void everyArrowEndsAWait() {
        List<ITimeGraphArrow> arrows = model(
                new ThreadsDataProvider(done()).fetchArrows(times(pixels(900, timeline.startNanos(), timeline.endNanos())), null));
        assertTrue(arrows.size() > 10);
        int packets = 0;
        for (ITimeGraphArrow arrow : arrows) {
            int from = EntryIds.thread(timeline, arrow.getSourceId());
            int to = EntryIds.thread(timeline, arrow.getDestinationId());
            boolean packet = arrow.getStyle().getParentKey().equals(StateStyle.PACKET.key());
            packets += packet ? 1 : 0;
            boolean found = false;
            for (int s = timeline.firstSegment(to); s < timeline.endSegment(to) && !found; s++) {
                found = timeline.state(s) == ThreadState.BLOCKED && timeline.target(s) == from && (packet
                        ? timeline.link(s) >= 0 && timeline.packetSent(timeline.link(s)) == arrow.getStartTime()
                        : timeline.end(to, s) == arrow.getStartTime() && arrow.getDuration() == 0);
            }
            assertTrue(found, arrow + " is a wait's");
        }
        assertTrue(packets > 0, "some arrows are packets");
    }

    @Test
    void aTooltipNamesTheWakerAndTheCause() {
        for (int s = timeline.firstSegment(client); s < timeline.endSegment(client); s++) {
            if (timeline.cause(s) == Cause.NETWORK && timeline.link(s) >= 0) {
                Map<String, Object> parameters = times(timeline.start(s));
                parameters.put(DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(EntryIds.ofThread(timeline, client)));
                String tip = model(new ThreadsDataProvider(done()).fetchTooltip(parameters, null)).toString();
                assertTrue(tip.contains(timeline.name(timeline.target(s))), tip);
                assertTrue(tip.contains(StateStyle.BLOCKED_NETWORK.label()), tip);
                assertTrue(tip.contains("±"), "the clock error: " + tip);
                return;
            }
        }
        throw new AssertionError("the client waits for packets");
    }

    // no result

    @Test
    void withoutAResultTheStatusTellsWhy() {
        for (Phase phase : List.of(Phase.RUNNING, Phase.CANCELLED, Phase.FAILED)) {
            AnalysisAccess access = () -> Now.without(phase, "why");
            for (WaitDataProvider provider : List.of(new ThreadsDataProvider(access), new CriticalPathDataProvider(access))) {
                for (TmfModelResponse<?> response : List.of(provider.fetchTree(new HashMap<>(), null),
                        provider.fetchRowModel(times(1, 2), null), provider.fetchArrows(times(1, 2), null),
                        provider.fetchTooltip(times(1), null))) {
                    assertEquals(Status.valueOf(phase.name()), response.getStatus());
                    assertEquals("why", response.getStatusMessage());
                    assertNotNull(response.getModel(), "a partial model");
                }
                assertEquals(StateStyle.values().length, model(provider.fetchStyle(new HashMap<>(), null)).getStyles().size());
            }
        }
    }

    @Test
    void aCancelledQueryIsCancelled() {
        NullProgressMonitor cancelled = new NullProgressMonitor();
        cancelled.setCanceled(true);
        Map<String, Object> parameters = times(timeline.startNanos(), timeline.endNanos());
        assertEquals(Status.CANCELLED, new ThreadsDataProvider(done()).fetchRowModel(parameters, cancelled).getStatus());
        new PathQuery(client, timeline.startNanos(), timeline.endNanos()).into(parameters);
        assertEquals(Status.CANCELLED, new CriticalPathDataProvider(done()).fetchTree(parameters, cancelled).getStatus());
    }

    @Test
    void aClosedProviderKnowsNothing() {
        ThreadsDataProvider provider = new ThreadsDataProvider(done());
        provider.dispose();
        assertEquals(Status.CANCELLED, provider.fetchTree(new HashMap<>(), null).getStatus());
    }

    // paths

    private PathQuery whole() {
        return new PathQuery(client, timeline.startNanos(), timeline.endNanos());
    }

    private static long shortest(CriticalPath path, int first, int legs) {
        return IntStream.range(first, first + legs).mapToLong(path::nanos).min().orElseThrow();
    }

    @Test
    void theRowsOfAPathAreTheEnginesLegs() {
        CriticalPathDataProvider provider = new CriticalPathDataProvider(done());
        CriticalPath path = CriticalPath.of(timeline, client, timeline.startNanos(), timeline.endNanos(), Progress.NONE);
        // a pixel that none of some legs is shorter than: of those in a row whose shortest is longest
        int legs = 40;
        int first = IntStream.range(0, path.size() - legs).boxed().max(Comparator.comparingLong(begin -> shortest(path, begin, legs)))
                .orElseThrow();
        long shortest = shortest(path, first, legs);
        long from = path.start(first);
        long to = Math.min(path.start(first + legs), from + 2_000_000 * shortest);
        List<Long> times = new ArrayList<>();
        for (long time = from; time < to; time += shortest) {
            times.add(time);
        }
        Map<String, Object> parameters = times(times);
        whole().into(parameters);
        List<ITimeGraphState> states = new ArrayList<>();
        Map<ITimeGraphState, Integer> threadOf = new HashMap<>();
        for (ITimeGraphRowModel row : model(provider.fetchRowModel(parameters, null)).getRows()) {
            for (ITimeGraphState state : row.getStates()) {
                states.add(state);
                threadOf.put(state, EntryIds.thread(timeline, row.getEntryID()));
            }
        }
        states.sort(Comparator.comparingLong(ITimeGraphState::getStartTime));
        assertTrue(states.size() > 20, states.size() + " legs");
        int leg = first;
        for (ITimeGraphState state : states) {
            assertEquals(path.start(leg), state.getStartTime());
            assertEquals(path.nanos(leg), state.getDuration());
            assertEquals(path.thread(leg), threadOf.get(state));
            leg++;
        }
    }

    @Test
    void theTotalsOfAPathAreItsRange() {
        CriticalPathDataProvider provider = new CriticalPathDataProvider(done());
        Map<String, Object> parameters = new HashMap<>();
        whole().into(parameters);
        List<TimeGraphEntryModel> rows = tree(provider, parameters);
        long range = timeline.endNanos() - timeline.startNanos();
        assertEquals(range, rows.stream().map(PathEntry.class::cast).filter(row -> row.thread() < 0).mapToLong(PathEntry::nanos).sum());
        assertEquals(range, rows.stream().map(PathEntry.class::cast).filter(row -> row.thread() >= 0).mapToLong(PathEntry::nanos).sum());
        assertEquals(3, rows.stream().map(PathEntry.class::cast).filter(row -> row.thread() < 0).count(), "hosts");
        assertEquals(EntryIds.ofHost(timeline.host(client)), rows.get(0).getId(), "the path begins on the client's host");
    }

    @Test
    void theArrowsOfAPathGoFromLegToLeg() {
        CriticalPathDataProvider provider = new CriticalPathDataProvider(done());
        Map<String, Object> parameters = times(timeline.startNanos(), timeline.endNanos());
        whole().into(parameters);
        PathModel model = provider.path(whole(), Progress.NONE);
        List<ITimeGraphArrow> arrows = model(provider.fetchArrows(parameters, null));
        assertFalse(arrows.isEmpty());
        for (ITimeGraphArrow arrow : arrows) {
            int leg = model.legAt(arrow.getStartTime());
            assertEquals(model.path().start(leg), arrow.getStartTime());
            assertEquals(model.path().thread(leg), EntryIds.thread(timeline, arrow.getDestinationId()));
            assertEquals(model.path().thread(leg - 1), EntryIds.thread(timeline, arrow.getSourceId()));
        }
    }

    @Test
    void aLegBetweenHostsTellsTheClockError() {
        CriticalPathDataProvider provider = new CriticalPathDataProvider(done());
        CriticalPath path = provider.path(whole(), Progress.NONE).path();
        int checked = 0;
        for (int leg = 0; leg < path.size(); leg++) {
            if (path.kind(leg) == LegKind.NETWORK_TRANSIT && timeline.host(path.target(leg)) != timeline.host(path.thread(leg))) {
                Map<String, Object> parameters = times(path.start(leg));
                parameters.put(DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(EntryIds.ofThread(timeline, path.thread(leg))));
                whole().into(parameters);
                String tip = model(provider.fetchTooltip(parameters, null)).toString();
                assertTrue(tip.contains("±"), tip);
                checked++;
            }
        }
        assertTrue(checked > 0, "the path crosses hosts");
    }

    /** The greatest sum of two hosts' greatest errors at any of many moments, over the pairs of hosts between which a path goes. */
    private long sampledClockError(CriticalPath path) {
        int samples = 20_000;
        long[] greatest = new long[timeline.hostCount()];
        for (int host = 0; host < greatest.length; host++) {
            for (int i = 0; i <= samples; i++) {
                long at = path.fromNanos() + (long) ((path.toNanos() - path.fromNanos()) * (i / (double) samples));
                long ofHost = result.sync().clocks().fromReference(host, at);
                if (ofHost >= result.hostStartNanos(host) && ofHost <= result.hostEndNanos(host)) {
                    greatest[host] = Math.max(greatest[host], result.sync().clocks().errorNanos(host, at));
                }
            }
        }
        long error = 0;
        for (int leg = 1; leg < path.size(); leg++) {
            int from = timeline.host(path.thread(leg - 1));
            int to = timeline.host(path.thread(leg));
            error = from == to ? error : Math.max(error, greatest[from] + greatest[to]);
        }
        return error;
    }

    @Test
    void theClockErrorOfAPathIsTheGreatestOfItsRange() {
        CriticalPathDataProvider provider = new CriticalPathDataProvider(done());
        long length = timeline.endNanos() - timeline.startNanos();
        int crossing = 0;
        for (int from = 0; from < 10; from++) {
            for (int to = from + 1; to <= 10; to++) {
                PathModel model = provider.path(
                        new PathQuery(client, timeline.startNanos() + length * from / 10, timeline.startNanos() + length * to / 10),
                        Progress.NONE);
                long sampled = sampledClockError(model.path());
                String range = "tenths " + from + " to " + to + ": " + model.clockErrorNanos() + ", sampled " + sampled;
                assertTrue(model.clockErrorNanos() >= sampled, range);
                assertTrue(model.clockErrorNanos() <= sampled + 5_000, range);
                crossing += model.hops() > 0 ? 1 : 0;
            }
        }
        assertTrue(crossing > 10, "paths cross hosts");
        long all = provider.path(whole(), Progress.NONE).clockErrorNanos();
        long requests = provider.path(new PathQuery(client, timeline.endNanos() - length / 5, timeline.endNanos()), Progress.NONE)
                .clockErrorNanos();
        assertTrue(requests < all / 2, () -> "the clocks are known better where there are packets: " + requests + " of " + all);
    }

    @Test
    void aThreadThatIsNoneAndAnEmptyRangeFailWithASentence() {
        CriticalPathDataProvider provider = new CriticalPathDataProvider(done());
        Map<String, Object> parameters = new HashMap<>();
        parameters.put(QueryParameters.THREAD, 1_000_000);
        TmfModelResponse<?> none = provider.fetchTree(parameters, null);
        assertEquals(Status.FAILED, none.getStatus());
        assertTrue(none.getStatusMessage().contains("there is no thread 1000000"), none.getStatusMessage());
        new PathQuery(client, 5, 5).into(parameters);
        TmfModelResponse<?> empty = provider.fetchTree(parameters, null);
        assertEquals(Status.FAILED, empty.getStatus());
        assertTrue(empty.getStatusMessage().contains("the range is empty"), empty.getStatusMessage());
        parameters.put(QueryParameters.THREAD, "text");
        assertEquals(Status.COMPLETED, provider.fetchTree(parameters, null).getStatus(), "no thread is chosen");
        assertTrue(provider.fetchTree(parameters, null).getModel().getEntries().isEmpty());
    }
}
