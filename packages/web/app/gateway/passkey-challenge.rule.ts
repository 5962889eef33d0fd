import { ttl } from "@vestibule/catalogue/ttl.table.ts";

/** How long a page uses a passkey's challenge: a minute less than the server accepts it. */
export const challengeMilliseconds = (ttl.passkeyChallengeMinutes - 1) * 60_000;
