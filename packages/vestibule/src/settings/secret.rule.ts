import { requireData } from "@vestibule/api/platform/require-data.adapter.ts";
import type * as Core from "@zxcvbn-ts/core";
import type * as Common from "@zxcvbn-ts/language-common";

/** Minimum number of characters. */
export const secretLength = 32;

const sampleWords =
  /change.?me|example|sample|placeholder|password|your.?secret|not.?so.?secret|0123456789|abcdefghij/i;

/** Minimum of log10(guesses). The weakest random secret, thirty-two digits, has more than 24. */
const minGuessesLog10 = 20;

/** Returns the reason why a secret is rejected; undefined if it is strong. */
export function secretError(secret: string): string | undefined {
  if (secret.length < secretLength) return `has a secret of fewer than ${secretLength} characters`;
  if (sampleWords.test(secret)) return "has a sample value instead of a secret";
  if (new Set(secret).size < 10) return "has a secret of only a few different characters";
  if (estimator().check(secret).guessesLog10 < minGuessesLog10)
    return "has a secret that is easy to guess: use a random one, such as from openssl rand -hex 32";
  return undefined;
}

let loaded: WeakRef<Core.ZxcvbnFactory> | undefined;

/**
 * Detects keyboard patterns, sequences, repetitions, dates and common words. Loaded on demand, since its dictionaries
 * take half a second to load, and held weakly, since they take 10 MB.
 */
function estimator(): Core.ZxcvbnFactory {
  const before = loaded?.deref();
  if (before !== undefined) return before;
  const { ZxcvbnFactory } = requireData("@zxcvbn-ts/core", import.meta.url) as typeof Core;
  const { adjacencyGraphs, dictionary } = requireData("@zxcvbn-ts/language-common", import.meta.url) as typeof Common;
  const factory = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary });
  loaded = new WeakRef(factory);
  return factory;
}

/** Reports settings that share a secret with another setting, each pair once. */
export function equalSecrets(secrets: Readonly<Record<string, readonly string[]>>): { name: string; reason: string }[] {
  const owners = new Map<string, string>();
  const errors: { name: string; reason: string }[] = [];
  for (const [name, values] of Object.entries(secrets)) {
    for (const value of values) {
      const owner = owners.get(value);
      if (owner === undefined) owners.set(value, name);
      else
        errors.push({ name, reason: owner === name ? "has the same secret twice" : `shares a secret with ${owner}` });
    }
  }
  return errors;
}
