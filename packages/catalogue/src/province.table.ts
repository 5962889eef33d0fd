/** The thirteen provinces and territories, with facts that hold for every insurer. */
export interface ProvinceRow {
  /** IANA zone of times, ages and opening hours. */
  timeZone: string;
  /** Region code of the statutory-holiday source. */
  holidayRegion: string;
  /** Group that shares a technical-support telephone number. */
  telephoneGroup: "on" | "qc" | "west" | "atlantic";
}

export const provinces = {
  ab: { timeZone: "America/Edmonton", holidayRegion: "AB", telephoneGroup: "west" },
  bc: { timeZone: "America/Vancouver", holidayRegion: "BC", telephoneGroup: "west" },
  mb: { timeZone: "America/Winnipeg", holidayRegion: "MB", telephoneGroup: "west" },
  nb: { timeZone: "America/Moncton", holidayRegion: "NB", telephoneGroup: "atlantic" },
  nl: { timeZone: "America/St_Johns", holidayRegion: "NL", telephoneGroup: "atlantic" },
  ns: { timeZone: "America/Halifax", holidayRegion: "NS", telephoneGroup: "atlantic" },
  nt: { timeZone: "America/Edmonton", holidayRegion: "NT", telephoneGroup: "west" },
  nu: { timeZone: "America/Iqaluit", holidayRegion: "NU", telephoneGroup: "west" },
  on: { timeZone: "America/Toronto", holidayRegion: "ON", telephoneGroup: "on" },
  pe: { timeZone: "America/Halifax", holidayRegion: "PE", telephoneGroup: "atlantic" },
  qc: { timeZone: "America/Toronto", holidayRegion: "QC", telephoneGroup: "qc" },
  sk: { timeZone: "America/Regina", holidayRegion: "SK", telephoneGroup: "west" },
  yt: { timeZone: "America/Whitehorse", holidayRegion: "YT", telephoneGroup: "west" },
} as const satisfies Record<string, ProvinceRow>;

export type ProvinceId = keyof typeof provinces;
export const provinceIds = Object.keys(provinces) as ProvinceId[];
export type LicenceProvince = ProvinceId | "other";

export const languages = ["en", "fr"] as const;
export type Language = (typeof languages)[number];
