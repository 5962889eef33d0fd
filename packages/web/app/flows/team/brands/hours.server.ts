import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { weekParts } from "@vestibule/catalogue/team.table.ts";
import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { clockTime, translate } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { type BrandDesk, newestOf, readFiles, viewOfFailure } from "./brand-desk.server.ts";
import { readDocument, writeDocument } from "./brand-file.rule.ts";
import { provinceField, type UnavailableView } from "./brands-view.ts";
import { type HoursLine, type HoursView, hoursLines, type TypedHours, type WeekFormView } from "./hours-view.ts";

type BrandDocument = ReturnType<typeof readDocument<"brand.json">>;
type WeekHours = NonNullable<BrandDocument["openingHours"]>[ProvinceId];

/** The hours of the telephone and the chat in each province, and the special days. */
export async function hoursView(desk: BrandDesk): Promise<HoursView | UnavailableView | undefined> {
  const read = await readFiles(desk, newestOf(desk.brand));
  if (read.kind !== "ok") return viewOfFailure(read);
  const { requestContext } = desk;
  const { language } = requestContext;
  const document = readDocument(read.data.files, "brand.json");
  return {
    kind: "hours",
    brand: desk.head,
    lines: hoursLines.map((line) => ({
      line,
      provinces: namedProvinces(requestContext, document).map((province) => ({
        ...province,
        hours: weekInWords(requestContext, hoursOf(document, line)[province.id]),
      })),
    })),
    specialDays: (document.specialDays ?? []).map(({ date, name, provinces = [], hours, chat }, index) => ({
      index,
      date,
      name: name[language],
      facts: [
        changeInWords(requestContext, hours),
        ...(chat === undefined
          ? []
          : [translate(requestContext, "team:day.chat", { hours: changeInWords(requestContext, chat) })]),
        provinces.map((id) => translate(requestContext, `common:province.${id}`)).join(", "),
      ].filter((fact) => fact !== ""),
    })),
  };
}

/** A form with the hours of one line in one province. */
export async function weekFormView(desk: BrandDesk): Promise<WeekFormView | UnavailableView | undefined> {
  const { requestContext, brand, query } = desk;
  const basedOn = newestOf(brand);
  const read = await readFiles(desk, basedOn);
  if (read.kind !== "ok") return viewOfFailure(read);
  const document = readDocument(read.data.files, "brand.json");
  const provinces = namedProvinces(requestContext, document);
  const line = hoursLines.find((known) => known === query.get("line"));
  const province = provinces.find(({ id }) => id === query.get("at"));
  if (line === undefined || province === undefined) return undefined;
  const week = hoursOf(document, line)[province.id];
  const fieldsOf = (part: (typeof weekParts)[number]): TypedHours => week?.[part] ?? { opens: "", closes: "" };
  return {
    kind: "week",
    brand: desk.head,
    basedOn,
    line,
    province,
    isGiven: week !== undefined,
    week: { weekdays: fieldsOf("weekdays"), saturday: fieldsOf("saturday"), sunday: fieldsOf("sunday") },
    others: provinces.filter(({ id }) => id !== province.id),
  };
}

/** Gives the chosen provinces the hours of the form, or none. */
export function changedWeek(files: BrandFiles, values: FormValues): BrandFiles {
  const document = readDocument(files, "brand.json");
  const line: HoursLine = values.line === "chat" ? "chat" : "telephone";
  const spanOf = (part: string) => {
    const { [`${part}Opens`]: opens = "", [`${part}Closes`]: closes = "" } = values;
    return opens === "" && closes === "" ? null : { opens: clockTimeOf(opens), closes: clockTimeOf(closes) };
  };
  const week = { weekdays: spanOf("weekdays"), saturday: spanOf("saturday"), sunday: spanOf("sunday") };
  const hours = { ...hoursOf(document, line) };
  for (const id of idsOf(document.provinces))
    if (values[provinceField(id)] !== undefined)
      if (values.isGiven === undefined) delete hours[id];
      else hours[id] = week;
  return writeDocument(
    "brand.json",
    line === "chat" ? { ...document, chat: { ...document.chat, hours } } : { ...document, openingHours: hours },
  );
}

/** A time of day as brand.json has it, such as 08:30 for "8 h 30" or "8:30"; what is no time stays for the check. */
export function clockTimeOf(typed: string): string {
  const [, hour, minutes = "00"] = /^(\d{1,2})(?: ?h|:(?=\d)) ?(\d\d)?$/i.exec(normaliseText(typed)) ?? [];
  return hour === undefined ? typed : `${hour.padStart(2, "0")}:${minutes}`;
}

/** The field of a place such as `brand.json openingHours.qc.saturday.opens`. */
export function weekField(place: string) {
  const [, part, end] =
    /^brand\.json (?:openingHours|chat\.hours)\.\w+\.(weekdays|saturday|sunday)(?:\.(opens|closes))?$/.exec(place) ??
    [];
  if (part === undefined) return undefined;
  const field = `${part}${end === "closes" ? "Closes" : "Opens"}`;
  return { field, text: end === undefined ? "team:week.order" : "team:week.format" } as const;
}

export function namedProvinces(requestContext: PortalRequestContext, { provinces }: Pick<BrandDocument, "provinces">) {
  return idsOf(provinces).map((id) => ({
    id,
    name: translate(requestContext, `common:province.${id}`),
  }));
}

const hoursOf = (document: BrandDocument, line: HoursLine): Partial<Record<ProvinceId, WeekHours>> =>
  (line === "chat" ? document.chat.hours : document.openingHours) ?? {};

/** One sentence for each part of a week; none where the province gives no hours. */
function weekInWords(requestContext: PortalRequestContext, week: WeekHours | undefined): string[] {
  if (week === undefined) return [];
  return weekParts.map((part) =>
    translate(requestContext, `team:week.in.${part}`, {
      hours:
        week[part] === null ? translate(requestContext, "team:week.closed") : spanInWords(requestContext, week[part]),
    }),
  );
}

function spanInWords(requestContext: PortalRequestContext, hours: TypedHours | null): string {
  if (hours === null) return translate(requestContext, "hours:week.closed");
  return translate(requestContext, "hours:week.span", {
    opens: clockTime(requestContext, hours.opens),
    closes: clockTime(requestContext, hours.closes),
  });
}

function changeInWords(
  requestContext: PortalRequestContext,
  hours: { opens?: string | undefined; closes?: string | undefined } | null,
): string {
  if (hours === null) return translate(requestContext, "hours:week.closed");
  const { opens, closes } = hours;
  if (opens !== undefined && closes !== undefined) return spanInWords(requestContext, { opens, closes });
  return opens === undefined
    ? translate(requestContext, "team:day.closesAt", { time: clockTime(requestContext, closes ?? "") })
    : translate(requestContext, "team:day.opensAt", { time: clockTime(requestContext, opens) });
}
