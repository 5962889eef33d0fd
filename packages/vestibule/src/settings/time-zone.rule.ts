import { type OperatorText, operatorText } from "@vestibule/wording/operator-text.rule.ts";

/** Time-zone data of the Node that the project pins. */
export const pinnedTimeZoneData = "2026c";

/** Hours from UTC in winter, by zone, where clocks no longer change. Older data moves them. */
const winterHours = { "America/Edmonton": -6, "America/Vancouver": -7 } as const;
const winterDay = new Date("2027-01-15T12:00:00Z");

/** Sentences about the zones in which this Node's time-zone data is wrong. `hoursOf` is replaced in tests. */
export function wrongTimeZones(hoursOf = hoursFromUtc): OperatorText[] {
  return Object.entries(winterHours)
    .filter(([zone, hours]) => hoursOf(zone) !== hours)
    .map(([zone, hours]) =>
      operatorText("timeZoneWrong", {
        node: process.version,
        version: String(process.versions.tz),
        zone,
        hours,
        pinned: pinnedTimeZoneData,
      }),
    );
}

function hoursFromUtc(timeZone: string): number {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(winterDay).find(({ type }) => type === "timeZoneName")?.value ?? "";
  return Number(/GMT([+-]\d\d)/.exec(name)?.[1] ?? 0);
}
