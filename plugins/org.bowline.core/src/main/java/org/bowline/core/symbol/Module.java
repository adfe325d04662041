/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

/**
 * A file that a process has mapped, an executable or a library.
 *
 * @param path where it was on its host
 * @param base address at which it begins in memory, unsigned
 * @param length bytes of memory
 * @param relative whether its own addresses are relative to the base; those of old executables are not
 * @param buildId in hex; empty if it is not known
 */
public record Module(String path, long base, long length, boolean relative, String buildId) {
    /** Whether the address lies in it. */
    public boolean covers(long address) {
        return Long.compareUnsigned(address - base, length) < 0;
    }

    /** The address in the file's own addresses. */
    public long inFile(long address) {
        return relative ? address - base : address;
    }

    /** The last name of its path. */
    public String name() {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.isEmpty() ? path : name;
    }

    /** The same with a build id. */
    public Module with(String id) {
        return new Module(path, base, length, relative, id);
    }
}
