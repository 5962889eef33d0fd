import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { type PuzzleId, puzzleWork } from "@vestibule/catalogue/puzzle.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { longestPuzzleSolution, type Puzzle, puzzleSolution } from "@vestibule/contract/v1/puzzle.schema.ts";
import type { ApiDeps } from "../deps.ts";
import { readTime } from "../platform/database.adapter.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import { isSameText } from "../platform/same-text.rule.ts";

const derive = promisify(pbkdf2);

/**
 * Makes a puzzle, which is kept nowhere: its signature covers the derived key that only the right counter gives. That key
 * is derived once here, and verifying it takes one hash.
 */
export async function createPuzzle(
  { database, keys, random }: Pick<ApiDeps, "database" | "keys" | "random">,
  form: PuzzleId,
): Promise<Puzzle> {
  const hexOf = (bytes: number) => Buffer.from(random.token(bytes), "base64url").toString("hex");
  const now = await readTime(database);
  const drawn = {
    algorithm: "PBKDF2/SHA-256",
    cost: puzzleWork.iterations,
    data: { for: form },
    expiresAt: Math.floor(now.getTime() / 1000) + ttl.puzzleMinutes * 60,
    keyLength: 32,
    nonce: hexOf(16),
    salt: hexOf(16),
  } as const;
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(random.integer(0, puzzleWork.highestCounter));
  const password = Buffer.concat([Buffer.from(drawn.nonce, "hex"), counter]);
  const key = await derive(password, Buffer.from(drawn.salt, "hex"), drawn.cost, drawn.keyLength, "sha256");
  const parameters = { ...drawn, keyPrefix: key.subarray(0, 16).toString("hex") };
  return { parameters, signature: keyedHash(keys.secretHash, signedParts(parameters, key.toString("hex"))) };
}

/** The nonce of a puzzle that is solved, for this form and still valid; undefined for any other text. */
export async function readSolution(
  { database, keys }: Pick<ApiDeps, "database" | "keys">,
  { text, form }: { text: string; form: PuzzleId },
): Promise<string | undefined> {
  const { challenge, solution } = parse(text) ?? {};
  if (challenge === undefined || solution === undefined || challenge.parameters.data.for !== form) return undefined;
  const { parameters, signature } = challenge;
  const signatures = keyedHashes(keys.secretHash, signedParts(parameters, solution.derivedKey));
  if (!signatures.some((expected) => isSameText(expected, signature))) return undefined;
  const now = await readTime(database);
  return now.getTime() < parameters.expiresAt * 1000 ? parameters.nonce : undefined;
}

function signedParts({ cost, data, expiresAt, keyPrefix, nonce, salt }: Puzzle["parameters"], key: string): string[] {
  return ["puzzle", data.for, String(expiresAt), String(cost), nonce, salt, keyPrefix, key];
}

function parse(text: string) {
  if (text.length > longestPuzzleSolution) return undefined;
  try {
    return puzzleSolution.safeParse(JSON.parse(Buffer.from(text, "base64").toString())).data;
  } catch {
    return undefined;
  }
}
