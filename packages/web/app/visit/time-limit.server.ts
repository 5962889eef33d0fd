import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { sayTime } from "@vestibule/wording/clock-time.ts";
import type { TimeLimit } from "./use-near-end.ts";
import type { PortalVisit } from "./visit.ts";

/** An end that a page warns of, on the clocks of the person's province. */
export function timeLimit({ now, province, language }: PortalVisit, { end }: { end: Date }): TimeLimit {
  const secondsLeft = Math.floor((end.getTime() - now.getTime()) / 1000);
  return {
    endsAt: sayTime(end, { timeZone: provinces[province].timeZone, language }),
    warnsInSeconds: Math.max(0, secondsLeft - lifetimes.warningMinutes * 60),
  };
}
