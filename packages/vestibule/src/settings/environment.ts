import { availableParallelism } from "node:os";
import { type ReadSettings, readSettings, type ServerPart } from "./settings.rule.ts";

// Hashing uses up to two libuv threads per core; four more are left for file reads and DNS lookups. Node reads this
// once, before the pool's first use.
process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() * 2 + 4);

/** Copied before `serveAsBuilt` changes NODE_ENV for libraries. Only this file reads the environment. */
const variables = { ...process.env };

export function settingsOfEnvironment(part: ServerPart = "all"): ReadSettings {
  return readSettings(variables, part);
}

/** A setting's text before `serveAsBuilt` changed the environment. */
export function settingText(name: string): string | undefined {
  return variables[name];
}

/**
 * Makes React load its production build, which it selects once by NODE_ENV when first imported; the development build
 * renders several times slower. The portal's own settings keep the original NODE_ENV.
 */
export function serveAsBuilt(): void {
  process.env.NODE_ENV = "production";
}
