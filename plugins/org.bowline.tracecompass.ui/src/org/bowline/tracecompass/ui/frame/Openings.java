/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;

import org.eclipse.osgi.util.NLS;
import org.eclipse.ui.PlatformUI;

/**
 * The recordings that are being opened, in the order in which they were asked for. Views tell of them while they still show another one.
 *
 * <p>Safe for many threads; listeners are called in the UI thread.
 */
public final class Openings {
    private static final List<Opening> NOW = new CopyOnWriteArrayList<>();
    private static final List<Runnable> LISTENERS = new CopyOnWriteArrayList<>();

    /**
     * A recording that is being opened. Equal only to itself.
     *
     * @param name what the user calls it
     * @param fraction how much is done, 0 to 1; in any thread
     * @param cancel stops it; in any thread
     */
    public record Opening(String name, DoubleSupplier fraction, Runnable cancel) {
        @Override
        public boolean equals(@org.jspecify.annotations.Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    private Openings() {}

    /** It was asked for. */
    public static void begin(Opening opening) {
        NOW.add(opening);
        tell();
    }

    /** It is open, or will not be. */
    public static void end(Opening opening) {
        if (NOW.remove(opening)) {
            tell();
        }
    }

    /** What is being opened. */
    public static List<Opening> now() {
        return List.copyOf(NOW);
    }

    /** How much is done of all of some, 0 to 1; 1 of none. */
    static double fraction(List<Opening> of) {
        return of.stream().mapToDouble(each -> Math.max(0, Math.min(1, each.fraction().getAsDouble()))).average().orElse(1);
    }

    /** What the user calls them. */
    static String names(List<Opening> of) {
        return of.stream().map(Opening::name).collect(Collectors.joining(", "));
    }

    /** Which they are, and how far they are: not all before all is done. */
    static String words(List<Opening> of, double fraction) {
        return NLS.bind(Messages.View_Opening, names(of), (int) (100 * fraction));
    }

    static void listen(Runnable listener) {
        LISTENERS.add(listener);
    }

    static void forget(Runnable listener) {
        LISTENERS.remove(listener);
    }

    private static void tell() {
        if (PlatformUI.isWorkbenchRunning()) { // else no view listens yet: each asks when it is made
            Ui.later(() -> LISTENERS.forEach(Runnable::run));
        }
    }
}
