/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.Serializable;
import java.util.List;

/**
 * A trace that a task is to read.
 *
 * @param host the name of its host
 * @param folder its URI
 * @param displayPath how reports name it
 * @param whole whether it is read once more when hosts are joined
 * @param files what was in it when the job began
 */
record TracePlan(String host, String folder, String displayPath, boolean whole, List<FilePlan> files) implements Serializable {
    /**
     * A file of a trace.
     *
     * @param path relative to the folder, with slashes
     * @param bytes its length
     */
    record FilePlan(String path, long bytes) implements Serializable {}

    TracePlan {
        files = List.copyOf(files);
    }
}
