/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.offcpu;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.LoadedModules;
import org.bowline.core.symbol.MemoryMap;
import org.bowline.core.symbol.Module;
import org.bowline.core.symbol.RecordedSymbols;
import org.bowline.core.symbol.SourceLines;
import org.bowline.core.symbol.SourceLines.Line;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.symbol.SymbolFiles.Found;
import org.bowline.core.symbol.SymbolTable;

/**
 * Call stacks as functions. An address has the name of the symbol that covers it, else {@code file+0xoffset}, else it stays an address. Where the instruction before a return address calls a function
 * that has no address of its own in the stack, that function stands there in brackets: it was called, and is missing since what it called in turn keeps no frame pointer. An address at which the process
 * has no code is no return address but what lay where a frame pointer was expected: it, and all outside of it, is left out for {@value #UNKNOWN}, as are the callers of a single address. O(addresses · log symbols).
 */
public final class StackNames {
    /** Callers that are not known. */
    public static final String UNKNOWN = "…";

    private static final int MOST_NAMED = 3;
    private static final int POLL_MASK = (1 << 10) - 1;
    private static final Pattern CALL = Pattern
            .compile("(?:__(?:x64|ia32|x32|arm64|s390x?|riscv|se|do)_)?(?:compat_)?sys_([a-z][a-z0-9_]*)");
    private static final Set<String> SCHEDULER = Set.of("schedule", "__schedule", "try_to_wake_up");
    /** What a processor calls when an interrupt comes; what is within is how a sample was taken. */
    private static final Pattern INTERRUPT = Pattern.compile(
            "asm_(?:sysvec_.*|common_interrupt)|(?:smp_|sysvec_)?apic_timer_interrupt|common_interrupt|ret_from_intr|do_IRQ|el[01]t?h?_(?:(?:32|64)_)?irq.*|__irq_(?:svc|usr)|gic_handle_irq");

    private final StackLog stacks;
    private final List<RecordedSymbols> hosts;
    private final SymbolFiles files;
    private final Map<Long, Long2ObjectOpenHashMap<Place>> places = new HashMap<>();
    private final List<Frames> frames = new ArrayList<>();
    private final TreeSet<String> nameless = new TreeSet<>();
    private int notWhole;
    private int withoutMap;
    private int doubtful;
    private int withoutKernel;
    private boolean linesMissing;

    /**
     * A stack, outermost first.
     *
     * @param functions of the program and its libraries
     * @param call the system call that the kernel was in; empty if it is not known, or in none
     * @param kernel functions of the kernel between the system call and the scheduler; empty if they have no names
     */
    public record Frames(List<String> functions, String call, List<String> kernel) {
        /** Copies the lists. */
        public Frames {
            functions = List.copyOf(functions);
            kernel = List.copyOf(kernel);
        }
    }

    /**
     * What is at an address.
     *
     * @param name symbol, file and offset, or the address
     * @param isCode whether there is code, as far as is known
     * @param file the file; null if there is none that is sure to be the same
     * @param own the file's own address of the call
     * @param called the function that the instruction calls; null if that is not known
     */
    private record Place(String name, boolean isCode, @Nullable Found file, long own, SymbolTable.@Nullable Symbol called) {}

    private StackNames(StackLog stacks, List<RecordedSymbols> hosts, SymbolFiles files) {
        this.stacks = stacks;
        this.hosts = List.copyOf(hosts);
        this.files = files;
    }

    /**
     * Looks all stacks up.
     *
     * @param hosts what was collected of each host, by its number
     * @param withLines whether each function is to have its line of the source, and inlined ones are to be there, too
     */
    public static StackNames of(StackLog stacks, List<RecordedSymbols> hosts, SymbolFiles files, boolean withLines, Progress progress) {
        return of(stacks, hosts, files, withLines ? names -> names.lines(SourceLines.find(), progress) : names -> Map.of(), progress);
    }

    /** The same, with lines of the source from this tool; null if there is none. */
    static StackNames withLines(StackLog stacks, List<RecordedSymbols> hosts, SymbolFiles files, @Nullable SourceLines tool,
            Progress progress) {
        return of(stacks, hosts, files, names -> names.lines(tool, progress), progress);
    }

    private static StackNames of(StackLog stacks, List<RecordedSymbols> hosts, SymbolFiles files,
            Function<StackNames, Map<Found, Map<Long, List<Line>>>> linesOf, Progress progress) {
        StackNames names = new StackNames(stacks, hosts, files);
        for (int stack = 0; stack < stacks.size(); stack++) {
            if ((stack & POLL_MASK) == 0) {
                progress.check();
                progress.report("Naming call stacks", (double) stack / stacks.size());
            }
            for (int i = stacks.kernelCount(stack); i < stacks.count(stack); i++) {
                names.place(stack, stacks.address(stack, i));
            }
        }
        Map<Found, Map<Long, List<Line>>> lines = linesOf.apply(names);
        for (int stack = 0; stack < stacks.size(); stack++) {
            names.frames.add(names.frames(stack, lines));
        }
        return names;
    }

    /** Whether waits have stacks, and not only samples. */
    public boolean hasWaits() {
        return stacks.hasWaits();
    }

    /** The frames of a stack. */
    public Frames of(int stack) {
        return frames.get(stack);
    }

    /** The frames with which the wait of a blocked segment began; null if they are not known. */
    public @Nullable Frames ofSegment(int segment) {
        int stack = stacks.of(segment);
        return stack == StackLog.NONE ? null : frames.get(stack);
    }

    /** The frames of the thread that ended the wait of a blocked segment, when it did; null if they are not known. */
    public @Nullable Frames ofWaker(int segment) {
        int stack = stacks.ofWaker(segment);
        return stack == StackLog.NONE ? null : frames.get(stack);
    }

    private Place place(int stack, long address) {
        long process = (long) stacks.host(stack) << 33 | (stacks.pid(stack) & 0xffff_ffffL) << 1 | (stacks.isLast(stack) ? 1 : 0);
        return places.computeIfAbsent(process, key -> new Long2ObjectOpenHashMap<>()).computeIfAbsent(address, key -> find(stack, key));
    }

    private Place find(int stack, long address) {
        RecordedSymbols host = host(stack);
        MemoryMap map = stacks.isLast(stack) ? host.maps().get(stacks.pid(stack)) : null;
        String number = "0x" + Long.toHexString(address);
        if (map == null) {
            return told(stack, address, number);
        }
        MemoryMap.Part part = map.at(address - 1); // what is recorded is where the call returns to, which may be another line or function
        if (part == null) {
            return new Place(number, false, null, 0, null);
        }
        return part.isFile() ? inFile(host, part, address) : new Place(inMemory(stack, part, address), true, null, 0, null);
    }

    /** Where nobody has looked at the memory: by what the process itself has told of it. */
    private Place told(int stack, long address, String number) {
        LoadedModules loaded = stacks.isLast(stack) ? host(stack).loaded().get(stacks.pid(stack)) : null;
        Module module = loaded == null ? null : loaded.at(address - 1);
        if (module == null) {
            doubtful += loaded != null && loaded.isDoubtful(address - 1) ? 1 : 0;
            return new Place(number, true, null, 0, null);
        }
        String plain = module.name() + "+0x" + Long.toHexString(module.inFile(address));
        Found file = files.file(module.path(), module.buildId());
        String name = file == null ? null : file.elf().symbols().name(module.inFile(address - 1));
        if (name == null) {
            nameless.add(module.name());
        }
        long offset = file == null ? -1 : file.elf().offset(module.inFile(address - 1));
        return file == null ? new Place(plain, true, null, 0, null)
                : new Place(name == null ? plain : name, true, file, module.inFile(address - 1),
                        offset < 0 ? null : called(file, offset + 1));
    }

    private String inMemory(int stack, MemoryMap.Part part, long address) {
        SymbolTable compiled = host(stack).compiled().get(stacks.pid(stack));
        String name = compiled == null ? null : compiled.name(address - 1);
        if (name != null) {
            return name;
        }
        return part.path().isEmpty() ? "0x" + Long.toHexString(address) : part.path() + "+0x" + Long.toHexString(address - part.begin());
    }

    private Place inFile(RecordedSymbols host, MemoryMap.Part part, long address) {
        String module = part.path().substring(part.path().lastIndexOf('/') + 1);
        Found file = files.file(part.path(), host.buildIds().getOrDefault(part.path(), ""));
        long own = file == null ? -1 : file.elf().address(part.inFile(address - 1));
        if (file == null || own < 0) {
            nameless.add(module);
            return new Place(module + "+0x" + Long.toHexString(part.inFile(address)), true, null, 0, null);
        }
        String name = file.elf().symbols().name(own);
        if (name == null) {
            nameless.add(module);
            name = module + "+0x" + Long.toHexString(own + 1);
        }
        return new Place(name, true, file, own, called(file, part.inFile(address)));
    }

    /** The function that begins where the call before a place jumps to. */
    private static SymbolTable.@Nullable Symbol called(Found file, long offset) {
        long target = file.elf().called(file.path(), offset);
        SymbolTable.Symbol symbol = target < 0 ? null : file.elf().symbols().at(target);
        return symbol == null || symbol.address() != target ? null : symbol;
    }

    private RecordedSymbols host(int stack) {
        int host = stacks.host(stack);
        return host < hosts.size() ? hosts.get(host) : RecordedSymbols.NONE;
    }

    private Map<Found, Map<Long, List<Line>>> lines(@Nullable SourceLines tool, Progress progress) {
        Map<Found, TreeSet<Long>> asked = new LinkedHashMap<>();
        places.values().stream().flatMap(ofProcess -> ofProcess.values().stream()).forEach(place -> {
            Found file = place.file();
            if (file != null) {
                TreeSet<Long> addresses = asked.computeIfAbsent(file, key -> new TreeSet<>());
                addresses.add(place.own());
                SymbolTable.Symbol called = place.called();
                if (called != null) {
                    addresses.add(called.address());
                }
            }
        });
        Map<Found, Map<Long, List<Line>>> lines = new HashMap<>();
        if (tool != null) {
            asked.forEach((file, addresses) -> lines.put(file, tool.of(file.path(), List.copyOf(addresses), progress)));
        }
        linesMissing = tool == null || tool.hasFailed();
        return lines;
    }

    private Frames frames(int stack, Map<Found, Map<Long, List<Line>>> lines) {
        List<String> functions = new ArrayList<>(); // innermost first
        int count = stacks.count(stack) - stacks.kernelCount(stack);
        boolean whole = !stacks.isCut(stack) && count != 1; // whatever waits was called
        Place inner = null;
        for (int i = stacks.kernelCount(stack); i < stacks.count(stack); i++) {
            Place place = place(stack, stacks.address(stack, i));
            if (!place.isCode()) {
                whole = false;
                break;
            }
            SymbolTable.Symbol called = place.called();
            if (inner != null && called != null && !called.name().equals(inner.name())) {
                functions.add('[' + called.name() + line(place, called.address(), lines) + ']');
            }
            add(place, lines, functions);
            inner = place;
        }
        if (!whole) {
            functions.add(UNKNOWN);
            notWhole++;
        }
        withoutMap += count > 0 && !isMapKnown(stack) ? 1 : 0;
        Collections.reverse(functions);
        return kernel(stack, functions);
    }

    private boolean isMapKnown(int stack) {
        return stacks.isLast(stack)
                && (host(stack).maps().containsKey(stacks.pid(stack)) || host(stack).loaded().containsKey(stacks.pid(stack)));
    }

    /** The function itself, and those that are inlined there; innermost first. */
    private static void add(Place place, Map<Found, Map<Long, List<Line>>> lines, List<String> functions) {
        List<Line> known = place.file() == null ? List.of()
                : lines.getOrDefault(place.file(), Map.of()).getOrDefault(place.own(), List.of());
        for (int i = 0; i < known.size() - 1; i++) {
            functions.add(known.get(i).function() + " (" + known.get(i).text() + ')');
        }
        functions.add(place.name() + (known.isEmpty() ? "" : " (" + known.get(known.size() - 1).text() + ')'));
    }

    private static String line(Place place, long own, Map<Found, Map<Long, List<Line>>> lines) {
        List<Line> known = place.file() == null ? List.of() : lines.getOrDefault(place.file(), Map.of()).getOrDefault(own, List.of());
        return known.isEmpty() ? "" : " (" + known.get(known.size() - 1).text() + ')';
    }

    private Frames kernel(int stack, List<String> functions) {
        SymbolTable symbols = host(stack).kernel();
        if (symbols.size() == 0) {
            withoutKernel += stacks.kernelCount(stack) > 0 ? 1 : 0;
            return new Frames(functions, "", List.of());
        }
        List<String> kernel = new ArrayList<>();
        String call = "";
        for (int i = stacks.kernelCount(stack) - 1; i >= 0; i--) {
            long address = stacks.address(stack, i);
            String name = symbols.name(address - 1);
            if (name != null && (SCHEDULER.contains(name) || INTERRUPT.matcher(name).matches())) {
                break; // what follows is how the kernel leaves any thread, and the tracer
            }
            Matcher entry = name == null ? null : CALL.matcher(name);
            if (call.isEmpty() && entry != null && entry.matches()) {
                call = entry.group(1);
                kernel.clear();
            } else {
                kernel.add(name != null ? name : "0x" + Long.toHexString(address));
            }
        }
        return new Frames(functions, call, kernel);
    }

    /** What is not known of the stacks. */
    public List<Caveat> caveats() {
        List<Caveat> caveats = new ArrayList<>();
        if (notWhole > 0) {
            caveats.add(Caveat.of(Severity.INFO, "", "stacks-not-whole", notWhole, Words.count(notWhole, "call stack is", "call stacks are")
                    + " not whole: the outermost callers are missing (" + UNKNOWN
                    + "). LTTng follows frame pointers, and 128 calls at most; build programs and libraries with -fno-omit-frame-pointer."));
        }
        notKept(stacks.withoutRoom(), "wait has", "waits have", caveats);
        notKept(stacks.samplesWithoutRoom(), "sample has", "samples have", caveats);
        List<String> parts = new ArrayList<>();
        add(parts, withoutMap, "stack is of a process", "stacks are of processes", " whose memory map was not collected");
        add(parts, doubtful, "address is", "addresses are", " where the process had several files one after the other");
        add(parts, withoutKernel, "stack has", "stacks have",
                " no functions of the kernel, whose names were not collected (symbols/kallsyms)");
        if (!nameless.isEmpty()) {
            parts.add("functions without a symbol are written as file and offset, of "
                    + nameless.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                    + (nameless.size() > MOST_NAMED ? " and " + Words.count(nameless.size() - MOST_NAMED, "more file") : ""));
        }
        if (!parts.isEmpty()) {
            caveats.add(Caveat.of(Severity.INFO, "", "stacks-without-names", parts.size(), "Call stacks lack names: "
                    + String.join("; ", parts)
                    + ". bowline-record collects maps, build ids and the kernel's names, of its own command also while it runs; give the folder with the same builds of"
                    + " programs and libraries, not stripped of their symbols, as --symbols DIR."));
        }
        if (linesMissing) {
            caveats.add(Caveat.of(Severity.WARNING, "", "no-source-lines", 0,
                    "Not all lines of the source could be found: there is no addr2line"
                            + " or llvm-symbolizer here, or it did not answer within 20 s. Install GNU binutils or LLVM."));
        }
        return List.copyOf(caveats);
    }

    private static void notKept(long count, String one, String many, List<Caveat> caveats) {
        if (count > 0) {
            caveats.add(Caveat.of(Severity.WARNING, "", "stacks-not-kept", count, Words.count(count, one, many)
                    + " no call stack, as there were too many different ones to keep. Ask for a shorter recording."));
        }
    }

    private static void add(List<String> parts, int count, String one, String many, String rest) {
        if (count > 0) {
            parts.add(Words.count(count, one, many) + rest);
        }
    }
}
