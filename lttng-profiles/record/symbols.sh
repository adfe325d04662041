# shellcheck shell=bash
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# Collects what names the addresses of a recording, and looks whether it has what was asked for: sourced by host.sh.

# The build id of an ELF file, in hex: the first GNU note of the type 3 in its first 64 KiB; nothing if it has none.
build_id() {
  local bytes
  # the path is what a process says: not to wait for a pipe that somebody has put there
  [ -f "$1" ] || return 0
  bytes=$(dd if="$1" iflag=nonblock bs=64K count=1 status=none 2>/dev/null | od -An -v -tx1 | tr -d ' \n')
  [[ $bytes =~ ^7f454c46 ]] || return 0
  if [[ $bytes =~ 0400000014000000(03000000)474e5500([0-9a-f]{40}) ]]; then printf '%s\n' "${BASH_REMATCH[2]}"; fi
}

# The memory maps of the processes that may be read, those given or all, into DIR/PID.
memory_maps() {
  local directory=$1 process processes lines
  shift
  mkdir -p "$directory" || return
  processes=("$@")
  [ $# -gt 0 ] || processes=(/proc/[0-9]*)
  for process in "${processes[@]##*/}"; do
    # a kernel thread has none; a process that ends meanwhile keeps what was seen of it before
    lines=()
    { mapfile -t lines <"/proc/$process/maps"; } 2>/dev/null
    [ "${#lines[@]}" -eq 0 ] || printf '%s\n' "${lines[@]}" >"$directory/$process"
  done
}

# A file that a just-in-time compiler has left in /tmp, where anybody can put links: regular, with one name, of us or of the process' user.
perf_map() {
  local file=$1 directory=$2 process owner
  process=${file##*/perf-}
  process=${process%.map}
  [[ $process =~ ^[0-9]+$ ]] && [ -f "$file" ] && [ ! -L "$file" ] || return 0
  owner=$(stat -c '%u %h' -- "$file" 2>/dev/null) || return 0
  [ "${owner#* }" = 1 ] || return 0
  [ "${owner% *}" = "$(stat -c %u "/proc/$process" 2>/dev/null || id -u)" ] || return 0
  dd if="$file" of="$directory/perf-$process.map" iflag=nofollow,nonblock bs=1M status=none 2>/dev/null || rm -f "$directory/perf-$process.map"
}

# symbols WORK DIR DOMAINS: WORK/maps has the maps of processes that have ended
symbols() {
  local work=$1 directory=$2 domains=$3 file id
  mkdir -p "$directory/maps" || return
  [ ! -d "$work/maps" ] || cp -- "$work"/maps/* "$directory/maps/" 2>/dev/null
  case $domains in
    *KERNEL*)
      cat /proc/kallsyms >"$directory/kallsyms" 2>/dev/null
      cat /proc/modules >"$directory/modules" 2>/dev/null
      if ! grep -q -m 1 -v '^0* ' "$directory/kallsyms" 2>/dev/null; then
        rm -f "$directory/kallsyms"
        say "addresses of the kernel have no names: /proc/kallsyms hides them from $(id -un) (sysctl kernel.kptr_restrict)"
      fi
      memory_maps "$directory/maps"
      od -An -v -tx1 /sys/kernel/notes 2>/dev/null | tr -d ' \n' | sed -n -E 's/.*0400000014000000(03000000)474e5500([0-9a-f]{40}).*/\2 [kernel]\n/p' >"$directory/build-ids"
      ;;
    *) : >"$directory/build-ids" ;;
  esac
  for file in /tmp/perf-*.map; do perf_map "$file" "$directory"; done
  # build id and path of every file whose code is mapped
  # (of one that was deleted, or replaced by an update, the file that has its name now says nothing)
  awk '$2 ~ /x/ && $6 ~ /^\// && !/ \(deleted\)$/ { sub(/^[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +/, ""); print }' "$directory"/maps/[0-9]* 2>/dev/null | sort -u | while IFS= read -r file; do
    id=$(build_id "$file")
    [ -z "$id" ] || printf '%s %s\n' "$id" "$file"
  done >>"$directory/build-ids"
  rmdir "$directory/maps" 2>/dev/null
  return 0
}

# The text of a metadata file: it is in packets, and the header of each, 37 bytes from the magic number on, may be in the middle of a name.
metadata_text() {
  local hex
  hex=$(od -An -v -tx1 -- "$1" | tr -d '\n' | sed -E 's/ (57 1d d1 75|75 d1 1d 57)( [0-9a-f]{2}){33}//g; s/ 00//g; s/ /\\x/g')
  printf '%b' "$hex"
}

# nothing_told DIR: says so where user space was to be recorded, and no program that ran had any of the events. LTTng-UST's own, of every program that it traces,
# do not count.
nothing_told() {
  local asked known file
  asked=$(awk '$1 == "UST" { n = split($5, e, ","); for (i = 1; i <= n; i++) if (e[i] !~ /^lttng_ust_statedump:/) print e[i] }' "$work/plan" | sort -u)
  [ -n "$asked" ] || return 0
  while IFS= read -r -d '' file; do
    known=$(metadata_text "$file" | grep -a -o -E 'name(" *:| *=) *"[^":]+:' | grep -a -v 'lttng_ust_statedump:')
    [ -z "$known" ] || return 0
  done < <(find "$1" -path '*/ust/*' -name metadata -type f -print0 2>/dev/null)
  say "no program had any of the user-space events that were to be recorded (${asked//$'\n'/, }). While it runs, \"lttng list --userspace\" lists those that it has; a program with annotations needs libbowline-annotation.so.0 where the dynamic linker finds it."
}
