import { ttl } from "@vestibule/catalogue/ttl.table.ts";

/** ISO time until which a right code, or a right temporary password, lets a new password be chosen. */
export function proofEnd(now: Date): string {
  return inMinutes(ttl.resetTokenMinutes, now);
}

/** ISO time until which the link of a reset's message works that was sent now; the whole minute before, to be safe. */
export function resetLinkEnd(now: Date): string {
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  return inMinutes(ttl.resetLinkMinutes, minute);
}

function inMinutes(minutes: number, now: Date): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}
