/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.IOException;
import java.util.List;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** {@code spark-submit bowline-spark.jar analyze URI... -o URI}. */
public final class SparkMain {
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private SparkMain() {}

    /**
     * Runs a job.
     *
     * @param words the command
     */
    public static void main(String[] words) {
        int code = 0;
        try {
            JobOptions options = JobOptions.parse(List.of(words));
            try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("bowline"))) {
                System.out.println(new SparkJob(spark, options).run());
            }
        } catch (UsageException e) {
            System.err.println("bowline: " + e.getMessage());
            code = USAGE;
        } catch (IOException e) {
            System.err.println("bowline: " + e.getClass().getSimpleName() + ": " + e.getMessage() + ". Nothing was written.");
            code = FAILED;
        }
        if (code != 0) {
            System.exit(code);
        }
    }

    /** The version that the build wrote into the jar. */
    static String version() {
        String version = SparkMain.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
