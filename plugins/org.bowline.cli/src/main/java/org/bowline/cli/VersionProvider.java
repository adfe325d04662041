/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"bowline " + version(),
            "Java " + Runtime.version() + ", heap " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB"};
    }

    /** The version alone. */
    static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
