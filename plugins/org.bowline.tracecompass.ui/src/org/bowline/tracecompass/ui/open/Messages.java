/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import org.eclipse.osgi.util.NLS;

/** What opening and synchronising say to people. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String link_noRange;
    public static String link_noThread;
    public static String open_job;
    public static String open_failed;
    public static String open_projectClosed;
    public static String open_noProject;
    public static String open_noPlace;
    public static String open_later;
    public static String open_ctf2;
    public static String open_refused;
    public static String open_noKernel;
    public static String open_chooseTitle;
    public static String open_allFiles;
    public static String open_archiveTitle;
    public static String open_archives;
    public static String open_chooseMessage;
    public static String import_task;
    public static String import_failed;
    public static String clock_notWritten;
    public static String clock_shared;
    public static String synchronise_job;
    public static String synchronise_failed;
    public static String synchronise_nothing;
    public static String synchronise_foreign;
    public static String record_copy;
    public static String record_explained;
    public static String record_howTo;
    public static String record_lttng;
    public static String record_message;
    public static String record_noLttng;
    public static String record_noRecorder;
    public static String record_recorder;
    public static String record_title;
    public static String record_window;

    static {
        NLS.initializeMessages("org.bowline.tracecompass.ui.open.messages", Messages.class);
    }

    private Messages() {}
}
