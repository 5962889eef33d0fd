/** Characters that a secret has at least. */
export const secretLength = 32;

const sampleWords =
  /change.?me|example|sample|placeholder|password|your.?secret|not.?so.?secret|0123456789|abcdefghij/i;

/** Why a text is no secret: too short, a sample somebody forgot to replace, or the same few characters over and over. */
export function secretFault(secret: string): string | undefined {
  if (secret.length < secretLength) return `has a secret of fewer than ${secretLength} characters`;
  if (sampleWords.test(secret)) return "has a sample in place of a secret";
  if (new Set(secret).size < 10) return "has a secret that repeats a few characters";
  return undefined;
}

/** Settings that carry a secret which another one carries too. Each pair is told once. */
export function equalSecrets(secrets: Readonly<Record<string, readonly string[]>>): { name: string; reason: string }[] {
  const owners = new Map<string, string>();
  const faults: { name: string; reason: string }[] = [];
  for (const [name, values] of Object.entries(secrets)) {
    for (const value of values) {
      const owner = owners.get(value);
      if (owner === undefined) owners.set(value, name);
      else
        faults.push({ name, reason: owner === name ? "has the same secret twice" : `shares a secret with ${owner}` });
    }
  }
  return faults;
}
