import { createRequire } from "node:module";

/**
 * Loads a CommonJS module of data without keeping it: once the caller has taken what it needs, text and exports are
 * garbage. An `import` keeps both for the life of the process. `from` is the caller’s `import.meta.url`.
 */
export function requireData(name: string, from: string): unknown {
  const require = createRequire(from);
  const alreadyLoaded = new Set(Object.keys(require.cache));
  const data = require(name);
  for (const file of Object.keys(require.cache)) if (!alreadyLoaded.has(file)) delete require.cache[file];
  return data;
}
