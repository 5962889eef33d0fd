import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { languages } from "@vestibule/catalogue/province.table.ts";
import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import type { BrandFinding } from "@vestibule/contract/brand/brand-fault.ts";
import type { SpecialDay } from "@vestibule/contract/brand/brand-hours.schema.ts";
import { specialHoursOf, specialHoursOn, usualHours } from "@vestibule/contract/opening-hours/opening-hours.rule.ts";
import { typographyFaults } from "@vestibule/wording/typography.rule.ts";

export function checkSpecialDays(brand: BrandData): BrandFinding[] {
  return brand.specialDays.flatMap((day, index) => {
    const location = `specialDays[${index}]`;
    return [
      ...checkNames(day, location),
      ...checkProvinces(day, { location, brand }),
      ...checkDuplicates(day, { location, before: brand.specialDays.slice(0, index) }),
      ...checkHours(day, { location, brand }),
    ];
  });
}

function checkNames({ name }: SpecialDay, location: string): BrandFinding[] {
  return languages.flatMap((language) =>
    typographyFaults(name[language], language).map((fault) => ({ location: `${location}.name.${language}`, ...fault })),
  );
}

function checkProvinces(
  { provinces = [] }: SpecialDay,
  { location, brand }: { location: string; brand: BrandData },
): BrandFinding[] {
  return provinces.flatMap((id, index) =>
    brand.provinces[id]
      ? []
      : [
          {
            location: `${location}.provinces[${index}]`,
            reason: `${id} is not a province of the brand`,
            code: "notOfBrand" as const,
          },
        ],
  );
}

/** A date may appear both with and without a year; the former takes precedence. */
function checkDuplicates(
  { date, provinces }: SpecialDay,
  { location, before }: { location: string; before: readonly SpecialDay[] },
): BrandFinding[] {
  const duplicate = before.findIndex(
    (other) => other.date === date && (provinces?.some((id) => other.provinces?.includes(id) ?? true) ?? true),
  );
  return duplicate === -1
    ? []
    : [{ location: `${location}.date`, reason: `is already set by specialDays[${duplicate}]`, code: "dayTwice" }];
}

/** Reports a special day that, with the usual hours of a possible weekday, would close before it opens. */
function checkHours(day: SpecialDay, { location, brand }: { location: string; brand: BrandData }): BrandFinding[] {
  const lines = [
    { line: "telephone", hours: brand.openingHours },
    { line: "chat", hours: brand.chat.hours },
  ] as const;
  const isYearly = day.date.length === "12-24".length;
  return lines.flatMap(({ line, hours }) =>
    idsOf(hours).flatMap((province) => {
      const week = hours[province];
      if (week === undefined) return [];
      const specialDays = specialHoursOf({ specialDays: [day] }, { line, province });
      const usuals = isYearly ? Object.values(week) : [usualHours(day.date, week)];
      const plans = usuals.map((usual) => specialHoursOn(day.date, { specialDays, usual })?.hours);
      const invalidPlan = plans.find((plan) => plan && plan.opens >= plan.closes);
      const field = line === "chat" && day.chat !== undefined ? "chat" : "hours";
      const reason = `in ${province} the ${line} would open at ${invalidPlan?.opens} and close at ${invalidPlan?.closes}`;
      return invalidPlan ? [{ location: `${location}.${field}`, reason, code: "dayOrder" as const }] : [];
    }),
  );
}
