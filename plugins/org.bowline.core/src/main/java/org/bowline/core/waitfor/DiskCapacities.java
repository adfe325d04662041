/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * What disks can do, as far as a user tells.
 *
 * @param told by {@code NAME} for the disks of this name of all hosts, or {@code HOST:NAME} for one
 */
public record DiskCapacities(Map<String, Capacity> told) {
    /** Nothing is told: a disk does what it can while it has a request. */
    public static final DiskCapacities NONE = new DiskCapacities(Map.of());

    private static final Pattern FORM = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?)\\s*([kKmMgG]?)(B|iops)(?:/s)?");
    private static final String PREFIXES = "kmg";
    private static final int STEP = 1000;
    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000_000_000L);

    /** Copies. */
    public DiskCapacities {
        told = Map.copyOf(told);
    }

    /**
     * What a disk can do. It is as busy as the one of the two says that says more.
     *
     * @param bytesPerSecond what it reads and writes; 0 if that is not told
     * @param requestsPerSecond how many requests it serves; 0 if that is not told
     */
    public record Capacity(long bytesPerSecond, long requestsPerSecond) {
        /** For how long a disk works that does this and nothing else, ns. */
        double nanos(double bytes, double requests) {
            double transfer = bytesPerSecond == 0 ? 0 : bytes / bytesPerSecond;
            double each = requestsPerSecond == 0 ? 0 : requests / requestsPerSecond;
            return 1e9 * Math.max(transfer, each);
        }
    }

    /**
     * The same and one figure more, or another one for a disk.
     *
     * @param text {@code NAME=200MB} or {@code NAME=500iops}, both per second and in powers of ten, or {@code HOST:NAME=…}
     * @throws IllegalArgumentException if it is of another form; the message is for the user
     */
    public DiskCapacities with(String text) {
        int equals = text.lastIndexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException(
                    "a disk and what it can do in a second are needed, as sda=200MB or sda=500iops, or A:sda=200MB for that of host A");
        }
        String name = text.substring(0, equals).strip();
        String rate = text.substring(equals + 1).strip();
        Matcher form = FORM.matcher(rate);
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + rate + "' is not what a disk can do in a second; write it as 200MB, 1.5GB or 500iops");
        }
        int power = form.group(2).isEmpty() ? 0 : 1 + PREFIXES.indexOf(form.group(2).toLowerCase(Locale.ROOT));
        BigDecimal value = new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(STEP).pow(power));
        if (value.compareTo(BigDecimal.ONE) < 0 || value.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("what a disk can do in a second is from 1 to a million G: " + rate);
        }
        Capacity before = told.getOrDefault(name, new Capacity(0, 0));
        Map<String, Capacity> more = new TreeMap<>(told);
        more.put(name, form.group(3).equals("B") ? new Capacity(value.longValue(), before.requestsPerSecond)
                : new Capacity(before.bytesPerSecond, value.longValue()));
        return new DiskCapacities(more);
    }

    /** What is told of a disk; null if nothing is. What is told of one host's goes first. */
    @Nullable
    Capacity of(String host, String name) {
        Capacity exact = told.get(host + ":" + name);
        return exact != null ? exact : told.get(name);
    }

    /** The names that are told. */
    Set<String> names() {
        return told.keySet();
    }
}
