#!/bin/sh
# Says what to do where Node.js is missing or too old for Vite; package.json has the same versions.
wanted="Node.js 20.19 or newer (of 22: 22.12)"
for program in node npm; do
  command -v "$program" >/dev/null && continue
  echo "$program is missing: the page for the browser is built with $wanted and npm." >&2
  missing=yes
done
if [ -z "$missing" ]; then
  node -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit((a === 20 && b >= 19) || (a === 22 && b >= 12) || a > 22 ? 0 : 1)' && exit 0
  echo "Node.js $(node --version) will not do: the page for the browser is built with $wanted." >&2
fi
cat >&2 <<'END'
Install it from https://nodejs.org, or from your system's packages where they are new enough:
  Debian 13, Ubuntu 25.10:  sudo apt-get install -y nodejs npm
  Fedora:                   sudo dnf install -y nodejs npm
  macOS:                    brew install node
`make terminal` plays in the terminal and needs no Node.js.
END
exit 1
