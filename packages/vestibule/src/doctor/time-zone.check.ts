import { operatorText, sameText } from "@vestibule/wording/operator-text.rule.ts";
import { pinnedTimeZoneData, wrongTimeZones } from "../settings/time-zone.rule.ts";
import { type Finding, fault, ok, warning } from "./check.ts";

/** Checks that this Node knows in which provinces clocks no longer change: opening hours and deadlines are local times. */
export function checkTimeZones({ version = process.versions.tz ?? "", wrong = wrongTimeZones() } = {}): Finding[] {
  const subject = operatorText("subject.timeZones");
  if (wrong.length > 0) return wrong.map((detail) => fault(subject, detail));
  return version < pinnedTimeZoneData
    ? [warning(subject, operatorText("timeZonesOld", { version, pinned: pinnedTimeZoneData }))]
    : [ok(subject, sameText(version))];
}
