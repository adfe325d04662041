/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.annotation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * The native library. Whether an event is recorded is an integer of LTTng's that Java reads in place, through a direct buffer, so that a call which has
 * nothing to tell stays in Java: a call of a native method would cost more than all else (docs/adr/0041).
 */
final class Native {
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    /** Why the library is not there; empty if it is. */
    static final String ABSENCE = load();

    // one constant each: elements of an array would be read again at each call
    static final ByteBuffer INTERVAL_BEGIN = state(0);
    static final ByteBuffer INTERVAL_END = state(1);
    static final ByteBuffer INTERVAL_SWITCH = state(2);
    static final ByteBuffer TAG_PUSH = state(3);
    static final ByteBuffer TAG_POP = state(4);
    static final ByteBuffer TAG_SWITCH = state(5);
    static final ByteBuffer SPIN_BEGIN = state(6);
    static final ByteBuffer SPIN_END = state(7);
    static final ByteBuffer FALSE_WAKEUP = state(8);

    private Native() {}

    /** Whether the event of this state is recorded now. */
    static boolean isRecorded(ByteBuffer state) {
        return (int) INT.getOpaque(state, 0) != 0; // opaque: a plain read could be taken out of a loop for good
    }

    private static String load() {
        String file = System.getProperty("bowline.annotation.library");
        try {
            if (file == null) {
                System.loadLibrary("bowline-annotation-jni");
            } else {
                System.load(Path.of(file).toAbsolutePath().toString());
            }
            return isLoaded() ? ""
                    : "libbowline-annotation.so.0 or LTTng-UST is missing; it is looked for beside libbowline-annotation-jni.so";
        } catch (UnsatisfiedLinkError | SecurityException | IllegalArgumentException e) {
            return "no native library: " + e.getMessage() + " (system property bowline.annotation.library)";
        }
    }

    private static ByteBuffer state(int event) {
        ByteBuffer state = ABSENCE.isEmpty() ? enabled(event) : null;
        return state != null ? state : ByteBuffer.allocateDirect(Integer.BYTES); // all calls do nothing
    }

    private static native boolean isLoaded();

    private static native @Nullable ByteBuffer enabled(int event);

    /** A copy of a text that ends with a 0, for as long as the process lives; 0 if there is no memory. */
    static native long copy(byte[] text);

    static native int threadId();

    static native long newId();

    static native void intervalBegin(long id, long label);

    static native void intervalBeginSized(long id, long label, long size);

    static native void intervalEnd(long id);

    static native void intervalSwitch(long id);

    static native void tagPush(long path);

    static native void tagPop(long path);

    static native void tagSwitch(long path);

    static native void spinBegin(long object, int owner);

    static native void spinEnd(long object, boolean acquired);

    static native void falseWakeup(long object);
}
