/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.progress;

/** Told how far a computation is; asked whether to stop. Called from several threads. */
public interface Progress {
    /** Tells nothing, never stops. */
    Progress NONE = new Progress() {
        @Override
        public void report(String task, double fraction) {
            // nobody listens
        }

        @Override
        public boolean isCancelled() {
            return false;
        }
    };

    /**
     * @param task what is being done, for the user
     * @param fraction how much of it is done, 0 to 1
     */
    void report(String task, double fraction);

    /** Whether to stop. Cheap; polled at least every 2^16 events. */
    boolean isCancelled();

    /** Throws if the computation shall stop. */
    default void check() {
        if (isCancelled()) {
            throw new CancelledException();
        }
    }
}
