// Writes .br and .gz variants of the text files of the built portal, unless they are larger.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { root } from "./run.mjs";

const client = join(root, "packages/web/build/client");

for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|json|txt|webmanifest|map)$/.test(entry.name)) continue;
  const file = join(entry.parentPath ?? entry.path, entry.name);
  const content = readFileSync(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const twins = { br: brotliCompressSync(content, quality), gz: gzipSync(content, { level: 9 }) };
  for (const [ending, packed] of Object.entries(twins)) {
    if (packed.length < content.length) writeFileSync(`${file}.${ending}`, packed);
  }
}
