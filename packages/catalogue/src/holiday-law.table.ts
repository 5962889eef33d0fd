import type { ProvinceId } from "./province.table.ts";

/** Rule in the format of date-holidays ("09-30", "easter 1"), and its English name of the day. */
interface CorrectedHoliday {
  rule: string;
  name: string;
}

interface HolidayLaw {
  /** Acts that make these days holidays for employees under provincial law. */
  acts: readonly [string, ...string[]];
  add?: readonly CorrectedHoliday[];
  /** Rules of the package that the province's law does not have, or has with another date. */
  drop?: readonly string[];
}

const easterMonday = "easter 1";
const firstOfJuly = "07-01";

/** Holidays Act, section 2: 1 July on a Sunday moves. Provinces that write "July 1" keep the date. */
const canadaDay: CorrectedHoliday = { rule: `${firstOfJuly} if sunday then next monday`, name: "Canada Day" };
const federal = "Holidays Act (Canada)";
const reconciliation: CorrectedHoliday = { rule: "09-30", name: "National Day for Truth and Reconciliation" };

const observedOnMonday: readonly CorrectedHoliday[] = [
  { rule: "01-01 and if sunday then next monday", name: "New Year's Day" },
  { rule: "11-11 and if sunday then next monday", name: "Remembrance Day" },
  { rule: "12-25 and if sunday then next monday", name: "Christmas Day" },
];

/**
 * Statutory holidays by province, where the law differs from the package. A replacement day that employer and employee
 * agree on, when a holiday falls on a Sunday, is left out. A rule with "and … next monday" is a holiday on the Sunday
 * and on the Monday, which people who do not work on Sundays get.
 */
export const holidayLaws: Record<ProvinceId, HolidayLaw> = {
  ab: { acts: ["Employment Standards Code", federal], add: [canadaDay], drop: [firstOfJuly] },
  bc: { acts: ["Employment Standards Act", federal], add: [canadaDay, reconciliation], drop: [firstOfJuly] },
  mb: {
    // The second act closes most businesses on 11 November, which is not a general holiday in the first.
    acts: ["The Employment Standards Code", "The Remembrance Day Act", federal],
    add: [canadaDay, reconciliation, { rule: "11-11", name: "Remembrance Day" }],
    drop: [firstOfJuly],
  },
  nb: { acts: ["Employment Standards Act", federal], add: [canadaDay], drop: [firstOfJuly] },
  nl: { acts: ["Labour Standards Act"] },
  ns: { acts: ["Labour Standards Code", "Remembrance Day Act"] },
  nt: {
    acts: ["Employment Standards Act", federal],
    add: [canadaDay, reconciliation],
    drop: [firstOfJuly, easterMonday, "12-26"],
  },
  nu: {
    acts: ["Labour Standards Act", federal],
    add: [canadaDay, reconciliation, { rule: "07-09", name: "Nunavut Day" }],
    drop: [firstOfJuly],
  },
  on: { acts: ["Employment Standards Act, 2000", federal], add: [canadaDay], drop: [firstOfJuly, easterMonday] },
  pe: {
    acts: ["Employment Standards Act", federal],
    add: [canadaDay, reconciliation],
    drop: [firstOfJuly, "3rd friday after 08-01"],
  },
  qc: {
    acts: ["Act respecting labour standards", "National Holiday Act"],
    add: [canadaDay, { rule: "06-24 and if sunday then next monday", name: "National Holiday" }],
    drop: [firstOfJuly, "06-24"],
  },
  sk: {
    acts: ["The Saskatchewan Employment Act", federal],
    add: [canadaDay, ...observedOnMonday],
    drop: [firstOfJuly, "01-01", "11-11", "12-25"],
  },
  yt: {
    acts: ["Employment Standards Act", federal],
    add: [
      canadaDay,
      ...observedOnMonday,
      { rule: "06-21 and if sunday then next monday", name: "National Indigenous Peoples Day" },
      { rule: "09-30 and if sunday then next monday", name: "National Day for Truth and Reconciliation" },
    ],
    drop: [firstOfJuly, easterMonday, "01-01", "06-21 since 2017", "11-11", "12-25"],
  },
};
