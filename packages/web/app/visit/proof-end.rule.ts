import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";

/** ISO time until which a right code, or a right temporary password, lets a new password be chosen. */
export function proofEnd(now: Date): string {
  return new Date(now.getTime() + lifetimes.resetTokenMinutes * 60_000).toISOString();
}
