#!/bin/sh
# Installs Upcard for the current user: sh install.sh ADDRESS [FOLDER]
#
# ADDRESS is the URL of a release (the output of `cargo xtask dist` on any web server); FOLDER is where the
# program goes, by default ~/.local/bin. The script downloads the archive for this machine, verifies it against
# SHA256SUMS, and only then unpacks it. It needs no root and changes nothing else: to uninstall, delete the file
# named at the end.
set -eu

fail() {
    echo "install: $1" >&2
    exit 1
}

from=${1:-${UPCARD_FROM:-}}
[ -n "$from" ] || fail "no release given; usage: sh install.sh ADDRESS [FOLDER]"
from=${from%/}
into=${2:-${UPCARD_INTO:-$HOME/.local/bin}}

case "$(uname -s)" in
Linux) ;;
*) fail "no program for $(uname -s); the page works in any browser" ;;
esac
case "$(uname -m)" in
x86_64 | amd64) machine=x86_64 ;;
aarch64 | arm64) machine=aarch64 ;;
*) fail "no program for $(uname -m); it can be built from source" ;;
esac

if command -v curl >/dev/null 2>&1; then
    get() { curl --fail --silent --show-error --location --output "$2" "$1"; }
elif command -v wget >/dev/null 2>&1; then
    get() { wget --quiet --output-document="$2" "$1"; }
else
    fail "curl or wget is needed"
fi
command -v sha256sum >/dev/null 2>&1 || fail "sha256sum is needed"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

get "$from/SHA256SUMS" "$work/SHA256SUMS" || fail "no release at $from"
line=$(grep -E "^[0-9a-f]{64}  upcard-[0-9A-Za-z.+-]+-$machine-linux\.tar\.gz\$" "$work/SHA256SUMS" || true)
[ "$(printf '%s\n' "$line" | grep -c .)" = 1 ] || fail "the release at $from has no program for $machine"
archive=${line#*  }
get "$from/$archive" "$work/$archive" || fail "cannot download $from/$archive"
(cd "$work" && printf '%s\n' "$line" | sha256sum --check --status) ||
    fail "$archive does not match SHA256SUMS; nothing was installed"

tar -xzf "$work/$archive" -C "$work"
program=$work/${archive%.tar.gz}/bin/upcard
[ -f "$program" ] || fail "$archive contains no program; nothing was installed"
mkdir -p "$into"
# Replace the old file atomically: running processes keep it.
cp "$program" "$into/.upcard.new"
chmod 755 "$into/.upcard.new"
mv -f "$into/.upcard.new" "$into/upcard"

echo "installed $("$into/upcard" -V) as $into/upcard"
case ":$PATH:" in
*":$into:"*) echo "try: upcard play" ;;
*) echo "try: $into/upcard play ($into is not in PATH)" ;;
esac
