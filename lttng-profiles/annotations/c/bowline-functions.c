/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/*
 * libbowline-functions.so: of the functions that a program built with -finstrument-functions announces, only those of a list are recorded; each of the
 * others costs a few nanoseconds. For LD_PRELOAD, before liblttng-ust-cyg-profile.so, which makes the events:
 *
 *     BOWLINE_FUNCTIONS=handle,commit LD_PRELOAD=libbowline-functions.so:liblttng-ust-cyg-profile.so ./program
 *
 * A name stands for all functions of that name in the program and in the libraries that are in memory when it begins, and for the copies that a
 * compiler makes of them (commit.constprop.0). Of libraries that are loaded later none is recorded. Without BOWLINE_FUNCTIONS all functions are.
 *
 * Names are found in the symbol tables of the files (.symtab, else .dynsym): they must not be stripped. Every place in a file is checked against its size.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define QUIET __attribute__((no_instrument_function))
#define SEEN __attribute__((no_instrument_function, visibility("default")))

typedef void (*announcement)(void *function, void *caller);

SEEN void __cyg_profile_func_enter(void *function, void *caller);
SEEN void __cyg_profile_func_exit(void *function, void *caller);

/* Written by the constructor, before main; what is called earlier is not recorded. */
static announcement enter;
static announcement leave;
static int all;
static uintptr_t *chosen; /* a hash table with open addressing; 0: free */
static size_t mask;
static size_t count;
static char **names; /* sorted */
static size_t name_count;

static QUIET size_t place(uintptr_t address) {
    return (size_t) (((uint64_t) address * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & mask;
}

static inline QUIET int is_chosen(void *function) {
    uintptr_t address = (uintptr_t) function;
    size_t at;
    if (chosen == NULL) {
        return all;
    }
    for (at = place(address); chosen[at] != 0; at = (at + 1) & mask) {
        if (chosen[at] == address) {
            return 1;
        }
    }
    return 0;
}

void __cyg_profile_func_enter(void *function, void *caller) {
    if (enter != NULL && is_chosen(function)) {
        enter(function, caller);
    }
}

void __cyg_profile_func_exit(void *function, void *caller) {
    if (leave != NULL && is_chosen(function)) {
        leave(function, caller);
    }
}

static QUIET int grow(void) {
    size_t size = chosen == NULL ? 1024 : 2 * (mask + 1);
    uintptr_t *before = chosen;
    size_t before_size = chosen == NULL ? 0 : mask + 1;
    uintptr_t *table = calloc(size, sizeof(uintptr_t));
    size_t i;
    if (table == NULL) {
        return 0;
    }
    chosen = table;
    mask = size - 1;
    for (i = 0; i < before_size; i++) {
        if (before[i] != 0) {
            size_t at = place(before[i]);
            while (chosen[at] != 0) {
                at = (at + 1) & mask;
            }
            chosen[at] = before[i];
        }
    }
    free(before);
    return 1;
}

static QUIET void choose(uintptr_t address) {
    if (is_chosen((void *) address) || (2 * (count + 1) > mask && !grow())) {
        return;
    }
    size_t at = place(address);
    while (chosen[at] != 0) {
        at = (at + 1) & mask;
    }
    chosen[at] = address;
    count++;
}

/* A name of the list against the beginning of a name, of that length. */
static QUIET int compare(const char *listed, const char *name, size_t length) {
    int order = strncmp(listed, name, length);
    return order != 0 ? order : listed[length] != '\0';
}

static QUIET int is_listed(const char *name) {
    size_t length = strcspn(name + (*name == '.'), ".") + (*name == '.');
    size_t low = 0;
    size_t high = name_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(names[middle], name, length);
        if (order == 0) {
            return 1;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return 0;
}

static QUIET int inside(size_t size, uint64_t offset, uint64_t length) {
    return offset <= size && length <= size - offset;
}

/* The functions of a symbol table; 1 if there is any. */
static QUIET int choose_of(const unsigned char *file, size_t size, const ElfW(Shdr) * table, const ElfW(Shdr) * strings, uintptr_t base) {
    size_t symbols = table->sh_size / sizeof(ElfW(Sym));
    size_t i;
    int any = 0;
    if (table->sh_entsize != sizeof(ElfW(Sym)) || !inside(size, table->sh_offset, table->sh_size) || !inside(size, strings->sh_offset, strings->sh_size)
            || strings->sh_size == 0 || file[strings->sh_offset + strings->sh_size - 1] != '\0' || table->sh_offset % _Alignof(ElfW(Sym)) != 0) {
        return 0;
    }
    for (i = 0; i < symbols; i++) {
        const ElfW(Sym) *symbol = (const void *) (file + table->sh_offset + i * sizeof(ElfW(Sym)));
        if ((symbol->st_info & 15) == STT_FUNC && symbol->st_shndx != SHN_UNDEF && symbol->st_value != 0 && symbol->st_name < strings->sh_size) {
            any = 1;
            if (is_listed((const char *) file + strings->sh_offset + symbol->st_name)) {
                choose(base + symbol->st_value);
            }
        }
    }
    return any;
}

static QUIET void read_file(const unsigned char *file, size_t size, uintptr_t base) {
    const ElfW(Ehdr) *header = (const void *) file;
    const ElfW(Shdr) * sections;
    static const unsigned wanted[] = {SHT_SYMTAB, SHT_DYNSYM};
    size_t kind;
    unsigned i;
    if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_shentsize != sizeof(ElfW(Shdr))
            || !inside(size, header->e_shoff, (uint64_t) header->e_shnum * sizeof(ElfW(Shdr))) || header->e_shoff % _Alignof(ElfW(Shdr)) != 0) {
        return;
    }
    sections = (const void *) (file + header->e_shoff);
    for (kind = 0; kind < 2; kind++) {
        int any = 0;
        for (i = 0; i < header->e_shnum; i++) {
            if (sections[i].sh_type == wanted[kind] && sections[i].sh_link < header->e_shnum) {
                any |= choose_of(file, size, &sections[i], &sections[sections[i].sh_link], base);
            }
        }
        if (any) {
            return;
        }
    }
}

static QUIET int look_at(struct dl_phdr_info *info, size_t size, void *unused) {
    const char *path = info->dlpi_name != NULL && info->dlpi_name[0] != '\0' ? info->dlpi_name : "/proc/self/exe";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    (void) size;
    (void) unused;
    if (file < 0) {
        return 0; /* the kernel's own library has none */
    }
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        void *content = mmap(NULL, (size_t) status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (content != MAP_FAILED) {
            read_file(content, (size_t) status.st_size, info->dlpi_addr);
            munmap(content, (size_t) status.st_size);
        }
    }
    close(file);
    return 0;
}

static QUIET int by_name(const void *one, const void *other) {
    return strcmp(*(char *const *) one, *(char *const *) other);
}

__attribute__((constructor, no_instrument_function)) static void begin(void) {
    const char *list = getenv("BOWLINE_FUNCTIONS");
    char *text;
    char *rest;
    char *name;
    if (list == NULL || *list == '\0') {
        all = 1;
    } else if ((text = strdup(list)) != NULL && (names = calloc(strlen(text) + 1, sizeof(char *))) != NULL && grow()) {
        for (name = strtok_r(text, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest)) {
            names[name_count++] = name;
        }
        qsort(names, name_count, sizeof(char *), by_name);
        dl_iterate_phdr(look_at, NULL);
        free(names);
        free(text);
    }
    *(void **) &enter = dlsym(RTLD_NEXT, "__cyg_profile_func_enter");
    *(void **) &leave = dlsym(RTLD_NEXT, "__cyg_profile_func_exit");
}
