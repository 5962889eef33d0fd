import { provinces } from "@vestibule/catalogue/province.table.ts";
import { sayTime } from "@vestibule/wording/clock-time.ts";
import type { PortalVisit } from "./visit.ts";

/** Time of day from which another try is heard: the minute at which the wait is over, on the person's clock. */
export function againAt({ now, province, language }: PortalVisit, waitSeconds: number): string {
  const end = new Date(Math.ceil((now.getTime() + waitSeconds * 1000) / 60_000) * 60_000);
  return sayTime(end, { timeZone: provinces[province].timeZone, language });
}
