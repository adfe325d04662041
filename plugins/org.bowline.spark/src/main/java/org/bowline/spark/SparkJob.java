/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import scala.Tuple2;

import org.bowline.core.model.Caveat;

/** One {@code analyze} on a cluster: a task for each host, then one that joins them. What runs here knows which files there are, and the metadata of traces, and nothing of what is in them. */
final class SparkJob {
    /** How Spark says which task failed; what follows is why. */
    private static final Pattern LOST = Pattern.compile("\\(TID \\d+\\) \\([^)]*\\): ([^\\n]*)");

    private final JavaSparkContext spark;
    private final JobOptions options;

    SparkJob(JavaSparkContext spark, JobOptions options) {
        this.spark = spark;
        this.options = options;
    }

    /**
     * Runs it.
     *
     * @return what was done, for the user
     * @throws UsageException if it cannot be done, with what to do; nothing is written then
     * @throws IOException if a file system fails; nothing is written then
     */
    String run() throws IOException {
        Configuration hadoop = spark.hadoopConfiguration();
        try (Output output = Output.claim(options.output(), hadoop)) {
            Listing listing = Listing.of(options, hadoop);
            int tables = run(listing, output, hadoop);
            return "Wrote " + options.output() + ": " + tables + " tables of " + listing.hosts().size() + " hosts";
        } catch (IOException | UsageException e) {
            throw e;
        } catch (Exception e) { // Spark throws exceptions that it does not declare
            throw explained(e);
        }
    }

    private int run(Listing listing, Output output, Configuration hadoop) throws IOException {
        // goes with the context: what removes it earlier does so beside the context's end, which complains then
        Broadcast<SerializableConfiguration> configuration = spark.broadcast(new SerializableConfiguration(hadoop));
        List<byte[]> plans = listing.hosts().stream().map(Blocks::bytes).toList();
        JavaRDD<Tuple2<Long, byte[]>> blocks = spark.parallelize(new ArrayList<>(plans), plans.size())
                .flatMap(new HostTask(configuration, options));
        byte[] told = JavaPairRDD.fromJavaRDD(blocks).partitionBy(new OnePartition()).map(pair -> pair)
                .mapPartitions(new JoinTask(configuration, options, plans.size(), Blocks.bytes(listing.caveats().toArray(new Caveat[0])),
                        output.staging()))
                .first();
        JoinTask.Outcome outcome = Blocks.object(JoinTask.Outcome.class, told);
        if (!outcome.problem().isEmpty()) {
            throw new UsageException(outcome.problem());
        }
        output.commit(output.take(outcome.folder()));
        return outcome.tables();
    }

    /** What failed in a task, without the words of the machinery; as it is if nothing is known. */
    private static RuntimeException explained(Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SparkException) {
                Matcher matcher = LOST.matcher(String.valueOf(cause.getMessage()));
                if (matcher.find()) {
                    return new UsageException("a task failed as often as it was tried: " + matcher.group(1)
                            + ". Nothing was written. Spark's log has the whole story; more tries: spark.task.maxFailures", e);
                }
            }
        }
        return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }

    /** All in one place. */
    private static final class OnePartition extends org.apache.spark.Partitioner {
        private static final long serialVersionUID = 1;

        @Override
        public int numPartitions() {
            return 1;
        }

        @Override
        public int getPartition(Object key) {
            return 0;
        }
    }
}
