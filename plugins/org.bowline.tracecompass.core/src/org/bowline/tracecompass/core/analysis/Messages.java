/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import org.eclipse.osgi.util.NLS;

/** What the module says to people. */
final class Messages extends NLS {
    static String failure_noTraces;
    static String failure_memory;
    static String failure_internal;
    static String caveat_notCtf;
    static String caveat_notSynchronised;
    static String help_what;
    static String help_missing;
    static String help_noKernel;
    static String help_scheduler;
    static String help_wakeups;
    static String help_interrupts;
    static String help_network;
    static String help_disks;
    static String help_profile;
    static String task_stored;
    static String task_store;

    static {
        NLS.initializeMessages("org.bowline.tracecompass.core.analysis.messages", Messages.class);
    }

    private Messages() {}
}
