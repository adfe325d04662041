/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.BitSet;
import java.util.Set;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/** Virtual machines of Java (HotSpot), by the names of their threads. */
public final class JavaMachines {
    /** Name of the thread that each has: it runs what needs that no thread of the program runs. */
    public static final String COORDINATOR = "VM Thread";
    /** What a machine has threads for, beside the collection of garbage: they wait for work that others leave to them. A name has 15 characters at most. */
    private static final Set<String> SERVANTS = Set.of("Reference Handl", "Finalizer", "Signal Dispatch", "Service Thread",
            "Monitor Deflati", "Common-Cleaner", "Notification Th",
            "VM Periodic Tas", "Attach Listener", "Sweeper thread", "C1 CompilerThre", "C2 CompilerThre", "ZDirector", "ZStat",
            "ZUncommitter", "ZUnmapper");

    private JavaMachines() {}

    /** Whether the threads of this name wait for work that others leave to them, if they are of such a machine. */
    public static boolean isServant(String name) {
        return SERVANTS.contains(name);
    }

    /** The threads that wait for work that others leave to them, as the compilers do: what those who leave it do meanwhile keeps nobody waiting. O(threads). */
    public static BitSet servants(Timeline timeline, ThreadRoles roles) {
        LongOpenHashSet machines = new LongOpenHashSet();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.name(thread).equals(COORDINATOR) && roles.isProgram(thread) && timeline.pid(thread) >= 0) {
                machines.add(Kin.process(timeline, thread));
            }
        }
        BitSet servants = new BitSet();
        for (int thread = 0; thread < timeline.threadCount() && !machines.isEmpty(); thread++) {
            servants.set(thread, isServant(timeline.name(thread)) && machines.contains(Kin.process(timeline, thread)));
        }
        return servants;
    }
}
