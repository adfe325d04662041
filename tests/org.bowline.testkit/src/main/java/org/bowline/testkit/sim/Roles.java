/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** The kinds of threads that the simulated hosts run. Each is a loop over steps; a blocking call takes two: its begin and its end. */
final class Roles {
    /** Types of requests. */
    static final int CPU = 0;
    static final int BACKEND_TIMER = 1;
    static final int DISK = 2;
    static final int POOL = 3;
    static final int BACKEND_DISK = 4;
    static final int LOCK = 5;
    static final int BULK = 6;
    static final int TYPES = 7;

    private static final int MESSAGE = 512;
    private static final int BULK_MESSAGE = 16384;

    /** A kworker: waits in the kernel's idle state, does a little work. */
    static final Role WORKER = (simulation, task) -> {
        if (task.step == 0) {
            simulation.work(task, true);
            task.step = 1;
            return simulation.computeFor(task, 2_000 + simulation.random.about(5_000));
        }
        simulation.work(task, false);
        task.step = 0;
        return simulation.awaitWork(task);
    };

    private Roles() {}

    /** Sends requests, one after the other, and thinks between them. */
    static final class Client implements Role {
        private final Endpoint server;
        private final int number;
        private int requests;
        private int type;

        Client(Endpoint server, int number) {
            this.server = server;
            this.number = number;
        }

        @Override
        public Outcome step(Simulation simulation, Task task) {
            switch (task.step) {
                case 0 -> {
                    type = simulation.random.below(TYPES);
                    task.request = number * 1_000_000L + requests++;
                    task.host.userLog.requestBegin(task, task.request, type);
                    task.step = 1;
                    return simulation.computeFor(task, 20_000 + simulation.random.about(20_000));
                }
                case 1 -> {
                    simulation.send(task, server, MESSAGE, type, task.request);
                    task.step = 2;
                    return simulation.awaitMessage(task, server);
                }
                case 2 -> {
                    simulation.receive(task, server);
                    task.host.userLog.requestEnd(task, task.request, type);
                    task.step = 3;
                    return simulation.sleep(task, 50_000 + simulation.random.about(300_000));
                }
                default -> {
                    task.cpu.host.log.leave(task.cpu, KernelEvents.NANOSLEEP, 0, 0);
                    task.step = 0;
                    return Outcome.GO_ON;
                }
            }
        }
    }

    /** Serves one connection: computes, and asks a backend, a disk, a pool or a lock, by the request's type. */
    static final class Server implements Role {
        private final Endpoint client;
        private final @Nullable Endpoint backend;
        private final Gate answer = new Gate(0x7f5592ad2000L);

        Server(Endpoint client, @Nullable Endpoint backend) {
            this.client = client;
            this.backend = backend;
        }

        @Override
        public Outcome step(Simulation simulation, Task task) {
            SimHost host = task.host;
            switch (task.step) {
                case 0 -> {
                    task.step = 1;
                    return simulation.awaitMessage(task, client);
                }
                case 1 -> {
                    simulation.receive(task, client);
                    task.step = 2;
                    return simulation.computeFor(task, 20_000 + simulation.random.about(60_000));
                }
                case 2 -> {
                    return ask(simulation, task);
                }
                case 3 -> {
                    simulation.receive(task, Objects.requireNonNull(backend));
                    task.step = 9;
                    return simulation.computeFor(task, 20_000);
                }
                case 4 -> {
                    simulation.written(task);
                    task.step = 9;
                    return Outcome.GO_ON;
                }
                case 5 -> {
                    simulation.taken(task, answer);
                    task.step = 9;
                    return Outcome.GO_ON;
                }
                case 6 -> {
                    task.step = 7;
                    return simulation.computeFor(task, 30_000 + simulation.random.about(60_000));
                }
                case 7 -> {
                    simulation.unlock(task, host.lock);
                    task.step = 9;
                    return Outcome.GO_ON;
                }
                case 8 -> {
                    task.cpu.host.log.leave(task.cpu, KernelEvents.NANOSLEEP, 0, 0);
                    task.step = 9;
                    return Outcome.GO_ON;
                }
                default -> {
                    simulation.send(task, client, task.kind == BULK ? BULK_MESSAGE : MESSAGE, task.kind, task.request);
                    task.step = 0;
                    return Outcome.GO_ON;
                }
            }
        }

        private Outcome ask(Simulation simulation, Task task) {
            SimHost host = task.host;
            int type = task.kind;
            if ((type == BACKEND_TIMER || type == BACKEND_DISK) && backend != null) {
                simulation.send(task, backend, MESSAGE, type == BACKEND_DISK ? DISK : BACKEND_TIMER, task.request);
                task.step = 3;
                return simulation.awaitMessage(task, backend);
            }
            switch (type) {
                case DISK -> {
                    task.step = 4;
                    return simulation.writeToDisk(task, 65536);
                }
                case POOL -> {
                    host.requestPool(simulation, task, answer);
                    task.step = 5;
                    return simulation.awaitToken(task, answer);
                }
                case LOCK -> {
                    task.step = 6;
                    return simulation.lock(task, host.lock);
                }
                case BACKEND_TIMER -> {
                    task.step = 8;
                    return simulation.sleep(task, 500_000);
                }
                default -> {
                    task.step = 9;
                    return simulation.computeFor(task, 50_000);
                }
            }
        }
    }

    /** A thread of a pool: takes work from the host's queue, computes, answers. */
    static final class PoolThread implements Role {
        private @Nullable Gate answer;

        @Override
        public Outcome step(Simulation simulation, Task task) {
            SimHost host = task.host;
            switch (task.step) {
                case 0 -> {
                    task.step = 1;
                    return simulation.awaitToken(task, host.poolQueue);
                }
                case 1 -> {
                    simulation.taken(task, host.poolQueue);
                    answer = host.poolAnswers.remove();
                    task.step = 2;
                    return simulation.computeFor(task, 50_000 + simulation.random.about(60_000));
                }
                default -> {
                    simulation.give(task, Objects.requireNonNull(answer));
                    task.step = 0;
                    return Outcome.GO_ON;
                }
            }
        }
    }

    /** Computes and writes to the disk, again and again. */
    static final class Writer implements Role {
        @Override
        public Outcome step(Simulation simulation, Task task) {
            switch (task.step) {
                case 0 -> {
                    task.step = 1;
                    return simulation.computeFor(task, simulation.random.about(300_000));
                }
                case 1 -> {
                    task.step = 2;
                    return simulation.writeToDisk(task, 4096 * (1 + simulation.random.below(32)));
                }
                default -> {
                    simulation.written(task);
                    task.step = 0;
                    return Outcome.GO_ON;
                }
            }
        }
    }

    /** Wakes by a timer, computes, sleeps. */
    static final class Periodic implements Role {
        private final long period;
        private final long work;

        Periodic(long period, long work) {
            this.period = period;
            this.work = work;
        }

        @Override
        public Outcome step(Simulation simulation, Task task) {
            switch (task.step) {
                case 0 -> {
                    task.step = 1;
                    return simulation.computeFor(task, 1 + simulation.random.about(work));
                }
                case 1 -> {
                    task.step = 2;
                    return simulation.sleep(task, period);
                }
                default -> {
                    task.cpu.host.log.leave(task.cpu, KernelEvents.NANOSLEEP, 0, 0);
                    task.step = 0;
                    return Outcome.GO_ON;
                }
            }
        }
    }

    /** A shell: starts short processes, waits for each. */
    static final class Shell implements Role {
        private @Nullable Task child;

        @Override
        public Outcome step(Simulation simulation, Task task) {
            switch (task.step) {
                case 0 -> {
                    task.step = 1;
                    child = simulation.fork(task, "sh", new Child(task));
                    return simulation.computeFor(task, 10_000 + simulation.random.about(100_000));
                }
                case 1 -> {
                    task.step = 2;
                    return simulation.awaitChild(task, Objects.requireNonNull(child));
                }
                case 2 -> {
                    simulation.reap(task, Objects.requireNonNull(child));
                    task.step = 3;
                    return simulation.sleep(task, 200_000 + simulation.random.about(2_000_000));
                }
                default -> {
                    task.cpu.host.log.leave(task.cpu, KernelEvents.NANOSLEEP, 0, 0);
                    task.step = 0;
                    return Outcome.GO_ON;
                }
            }
        }
    }

    /** A short process. */
    static final class Child implements Role {
        private final Task parent;

        Child(Task parent) {
            this.parent = parent;
        }

        @Override
        public Outcome step(Simulation simulation, Task task) {
            switch (task.step) {
                case 0 -> {
                    task.cpu.host.log.leave(task.cpu, KernelEvents.CLONE, 0);
                    task.cpu.host.log.exec(task.cpu, task);
                    task.step = 1;
                    return simulation.computeFor(task, 50_000 + simulation.random.about(100_000));
                }
                default -> {
                    return simulation.exit(task, parent, parent.state == Task.BLOCKED && parent.step == 2);
                }
            }
        }
    }
}
