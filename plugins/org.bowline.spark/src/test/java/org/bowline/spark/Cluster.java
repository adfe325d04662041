/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.util.List;

import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** Two processors that are a cluster, once for all tests of the module; a task is tried three times. */
final class Cluster {
    static final int TRIES = 3;
    private static final SparkSession SESSION = SparkSession.builder().appName("test").master("local[2," + TRIES + "]")
            .config("spark.ui.enabled", "false").config("spark.driver.host", "localhost").config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.codegen.wholeStage", "false").config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .config("spark.hadoop.fs.flaky.impl", FlakyFileSystem.class.getName())
            .config("spark.serializer", System.getProperty("bowline.spark.serializer", "org.apache.spark.serializer.KryoSerializer"))
            .getOrCreate();

    private Cluster() {}

    static SparkSession session() {
        return SESSION;
    }

    static String run(String... words) throws java.io.IOException {
        return new SparkJob(JavaSparkContext.fromSparkContext(SESSION.sparkContext()), JobOptions.parse(List.of(words))).run();
    }
}
