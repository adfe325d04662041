/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

/** Entry point of the command line. */
public final class Main {
    private Main() {}

    /** Prints the version. */
    public static void main(String[] args) {
        System.out.println("bowline 0.1.0-SNAPSHOT");
    }
}
