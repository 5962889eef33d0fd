import { availableParallelism } from "node:os";
import { HashingBusy } from "../capabilities/passwords/password-hashing.port.ts";

/** So many sign-ins at once as the machine can hash within a second or two, and a household's worth on a small one. */
const atMost = Math.max(32, availableParallelism() * 16);

/**
 * Turns a flood of sign-ins away at the door, before they ask the database anything, so that it slows nothing else.
 * Work beyond the number is refused with HashingBusy.
 */
export function admission({ places = atMost }: { places?: number } = {}) {
  let taken = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (taken >= places) throw new HashingBusy();
    taken += 1;
    try {
      return await work();
    } finally {
      taken -= 1;
    }
  };
}
