import type { Puzzle, PuzzleSolution } from "@vestibule/contract/v1/puzzle.schema.ts";

/** Tries the counters of a puzzle in their order, each with a key derived by the browser. */
export async function solvePuzzle(challenge: Puzzle): Promise<PuzzleSolution> {
  const { cost: iterations, keyLength, keyPrefix, nonce, salt } = challenge.parameters;
  const derivation = { name: "PBKDF2", hash: "SHA-256", salt: bytesOf(salt), iterations };
  const password = new Uint8Array(20);
  password.set(bytesOf(nonce));
  for (let counter = 0; ; counter++) {
    new DataView(password.buffer).setUint32(16, counter);
    const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    const derived = new Uint8Array(await crypto.subtle.deriveBits(derivation, key, keyLength * 8));
    const derivedKey = [...derived].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (derivedKey.startsWith(keyPrefix)) return { challenge, solution: { counter, derivedKey } };
  }
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
