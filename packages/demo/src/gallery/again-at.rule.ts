import { provinces } from "@vestibule/catalogue/province.table.ts";
import { sayTime } from "@vestibule/wording/format.ts";
import type { StagePlace } from "./stage.ts";

const waitMinutes = 10;

/** Time of day from which another message can be requested. */
export function retryAt({ now, province, language }: StagePlace): string {
  const moment = new Date(now.getTime() + waitMinutes * 60_000);
  return sayTime(moment, { timeZone: provinces[province].timeZone, language });
}
