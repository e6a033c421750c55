# For .ci/run and its lanes: a title for each step, with the minutes and seconds since the lane began.

step() { printf '\n== %d:%02d %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$*"; }
