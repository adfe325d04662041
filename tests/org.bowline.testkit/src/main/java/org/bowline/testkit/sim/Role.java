/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

/** What a thread does, one step after the other. */
interface Role {
    /** Does the next step on the thread's processor. {@link Task#step} says which. */
    Outcome step(Simulation simulation, Task task);

    /** How the thread goes on. */
    enum Outcome {
        /** With the next step, at once. */
        GO_ON,
        /** It computes for {@link Task#remaining} ns. */
        COMPUTE,
        /** It left the processor. */
        OFF
    }
}
