import type { ProvinceId } from "./province.table.ts";

/** A rule as the holiday source writes them ("09-30", "easter 1"), and the day's English name there. */
interface AddedHoliday {
  rule: string;
  name: string;
}

interface HolidayCorrection {
  add?: readonly AddedHoliday[];
  /** Rules of days that the source calls public holidays and the province's law does not. */
  drop?: readonly string[];
}

const reconciliation: AddedHoliday = { rule: "09-30 since 2023", name: "National Day for Truth and Reconciliation" };
const easterMonday = "easter 1";

/** Where a province's law on statutory holidays differs from the maintained source. */
export const holidayCorrections: Partial<Record<ProvinceId, HolidayCorrection>> = {
  bc: { add: [reconciliation] },
  mb: { add: [reconciliation] },
  on: { drop: [easterMonday] },
  pe: { add: [reconciliation], drop: ["3rd friday after 08-01"] },
  yt: { add: [reconciliation], drop: [easterMonday] },
  nt: { add: [reconciliation], drop: [easterMonday, "12-26"] },
  nu: { add: [reconciliation, { rule: "07-09 since 2020", name: "Nunavut Day" }] },
};
