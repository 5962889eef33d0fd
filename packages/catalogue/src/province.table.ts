import { idsOf } from "./ids-of.ts";
/** The thirteen provinces and territories, with facts that hold for every insurer. */
export interface ProvinceRow {
  /** IANA zone of times, ages and opening hours. */
  timeZone: string;
  /** Group that shares a technical-support telephone number. */
  telephoneGroup: "on" | "qc" | "west" | "atlantic";
}

export const provinces = {
  ab: { timeZone: "America/Edmonton", telephoneGroup: "west" },
  bc: { timeZone: "America/Vancouver", telephoneGroup: "west" },
  mb: { timeZone: "America/Winnipeg", telephoneGroup: "west" },
  nb: { timeZone: "America/Moncton", telephoneGroup: "atlantic" },
  nl: { timeZone: "America/St_Johns", telephoneGroup: "atlantic" },
  ns: { timeZone: "America/Halifax", telephoneGroup: "atlantic" },
  nt: { timeZone: "America/Edmonton", telephoneGroup: "west" },
  nu: { timeZone: "America/Iqaluit", telephoneGroup: "west" },
  on: { timeZone: "America/Toronto", telephoneGroup: "on" },
  pe: { timeZone: "America/Halifax", telephoneGroup: "atlantic" },
  qc: { timeZone: "America/Toronto", telephoneGroup: "qc" },
  sk: { timeZone: "America/Regina", telephoneGroup: "west" },
  yt: { timeZone: "America/Whitehorse", telephoneGroup: "west" },
} as const satisfies Record<string, ProvinceRow>;

export type ProvinceId = keyof typeof provinces;
export const provinceIds = idsOf(provinces);
export type LicenceProvince = ProvinceId | "other";

export const languages = ["en", "fr"] as const;
export type Language = (typeof languages)[number];
