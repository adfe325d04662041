/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.annotation;

/**
 * Waits that the kernel cannot see as such: spinning, which looks like work, and false wake-ups, which cut one wait into many.
 *
 * <p>An object that threads wait for is a number that all of them use for it: {@link #object}, or one of the program's. All methods may be called by any
 * thread.
 */
public final class Waits {
    private Waits() {}

    /** A number for an object; two objects have the same one rarely. Stays the same as long as the object lives. */
    public static long object(Object object) {
        return System.identityHashCode(object);
    }

    /** The calling thread's id, as the kernel has it; 0 where annotations are not available. For {@code owner} below. */
    public static int threadId() {
        return Annotations.isAvailable() ? Native.threadId() : 0;
    }

    /**
     * The calling thread begins to poll for something.
     *
     * @param object for what
     * @param owner {@link #threadId} of the thread that has it; 0 if that is not known: then it is the last one that told {@code spinEnd(object, true)}
     */
    public static void spinBegin(long object, int owner) {
        if (Native.isRecorded(Native.SPIN_BEGIN)) {
            Native.spinBegin(object, owner);
        }
    }

    /** The calling thread polls no longer; acquired: whether it has the thing now. */
    public static void spinEnd(long object, boolean acquired) {
        if (Native.isRecorded(Native.SPIN_END)) {
            Native.spinEnd(object, acquired);
        }
    }

    /** The calling thread was woken, but not for what it waits for (0: no name for it), and is about to wait again. */
    public static void falseWakeup(long object) {
        if (Native.isRecorded(Native.FALSE_WAKEUP)) {
            Native.falseWakeup(object);
        }
    }
}
