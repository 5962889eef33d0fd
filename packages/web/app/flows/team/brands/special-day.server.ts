import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { correctTypography } from "@vestibule/wording/typography.rule.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { type BrandDesk, newestOf, readFiles, viewOfFailure } from "./brand-desk.server.ts";
import { readDocument, writeDocument } from "./brand-file.rule.ts";
import { provinceField, type UnavailableView } from "./brands-view.ts";
import { clockTimeOf, namedProvinces } from "./hours.server.ts";
import type { SpecialDayFormView } from "./hours-view.ts";

type SpecialDay = NonNullable<ReturnType<typeof readDocument<"brand.json">>["specialDays"]>[number];
type ChangedHours = SpecialDay["chat"];

/** A form with one special day, or a new one. */
export async function specialDayFormView(desk: BrandDesk): Promise<SpecialDayFormView | UnavailableView | undefined> {
  const { requestContext, brand, query } = desk;
  const basedOn = newestOf(brand);
  const read = await readFiles(desk, basedOn);
  if (read.kind !== "ok") return viewOfFailure(read);
  const document = readDocument(read.data.files, "brand.json");
  const days = document.specialDays ?? [];
  const index = Number(query.get("index") ?? days.length);
  const day = days[index];
  if (day === undefined && index !== days.length) return undefined;
  return {
    kind: "specialDay",
    brand: desk.head,
    basedOn,
    index,
    isNew: day === undefined,
    date: day?.date ?? "",
    english: day?.name.en ?? "",
    french: day?.name.fr ?? "",
    provinces: namedProvinces(requestContext, document).map((province) => ({
      ...province,
      isChosen: day?.provinces?.includes(province.id) ?? true,
    })),
    telephone: hoursFields(day === undefined ? null : day.hours),
    chat: hoursFields(day?.chat),
  };
}

function hoursFields(hours: ChangedHours): SpecialDayFormView["chat"] {
  const { opens = "", closes = "" } = hours ?? {};
  if (hours === undefined) return { kind: "same", opens, closes };
  return { kind: hours === null ? "closed" : "changed", opens, closes };
}

/** Puts the day of the form in its place, or removes it. */
export function changedSpecialDay(files: BrandFiles, values: FormValues): BrandFiles {
  const document = readDocument(files, "brand.json");
  const { index = "", date = "", english = "", french = "" } = values;
  const all = idsOf(document.provinces);
  const chosen = all.filter((id) => values[provinceField(id)] !== undefined);
  const chat = hoursOf(values, "chat");
  const day: SpecialDay = {
    date: normaliseText(date),
    name: { en: correctTypography(english, "en"), fr: correctTypography(french, "fr") },
    ...(chosen.length < all.length && { provinces: chosen }),
    hours: hoursOf(values, "telephone") ?? null,
    ...(chat !== undefined && { chat }),
  };
  const days = [...(document.specialDays ?? [])];
  days.splice(Number(index), 1, ...(values.remove === undefined ? [day] : []));
  return writeDocument("brand.json", { ...document, specialDays: days });
}

/** The hours of a line by the form: null for closed, undefined for those of the telephone. */
function hoursOf(values: FormValues, line: "telephone" | "chat"): ChangedHours {
  const { [`${line}Hours`]: kind, [`${line}Opens`]: opens, [`${line}Closes`]: closes } = values;
  if (kind === "same") return undefined;
  return kind === "changed"
    ? { ...(opens && { opens: clockTimeOf(opens) }), ...(closes && { closes: clockTimeOf(closes) }) }
    : null;
}

/** The field of a place such as `brand.json specialDays[1].hours.opens`. */
export function specialDayField(place: string) {
  const [, path = ""] = /^brand\.json specialDays\[\d+\]\.?(.*)$/.exec(place) ?? [];
  const [, line, end] = /^(hours|chat)(?:\.(opens|closes))?$/.exec(path) ?? [];
  if (line !== undefined) {
    const name = line === "hours" ? "telephone" : "chat";
    const field = `${name}${end === "closes" ? "Closes" : "Opens"}`;
    return { field, text: end === undefined ? "team:day.order" : "team:week.format" } as const;
  }
  if (path === "date") return { field: "date", text: "team:day.dateFormat" } as const;
  if (path === "name.en" || path === "name.fr")
    return { field: path === "name.en" ? "english" : "french", text: "team:day.nameFormat" } as const;
  if (path === "provinces") return { field: "provinces", text: "team:day.noProvince" } as const;
  return undefined;
}
