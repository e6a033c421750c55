# For .ci/run's lanes: the newest Java that is installed, nothing when there is none newer than 17.

newer_java() {
  local home
  for home in "${JAVA_HOME_25_X64:-}" "${JAVA_HOME_21_X64:-}" /usr/lib/jvm/*; do
    if [ -x "$home/bin/java" ] && [ "$(java_version "$home/bin/java")" -ge 21 ]; then
      echo "$home/bin/java"
      return
    fi
  done
}

java_version() { "$1" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = \([0-9]*\).*/\1/p'; }
