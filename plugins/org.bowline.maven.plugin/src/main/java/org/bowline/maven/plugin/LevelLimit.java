/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.apache.maven.plugin.MojoExecutionException;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Percent;

/**
 * How much throughput a build may lose at a level: {@code [LOAD:]CLIENTS=PERCENT}, {@code [LOAD:]*=PERCENT}.
 *
 * @param load the sort of load; null for every one
 * @param clients the number of clients; 0 for every one
 * @param share of the base's throughput, 0 to 1
 */
record LevelLimit(@Nullable String load, long clients, double share) {
    private static final String FORM = "is not of the form [LOAD:]CLIENTS=PERCENT, as 64=5% or ro:*=2%";

    /** Where nothing is said: no loss that is more than chance. */
    static final LevelLimit NONE = new LevelLimit(null, 0, 0);

    /** Limits as they stand in a pom, each for another level. */
    static List<LevelLimit> parse(List<String> texts) throws MojoExecutionException {
        List<LevelLimit> limits = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String text : texts) {
            LevelLimit limit = parse(text);
            if (!seen.add(limit.level())) {
                throw new MojoExecutionException("Parameter maxLoss: there are two limits for " + limit.level() + '.');
            }
            limits.add(limit);
        }
        return limits;
    }

    private static LevelLimit parse(String text) throws MojoExecutionException {
        int equals = text.lastIndexOf('=');
        String level = equals < 0 ? "" : text.substring(0, equals).strip();
        int colon = level.lastIndexOf(':');
        String load = colon < 0 ? null : level.substring(0, colon);
        Optional<BigDecimal> share = equals < 0 ? Optional.empty() : Percent.parse(text.substring(equals + 1).strip());
        long clients = clients(level.substring(colon + 1));
        if (share.isEmpty() || clients < 0 || load != null && load.isEmpty()) {
            throw new MojoExecutionException("Parameter maxLoss: '" + text + "' " + FORM + '.');
        }
        if (share.get().signum() < 0 || share.get().compareTo(BigDecimal.ONE) >= 0) {
            throw new MojoExecutionException(
                    "Parameter maxLoss: '" + text + "' limits nothing: no build loses more than all; write 0% or more,"
                            + " and less than 100%.");
        }
        return new LevelLimit(load, clients, share.get().doubleValue());
    }

    /** −1 if it is not a number of clients. */
    private static long clients(String text) {
        if (text.equals("*")) {
            return 0;
        }
        try {
            long clients = Long.parseLong(text);
            return clients > 0 ? clients : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** For which levels. */
    String level() {
        return (load == null ? "" : load + ':') + (clients == 0 ? "*" : String.valueOf(clients));
    }

    /** Whether it is for a level. */
    boolean isFor(String of, long many) {
        return (load == null || load.equals(of)) && (clients == 0 || clients == many);
    }

    /** That of two limits for one level which is for fewer levels. */
    static LevelLimit narrower(LevelLimit one, LevelLimit other) {
        return other.rank() > one.rank() ? other : one;
    }

    private int rank() {
        return (clients == 0 ? 0 : 2) + (load == null ? 0 : 1);
    }
}
