import { puzzleIds } from "@vestibule/catalogue/puzzle.table.ts";
import { z } from "zod";

/** Header with the solution of a puzzle: the JSON of `puzzleSolution` in base64. */
export const puzzleSolutionHeader = "puzzle-solution";
/** Longest text of the header that is read. */
export const longestPuzzleSolution = 1500;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/** A puzzle in the form of ALTCHA’s proof of work, version 2. */
export const puzzle = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.literal("PBKDF2/SHA-256"),
    /** Iterations of each derived key. */
    cost: z.int().positive(),
    data: z.strictObject({ for: z.enum(puzzleIds) }),
    /** Seconds since 1970. */
    expiresAt: z.int().positive(),
    keyLength: z.literal(32),
    keyPrefix: hex(16),
    nonce: hex(16),
    salt: hex(16),
  }),
  signature: z.string().max(100),
});
export type Puzzle = z.infer<typeof puzzle>;

export const puzzleSolution = z.strictObject({
  challenge: puzzle,
  solution: z.strictObject({ counter: z.int().nonnegative(), derivedKey: hex(32) }),
});
export type PuzzleSolution = z.infer<typeof puzzleSolution>;
