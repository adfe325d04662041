/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.eclipse.tracecompass.tmf.core.model.xy.ISeriesModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.core.provider.Releases;

/** The names that differ between releases of Trace Compass, on classes of the shapes of 6.2, of 8.0, and of those since. */
class ReleasesTest {
    /** As in 6.2. */
    public static class OldManager {
        /** The only one there. */
        public synchronized <T> T getDataProvider(ITmfTrace trace, String id, Class<T> type) {
            return type.cast("old " + id);
        }
    }

    /** As in 8.0. */
    public static class ManagerOfBoth extends OldManager {
        /** Since 8.0. */
        public <T> T getOrCreateDataProvider(ITmfTrace trace, String id, Class<T> type) {
            return type.cast("new " + id);
        }
    }

    /** As since 9. */
    public static class NewManager {
        /** Makes what is not there. */
        public <T> T getOrCreateDataProvider(ITmfTrace trace, String id, Class<T> type) {
            return type.cast("new " + id);
        }

        /** Makes nothing. */
        public <T> T getExistingDataProvider(ITmfTrace trace, String id, Class<T> type) {
            throw new AssertionError("asked for what is there already: " + id);
        }
    }

    /** As in 6.2. */
    public record OldSeries(long id, String name, long[] times, double[] values) {}

    /** As since 10.1: what the series is over. */
    public interface Sampling {
        /** Names. */
        record Categories(String[] names) implements Sampling {}

        /** Times. */
        record Timestamps(long[] times) implements Sampling {}
    }

    /** As since 10.1. */
    public static class NewSeries {
        private final Sampling sampling;

        /** Goes away. */
        public NewSeries(long id, String name, long[] times, double[] values) {
            throw new AssertionError("will be removed: " + id + name + times.length + values.length);
        }

        /** Stays. */
        public NewSeries(long id, String name, Sampling sampling, double[] values) {
            assertEquals("7 name 1", id + " " + name + " " + values.length);
            this.sampling = sampling;
        }
    }

    private static Object provider(Object manager) throws Throwable {
        return Releases.dataProvider(manager.getClass()).invoke(manager, (ITmfTrace) null, "id", String.class);
    }

    @Test
    void aDataProviderIsAskedForByTheNameThatTheReleaseHas() throws Throwable {
        assertEquals("old id", provider(new OldManager()));
        assertEquals("new id", provider(new ManagerOfBoth()));
        assertEquals("new id", provider(new NewManager()));
    }

    @Test
    void aSeriesIsMadeAsTheReleaseWantsIt() throws Throwable {
        long[] times = {5};
        double[] values = {0.5};
        assertEquals(new OldSeries(7, "name", times, values), Releases.series(OldSeries.class).invoke(7L, "name", times, values));
        Object made = Releases.series(NewSeries.class).invoke(7L, "name", times, values);
        assertArrayEquals(times, ((Sampling.Timestamps) ((NewSeries) made).sampling).times());
    }

    @Test
    void aReleaseWithNeitherNameIsNamed() {
        String told = assertThrows(IllegalStateException.class, () -> Releases.dataProvider(String.class)).getMessage();
        assertTrue(told.contains("java.lang.String"), told);
        assertThrows(IllegalStateException.class, () -> Releases.series(Object.class));
    }

    @Test
    void theReleaseThatTheTestsRunInIsKnown() {
        ISeriesModel series = Releases.series(3, "line", new long[] {1, 2}, new double[] {4, 5});
        assertEquals("3 line", series.getId() + " " + series.getName());
        assertArrayEquals(new long[] {1, 2}, series.getXAxis());
        assertArrayEquals(new double[] {4, 5}, series.getData());
    }
}
