# shellcheck shell=bash
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# Whether what lies at a place, or has a number, is what it was: sourced by bowline-record and host.sh.

# The kernel knows a script by the name of its shell. Under this one analyses set aside what we do ourselves while somebody's work is recorded.
tell_name() { { printf bowline-record >"/proc/$$/comm"; } 2>/dev/null || true; }

# born PID: when a process began, in ticks since the start of the host, which tells it from a later one of that number; nothing if it has ended.
born() {
  local line fields
  line=$(cat -- "/proc/$1/stat" 2>/dev/null)
  read -r -a fields <<<"${line##*) }" # its name, in brackets, may hold anything
  [ "${fields[0]:-Z}" = Z ] || printf '%s\n' "${fields[19]}"
}

# What is recorded at a place is also run from there later, as root.

# unsafe_place PATH: succeeds, and prints why, if somebody else than root, or than the user who called sudo, could move or replace what is at
# PATH, by any of the directories that lead to it. The path has no links in it (readlink -f).
unsafe_place() {
  local place=$1 owner mode group name private=
  while [ "$place" != / ]; do
    place=${place%/*}
    place=${place:-/}
    read -r owner mode group name < <(stat -c '%u %a %g %G' -- "$place" 2>/dev/null) || { echo "$place cannot be looked at"; return 0; }
    if [ "$owner" != 0 ] && [ "$owner" != "${SUDO_UID:-0}" ]; then
      echo "$place belongs to $(stat -c %U -- "$place")"
      return 0
    fi
    # many systems give each user a group of that name, and let it write
    private=
    if [ "$group" = 0 ] || { [ "$group" = "${SUDO_GID:-0}" ] && [ "$name" = "${SUDO_USER:-}" ]; }; then private=1; fi
    if ((8#$mode & 8#1000)); then continue; fi # names there can be taken away by their owner only
    if ((8#$mode & 8#002)) || { ((8#$mode & 8#020)) && [ -z "$private" ]; }; then
      echo "$place can be written by others"
      return 0
    fi
  done
  return 1
}
