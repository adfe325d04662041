/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;

/** The results of an analysis: each is computed by who asks first, and once; others wait, and each can be cancelled alone. Safe for many threads. */
final class Slots {
    private static final int POLL_MILLIS = 20;

    /** What those compute that this thread works for; each of them waits for it. */
    private static final ThreadLocal<Set<Slot>> ABOVE = ThreadLocal.withInitial(Set::of);
    /** Whether this thread has something else to do than to wait. */
    private static final ThreadLocal<Boolean> BUSY = ThreadLocal.withInitial(() -> false);

    private final Map<Result<?>, Slot> slots = new HashMap<>();

    /** A result that comes, or has come. */
    private static final class Slot {
        private final ReentrantLock lock = new ReentrantLock();
        private volatile @Nullable Object value;
    }

    /** Some are known already. */
    Slots(Map<Result<?>, Object> known) {
        known.forEach((result, value) -> {
            Slot slot = new Slot();
            slot.value = value;
            slots.put(result, slot);
        });
    }

    /** A result: known, or computed now for somebody; see {@link Analysis#get}. */
    @SuppressWarnings("unchecked") // a slot holds what its result computed
    <T> T get(Result<T> wanted, Analysis asking) {
        Slot slot;
        synchronized (slots) {
            slot = slots.computeIfAbsent(wanted, key -> new Slot());
        }
        Object value = slot.value;
        if (value == null) {
            if (slot.lock.isHeldByCurrentThread() || ABOVE.get().contains(slot)) {
                throw new IllegalStateException("a result asks for itself: " + wanted);
            }
            if (!slot.lock.tryLock()) {
                if (BUSY.get()) {
                    throw new AwaitedException(() -> slot.value == null && slot.lock.isLocked());
                }
                lock(slot.lock, asking.progress());
            }
            try {
                value = slot.value;
                if (value == null) {
                    value = wanted.compute(asking);
                    slot.value = value;
                }
            } finally {
                slot.lock.unlock();
            }
        }
        return (T) value;
    }

    /**
     * The same work for another thread, while this one computes something and will wait for it: a result that this thread computes is then refused there as it is here, instead of each waiting for the
     * other for ever.
     */
    Runnable forHelper(Runnable work) {
        Set<Slot> mine = new HashSet<>(ABOVE.get());
        synchronized (slots) {
            slots.values().stream().filter(slot -> slot.lock.isHeldByCurrentThread()).forEach(mine::add);
        }
        return () -> {
            Set<Slot> before = ABOVE.get();
            Set<Slot> all = new HashSet<>(before);
            all.addAll(mine);
            ABOVE.set(all);
            try {
                work.run();
            } finally {
                ABOVE.set(before);
            }
        };
    }

    /** Does work that waits for no result which another thread computes. See {@link Analysis#unlessAwaited}. */
    static @Nullable BooleanSupplier unlessAwaited(Runnable work) {
        boolean before = BUSY.get();
        BUSY.set(true);
        try {
            work.run();
            return null;
        } catch (AwaitedException e) {
            return e.isStillComputed();
        } finally {
            BUSY.set(before);
        }
    }

    /** A result if it is known; does not wait. */
    @SuppressWarnings("unchecked") // a slot holds what its result computed
    <T> @Nullable T peek(Result<T> wanted) {
        synchronized (slots) {
            Slot slot = slots.get(wanted);
            return slot == null ? null : (T) slot.value;
        }
    }

    private static void lock(ReentrantLock lock, Progress progress) {
        try {
            while (!lock.tryLock(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                progress.check();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancelledException();
        }
    }
}
