/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.findings;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String clocks;
    public static String failed;
    public static String kernel;
    public static String more;
    public static String next;
    public static String none;
    public static String notLooked;
    public static String notRecorded;
    public static String of;
    public static String off;
    public static String pathOf;
    public static String quiet;
    public static String quietMany;
    public static String quietOne;
    public static String range;
    public static String ruleLine;
    public static String sort_DISK_REQUESTS;
    public static String sort_DEVICE_INTERRUPTS;
    public static String sort_INTERRUPTS;
    public static String sort_PACKETS_RECEIVED;
    public static String sort_PACKETS_SENT;
    public static String sort_REASONS_TO_LEAVE;
    public static String sort_STATE_AT_START;
    public static String sort_SOFT_INTERRUPTS;
    public static String sort_SWITCHES;
    public static String sort_TIMERS;
    public static String sort_WAKE_UPS;
    public static String sort_WAKINGS;
    public static String sort_FORKS;
    public static String tryThis;
    public static String unknownRecorded;
    public static String why;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
