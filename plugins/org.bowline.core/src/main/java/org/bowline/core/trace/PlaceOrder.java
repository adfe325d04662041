/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order of traces, folder by folder, and a number at the end of a name by its value: A, A-2, A-10. Hosts of one name are numbered in this order, so it
 * must be the same where their traces lie in folders of those very names; as plain text A-2/kernel comes before A/kernel.
 */
final class PlaceOrder implements Comparator<Path> {
    private static final Pattern NUMBERED = Pattern.compile("(.*?)0*(\\d*)", Pattern.DOTALL);

    @Override
    public int compare(Path a, Path b) {
        Iterator<Path> others = b.iterator();
        for (Path one : a) {
            if (!others.hasNext()) {
                return 1;
            }
            int different = compareNames(one.toString(), others.next().toString());
            if (different != 0) {
                return different;
            }
        }
        return others.hasNext() ? -1 : a.compareTo(b);
    }

    /** By what is before the number, then by the number: one order for all names, whether they have one or not. */
    private static int compareNames(String one, String other) {
        Matcher first = NUMBERED.matcher(one);
        Matcher second = NUMBERED.matcher(other);
        first.matches(); // whatever a name is
        second.matches();
        int different = first.group(1).compareTo(second.group(1));
        if (different == 0) {
            different = Integer.compare(first.group(2).length(), second.group(2).length());
        }
        return different == 0 ? one.compareTo(other) : different;
    }
}
