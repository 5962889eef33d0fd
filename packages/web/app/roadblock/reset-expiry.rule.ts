import { ttl } from "@vestibule/catalogue/ttl.table.ts";

/** ISO time until which a new password can be set after a verified code or temporary password. */
export function resetTokenEnd(now: Date): string {
  return inMinutes(ttl.resetTokenMinutes, now);
}

/** ISO time at which the link of a reset message sent now expires, calculated from the start of the minute. */
export function resetLinkEnd(now: Date): string {
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  return inMinutes(ttl.resetLinkMinutes, minute);
}

function inMinutes(minutes: number, now: Date): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}
