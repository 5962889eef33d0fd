import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { sayTime } from "@vestibule/wording/clock-time.ts";
import type { SessionLimit, TimeLimit } from "./use-near-end.ts";
import type { PortalVisit } from "./visit.ts";

/** An end that a page warns of, on the clocks of the person's province. */
export function timeLimit({ now, province, language }: PortalVisit, { end }: { end: Date }): TimeLimit {
  const secondsLeft = Math.floor((end.getTime() - now.getTime()) / 1000);
  return {
    endsAt: sayTime(end, { timeZone: provinces[province].timeZone, language }),
    warnsInSeconds: Math.max(0, secondsLeft - lifetimes.warningMinutes * 60),
  };
}

/** The nearer of two ends: of a page that nobody uses, and of one that somebody does. The second is never put off. */
export function sessionLimit(visit: PortalVisit, { idle, latest }: { idle: Date; latest: Date }): SessionLimit {
  const left = latest.getTime() - idle.getTime();
  // Some ends are known in whole seconds.
  return { ...timeLimit(visit, { end: left < 0 ? latest : idle }), isExtended: left >= 1000 };
}
