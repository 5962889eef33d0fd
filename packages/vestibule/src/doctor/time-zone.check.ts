import { pinnedTimeZoneData, wrongTimeZones } from "../settings/time-zone.rule.ts";
import { type Finding, fault, ok, warning } from "./check.ts";

/** Checks that this Node knows in which provinces clocks no longer change: opening hours and deadlines are local times. */
export function checkTimeZones({ version = process.versions.tz ?? "", wrong = wrongTimeZones() } = {}): Finding[] {
  if (wrong.length > 0) return wrong.map((sentence) => fault("time zones", sentence));
  return version < pinnedTimeZoneData
    ? [warning("time zones", `Node has ${version}, older than ${pinnedTimeZoneData}, which the project pins`)]
    : [ok("time zones", version)];
}
