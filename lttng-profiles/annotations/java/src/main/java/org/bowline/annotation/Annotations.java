/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.annotation;

/**
 * Whether annotations can be recorded at all.
 *
 * <p>The native library, {@code libbowline-annotation-jni.so}, is loaded once, when the first annotation is used: from the file that the system property
 * {@code bowline.annotation.library} names, else from the folders of {@code java.library.path}. It finds {@code libbowline-annotation.so.0} beside
 * itself, or where the system has its libraries.
 */
public final class Annotations {
    private Annotations() {}

    /** Whether the native library and LTTng-UST are there; if not, all annotations do nothing. */
    public static boolean isAvailable() {
        return Native.ABSENCE.isEmpty();
    }

    /** Why annotations do nothing, for a log; empty if they are available. */
    public static String absence() {
        return Native.ABSENCE;
    }

    /** Whether intervals are recorded now: for a program that would have to work for a label or an id. */
    public static boolean isRecording() {
        return Native.isRecorded(Native.INTERVAL_BEGIN);
    }
}
