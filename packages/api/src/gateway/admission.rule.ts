import { availableParallelism } from "node:os";
import { HashingBusy } from "../capabilities/passwords/password-hashing.port.ts";

/** So many sign-ins at once as the machine can hash within a second or two, and a household's worth on a small one. */
const atMost = Math.max(32, availableParallelism() * 16);

export interface Admission {
  /** Whether the next one would be turned away. */
  isFull(): boolean;
  /** Does the work, unless every place is taken: then it throws HashingBusy. */
  admit<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Turns a flood of sign-ins away at the door, before they ask the database anything, so that it slows nothing else.
 */
export function admission({ places = atMost }: { places?: number } = {}): Admission {
  let taken = 0;
  const isFull = () => taken >= places;
  return {
    isFull,
    admit: async (work) => {
      if (isFull()) throw new HashingBusy();
      taken += 1;
      try {
        return await work();
      } finally {
        taken -= 1;
      }
    },
  };
}
