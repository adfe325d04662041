/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.counter;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/** Of which intervals it is known who worked for them. */
final class CounterWork {
    /** An interval that one thread began and ended, with no other in between. */
    private record Alone(int key, long beginNanos) {}

    private final BitSet switched;
    private final Set<Alone> alone = new HashSet<>();

    CounterWork(int keys) {
        switched = new BitSet(keys);
    }

    void switched(int key) {
        switched.set(key);
    }

    void alone(int key, long beginNanos) {
        alone.add(new Alone(key, beginNanos));
    }

    boolean isTold(int key, long beginNanos) {
        return switched.get(key) || alone.contains(new Alone(key, beginNanos));
    }
}
