/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Traces of many hosts, analysed on an Apache Spark cluster: a task for each host reads its traces to {@link org.bowline.core.trace.HostFacts}, and one task joins them and asks the questions, all by the
 * engine's own code. In: URIs of folders in any file system of Hadoop. Out: the files of {@code bowline analyze -o}, and the same tables as Parquet. The program that starts it holds neither events nor a timeline.
 */
@NullMarked
package org.bowline.spark;

import org.jspecify.annotations.NullMarked;
