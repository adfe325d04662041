# shellcheck shell=bash
# Shared by bowline and the commands in releng/; sourced by bash, never run.
# The caller sets "root" to the top of the work tree.

# Text is UTF-8 whatever the locale says; in the C locale Java could not even open a file whose name is not ASCII.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
  '' | C | POSIX) export LC_ALL=C.UTF-8 ;;
esac

# Whether a word is text in the encoding of the locale: what is not, Java cannot pass on, and would look for a file of another name.
is_text() {
  case $1 in *[![:ascii:]]*) ;; *) return 0 ;; esac # without a process
  [ "$(locale charmap)" != UTF-8 ] || printf %s "$1" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1
}

say() { printf 'Bowline: %s\n' "$*" >&2; }

# The feature number of the Java at HOME (17 for 17.0.15), read from its release file so that no JVM has to start; 0 if there is none.
java_feature() {
  local version
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null)
  echo "${version:-0}"
}

is_jdk() { [ -x "$1/bin/javac" ] && [ -x "$1/bin/java" ] && [ "$(java_feature "$1")" -ge 17 ]; }

# Prints the home of a JDK 17 or newer: JAVA_HOME, else the javac on the PATH, else one below /usr/lib/jvm (17 first).
find_jdk() {
  local home javac
  if [ -n "${JAVA_HOME:-}" ] && is_jdk "$JAVA_HOME"; then
    echo "$JAVA_HOME"
    return 0
  fi
  if javac=$(command -v javac) && home=$(dirname "$(dirname "$(readlink -f "$javac")")") && is_jdk "$home"; then
    echo "$home"
    return 0
  fi
  for home in /usr/lib/jvm/*17* /usr/lib/jvm/*; do
    if is_jdk "$home"; then
      readlink -f "$home"
      return 0
    fi
  done
  return 1
}

# Prints the path of a Maven 3.8.7 or newer, run by JDK; without one, of any Maven. Starts a JVM, so it is asked only before a build.
find_maven() {
  local mvn version
  for mvn in "${MAVEN_HOME:+$MAVEN_HOME/bin/mvn}" "$(command -v mvn)" /usr/bin/mvn; do
    [ -n "$mvn" ] && [ -x "$mvn" ] || continue
    if [ -z "$JDK" ]; then
      echo "$mvn"
      return 0
    fi
    version=$(JAVA_HOME=$JDK "$mvn" -v 2>/dev/null </dev/null | sed 's/\x1b\[[0-9;]*m//g' | sed -n 's/^Apache Maven \([0-9][0-9.]*\).*/\1/p')
    if [ -n "$version" ] && [ "$(printf '%s\n' 3.8.7 "$version" | sort -V | head -n 1)" = 3.8.7 ]; then
      echo "$mvn"
      return 0
    fi
  done
  return 1
}

# Succeeds if DIR exists and can be written, or can be made.
can_make() {
  local dir=$1
  while [ ! -e "$dir" ]; do dir=$(dirname "$dir"); done
  [ -d "$dir" ] && [ -w "$dir" ] && [ -x "$dir" ]
}

# Sets "maven_options". Maven keeps its downloads below the home that the user database names, whatever HOME says; where that cannot
# be written (service accounts, containers with a bare user id) they go below the work tree instead.
choose_repository() {
  local home
  maven_options=(-B -ntp)
  home=$(getent passwd "$(id -u)" | cut -d: -f6)
  if [ -z "$home" ] || ! can_make "$home/.m2/repository"; then
    if [ -n "${HOME:-}" ] && [ -d "$HOME" ] && can_make "$HOME/.m2/repository"; then
      maven_options+=("-Dmaven.repo.local=$HOME/.m2/repository")
    else
      maven_options+=("-Dmaven.repo.local=$root/.bowline/repository")
    fi
  fi
}

# Runs releng/setup if a tool is missing, then sets JDK, MVN and maven_options, and JAVA_HOME for Maven. Arguments go to releng/setup.
prepare_build() {
  "$root/releng/setup" "$@" || exit $?
  JDK=$(find_jdk) && MVN=$(find_maven) || exit 69
  export JAVA_HOME=$JDK
  if ! can_make "$root/.bowline"; then
    say "cannot build in $root: $(id -un 2>/dev/null || id -u) may not write there. Use a copy of your own, or have its owner run ./bowline --version once."
    exit 73
  fi
  choose_repository
}

# The modules that the desktop's tests in a workbench need, for Maven's -pl.
desktop_test_modules=plugins/org.bowline.ctf,plugins/org.bowline.core,tests/org.bowline.testkit,plugins/org.bowline.report,plugins/org.bowline.runs,releng/org.bowline.helpgen,releng/org.bowline.desktop.parent
desktop_test_modules+=,plugins/org.bowline.tracecompass.clock,plugins/org.bowline.tracecompass.core,plugins/org.bowline.tracecompass.ui,plugins/org.bowline.help,plugins/org.bowline.rcp,tests/org.bowline.tests.desktop.added,tests/org.bowline.tests.desktop

# Prints what went wrong according to Maven's log FILE, without its advice (the compiler's warnings are errors here); the end of the log if it names no error.
maven_errors() {
  local errors
  errors=$(sed 's/\x1b\[[0-9;]*m//g' "$1" | grep -a -E '^\[ERROR\]|^\[WARNING\] .*\.java:\[' \
    | grep -a -v -E '^\[ERROR\] *($|\[Help|->|After correcting|For more information|To see the full|Re-run Maven|  mvn <args>|[[:space:]]+at )' \
    | sed 's/ -> \[Help 1\]$//' | awk '!/\.java:\[/ || !seen[$0]++') # the compiler's are there twice
  if [ -n "$errors" ]; then
    printf '%s\n' "$errors"
  else
    tail -n 15 "$1"
  fi
}
