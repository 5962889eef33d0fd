import { provinces } from "@vestibule/catalogue/province.table.ts";
import { formatDay } from "@vestibule/wording/format.ts";
import { timeOfDayWithoutZone } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";

/** Splits an ISO time into day and time of day in the person's time zone, for a page that names the zone itself. */
export function momentOf(requestContext: PortalRequestContext, at: string): { day: string; time: string } {
  const moment = new Date(at);
  const { timeZone } = provinces[requestContext.province];
  return {
    day: formatDay(moment, { timeZone, language: requestContext.language }),
    time: timeOfDayWithoutZone(requestContext, moment),
  };
}
