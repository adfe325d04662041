/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfWriter;
import org.bowline.testkit.sim.KernelTraceGenerator.Options;
import org.bowline.testkit.sim.KernelTraceGenerator.Summary;

/** Builds the hosts, their threads and connections, runs the simulation and writes what is true. */
public final class Generation {
    /** True time 0: ns since the epoch. */
    private static final long EPOCH = 1_800_000_000_000_000_000L;
    private static final int SERVER_PORT = 7001;
    private static final int BACKEND_PORT = 7002;

    private final Options options;
    private final Randomness random;
    private final List<CtfWriter> writers = new ArrayList<>();

    /** Prepares a run. */
    public Generation(Options options) {
        this.options = options;
        random = new Randomness(options.seed());
    }

    /** Writes the traces and truth.json; several times with the same options, the same bytes. */
    public Summary run(Path directory, @Nullable WaitListener listener) throws IOException {
        Simulation simulation = new Simulation(random, listener);
        try {
            double[] ppm = new double[options.hosts()];
            for (int i = 0; i < options.hosts(); i++) {
                ppm[i] = i == 0 ? 0.35 : (random.below(400_000) - 200_000) / 1000.0;
                simulation.hosts.add(host(directory, i, ppm[i]));
            }
            for (SimHost host : simulation.hosts) {
                populate(simulation, host);
            }
            simulation.run(options.events());
            truth(directory, simulation, ppm);
        } finally {
            for (CtfWriter writer : writers) {
                writer.close();
            }
        }
        return new Summary(simulation.recorded(), simulation.end());
    }

    private SimHost host(Path directory, int number, double ppm) throws IOException {
        String name = name(number);
        double rate = 1 + ppm * 1e-6;
        long boot = 20_000_000_000L + random.below(1_000_000_000) * 30L;
        // how wrong the wall clock is
        long wrong = number == 0 ? 0 : (random.below(2_000_000_000) - 1_000_000_000) * 7L;
        long change = options.driftChangeNanos() > 0 ? options.driftChangeNanos() : Long.MAX_VALUE;
        double later = rate + (number == 0 ? 0 : 40e-6);
        HostClock clock = new HostClock(EPOCH - boot + wrong, boot, rate, change, later);
        UUID clockId = new UUID(random.bits() & ~0xf000L | 0x4000L, random.bits() >>> 2 | 1L << 63);
        CtfDeclaration kernel = declare(name, "kernel", "lttng-modules", clock, clockId);
        KernelLog log = new KernelLog(new KernelEvents(kernel), random, options.lossPerMillion());
        CtfWriter writer = writer(directory.resolve(name).resolve("kernel"), kernel);
        CtfDeclaration user = declare(name, "ust", "lttng-ust", clock, clockId);
        SimHost host = new SimHost(name, number, clock, log, new UserLog(user));
        CtfWriter userWriter = null;
        if (options.userSpace()) {
            userWriter = writer(directory.resolve(name).resolve("ust"), user);
        }
        for (int i = 0; i < options.cpus(); i++) {
            Cpu cpu = new Cpu(host, i, writer.stream("c0_" + i, i), userWriter == null ? null : userWriter.stream("u0_" + i, i));
            host.cpus.add(cpu);
            host.tasks.add(cpu.worker);
        }
        return host;
    }

    private CtfDeclaration declare(String host, String domain, String tracer, HostClock clock, UUID clockId) {
        CtfDeclaration declaration = new CtfDeclaration();
        declaration.uuid(new UUID(random.bits() & ~0xf000L | 0x4000L, random.bits() >>> 2 | 1L << 63));
        declaration.clock(clockId, 1_000_000_000L, 0, clock.offsetNanos());
        declaration.env("hostname", host).env("domain", domain);
        if (domain.equals("kernel")) {
            declaration.env("sysname", "Linux").env("kernel_release", "6.1.0").env("kernel_version", "#1 SMP PREEMPT_DYNAMIC simulated");
        }
        return declaration.env("tracer_name", tracer).env("tracer_major", 2).env("tracer_minor", 13).env("tracer_patchlevel", 9)
                .env("trace_buffering_scheme", domain.equals("kernel") ? "global" : "uid").env("trace_name", "synthetic")
                .env("trace_creation_datetime", "20270115T080000+0000");
    }

    private CtfWriter writer(Path directory, CtfDeclaration declaration) throws IOException {
        CtfWriter writer = new CtfWriter(directory, declaration, CtfWriter.Metadata.PACKETS, options.packetBytes(), options.index());
        writers.add(writer);
        return writer;
    }

    private static String name(int number) {
        return number < 26 ? String.valueOf((char) ('A' + number)) : "H" + number;
    }

    /** Clients here talk to servers on the next host, and those to backends on the one after. */
    private void populate(Simulation simulation, SimHost host) {
        List<SimHost> hosts = simulation.hosts;
        SimHost serverHost = hosts.get((host.number + 1) % hosts.size());
        SimHost backendHost = hosts.get((host.number + 2) % hosts.size());
        for (int i = 0; i < options.clients(); i++) {
            int connection = host.number * options.clients() + i;
            Endpoint client = new Endpoint(host, 32768 + connection, 5, connection, (int) random.bits());
            Endpoint server = new Endpoint(serverHost, SERVER_PORT, 6, connection + 1, (int) random.bits());
            Endpoint.connect(client, server);
            Endpoint asking = new Endpoint(serverHost, 45000 + connection, 7, connection + 2, (int) random.bits());
            Endpoint backend = new Endpoint(backendHost, BACKEND_PORT, 8, connection + 3, (int) random.bits());
            Endpoint.connect(asking, backend);
            process(host, "client", new Roles.Client(client, connection));
            process(serverHost, "server", new Roles.Server(server, asking));
            process(backendHost, "backend", new Roles.Server(backend, null));
        }
        for (int i = 0; i < 1 + options.cpus() / 2; i++) {
            process(host, "pool", new Roles.PoolThread());
        }
        process(host, "writer", new Roles.Writer());
        for (int i = 0; i < options.cpus(); i++) {
            process(host, "periodic", new Roles.Periodic(400_000 + i * 150_000L, 100_000));
        }
        process(host, "bash", new Roles.Shell());
    }

    private void process(SimHost host, String name, Role role) {
        int tid = host.takeTid();
        host.tasks.add(new Task(host, tid, tid, 1, name, false, host.cpus.get(random.below(host.cpus.size())), role));
    }

    private static void truth(Path directory, Simulation simulation, double[] ppm) throws IOException {
        StringBuilder b = new StringBuilder("{\n \"reference\": \"true time, ns since the epoch\",\n \"hosts\": {\n");
        for (SimHost host : simulation.hosts) {
            b.append(host.number == 0 ? "" : ",\n").append("  \"").append(host.name).append("\": {")
                    .append(host.clock.toJson(EPOCH, ppm[host.number])).append('}');
        }
        b.append("\n },\n \"begin_host_ns\": ").append(EPOCH).append(",\n \"end_host_ns\": ").append(EPOCH + simulation.end())
                .append(",\n \"events\": ")
                .append(simulation.recorded()).append("\n}\n");
        Files.writeString(directory.resolve("truth.json"), b, StandardCharsets.UTF_8);
    }
}
