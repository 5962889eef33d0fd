import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { WeekPart } from "@vestibule/catalogue/team.table.ts";
import type { BrandHead, DraftFormView } from "./brands-view.ts";

/** A line with hours. */
export const hoursLines = ["telephone", "chat"] as const;
export type HoursLine = (typeof hoursLines)[number];

/** The query of the form of a line's week in a province. A parameter named `province` would move the member there. */
export const weekQuery = (line: HoursLine, province: ProvinceId) => `?line=${line}&at=${province}`;

/** Hours as fields; both are empty where it is closed. */
export interface TypedHours {
  opens: string;
  closes: string;
}

/** The hours of each line by province, and the special days. */
export interface HoursView {
  kind: "hours";
  brand: BrandHead;
  lines: { line: HoursLine; provinces: { id: ProvinceId; name: string; hours: string[] }[] }[];
  specialDays: { index: number; date: string; name: string; facts: string[] }[];
}

export interface WeekFormView extends DraftFormView {
  kind: "week";
  line: HoursLine;
  province: { id: ProvinceId; name: string };
  /** Whether the province has hours of this line; without them, nothing is shown. */
  isGiven: boolean;
  week: Record<WeekPart, TypedHours>;
  /** The other provinces of the brand, which may take the same hours. */
  others: { id: ProvinceId; name: string }[];
}

/** What a special day does to a line; "same" is the chat that follows the telephone. */
export const dayHours = ["closed", "changed", "same"] as const;

export interface SpecialDayFormView extends DraftFormView {
  kind: "specialDay";
  /** Its place among the special days; the number of them for a new one. */
  index: number;
  isNew: boolean;
  date: string;
  english: string;
  french: string;
  provinces: { id: ProvinceId; name: string; isChosen: boolean }[];
  telephone: { kind: (typeof dayHours)[number] } & TypedHours;
  chat: { kind: (typeof dayHours)[number] } & TypedHours;
}
