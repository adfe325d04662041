/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import org.eclipse.osgi.util.NLS;

/** What the module says to people. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String failure_noTraces;
    public static String failure_memory;
    public static String failure_internal;
    public static String caveat_notCtf;
    public static String caveat_notSynchronised;
    public static String caveat_options;
    public static String caveat_requests;
    public static String help_what;
    public static String help_missing;
    public static String help_noKernel;
    public static String help_scheduler;
    public static String help_wakeups;
    public static String help_interrupts;
    public static String help_network;
    public static String help_disks;
    public static String help_profile;
    public static String options_comment;
    public static String options_graphMenu;
    public static String options_showAll;
    public static String options_size;
    public static String options_tags;
    public static String requests_comment;
    public static String task_stored;
    public static String task_store;

    static {
        NLS.initializeMessages("org.bowline.tracecompass.core.analysis.messages", Messages.class);
    }

    private Messages() {}
}
