/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.bowline.core.figures.BitRate;

/**
 * What network interfaces can send, as far as a user tells.
 *
 * @param told bit/s, by {@code NAME} for the interfaces of this name of all hosts, or {@code HOST:NAME} for one
 */
public record NicCapacities(Map<String, Long> told) {
    /** Nothing is told. */
    public static final NicCapacities NONE = new NicCapacities(Map.of());

    /** Copies. */
    public NicCapacities {
        told = Map.copyOf(told);
    }

    /**
     * The same and one more, or another rate for one.
     *
     * @param text {@code NAME=RATE} or {@code HOST:NAME=RATE}
     * @throws IllegalArgumentException if it is of another form; the message is for the user
     */
    public NicCapacities with(String text) {
        int equals = text.lastIndexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException("an interface and its rate are needed, as eth0=1Gbit, or A:eth0=1Gbit for that of host A");
        }
        Map<String, Long> more = new TreeMap<>(told);
        more.put(text.substring(0, equals).strip(), BitRate.parse(text.substring(equals + 1)));
        return new NicCapacities(more);
    }

    /** What is told of an interface, bit/s; 0 if nothing is. What is told of one host's goes first. */
    long of(String host, String name) {
        Long exact = told.get(host + ":" + name);
        return exact != null ? exact : told.getOrDefault(name, 0L);
    }

    /** The names that are told. */
    Set<String> names() {
        return told.keySet();
    }
}
