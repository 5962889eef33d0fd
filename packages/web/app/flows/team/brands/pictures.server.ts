import { type Language, languages } from "@vestibule/catalogue/province.table.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { FormValues } from "../../../form/form-values.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { provinceIn } from "./brand-changes.rule.ts";
import { type BrandDesk, readFiles } from "./brand-desk.server.ts";
import { readDocument } from "./brand-file.rule.ts";
import type { DraftFormView } from "./brands-view.ts";
import { type DraftPart, draftForms } from "./draft-forms.server.ts";

/** Screens with the change that a member is preparing, or has looked at, by the query of the form's page. */
export async function picturesOfForm(
  desk: BrandDesk,
  { part, basedOn, values }: { part: DraftPart; basedOn: number; values: FormValues | undefined },
): Promise<DraftFormView["formPictures"]> {
  const { requestContext, query } = desk;
  const places = draftForms[part].places(query);
  if (requestContext.screens === undefined) return undefined;
  const screens = await requestContext.screens.find(places);
  const read = await readFiles(desk, basedOn);
  if (read.kind !== "ok") return undefined;
  const now = { version: String(basedOn), ...provinceQuery(requestContext, places) };
  return {
    screens: await titledScreens(requestContext, screens),
    languages: spokenLanguages(read.data.files),
    ...(values === undefined ? { after: now } : { after: { ...now, part, ...given(values) }, before: now }),
  };
}

const given = (values: FormValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** The province of places, or the member's. The portal itself would follow a parameter named `province`. */
export function provinceQuery({ province }: PortalRequestContext, places: readonly string[]): { at: string } {
  return { at: places.map(provinceIn).find((found) => found !== undefined) ?? province };
}

export async function titledScreens({ screens, language }: PortalRequestContext, ids: readonly string[]) {
  const titled = await Promise.all(ids.map(async (id) => ({ id, title: await screens?.title(id, language) })));
  return titled.flatMap(({ id, title }) => (title === undefined ? [] : [{ id, title }]));
}

/** Languages that a brand speaks in a province of its menu. */
export function spokenLanguages(files: BrandFiles): Language[] {
  const provinces = Object.values(readDocument(files, "brand.json").provinces);
  return languages.filter((language) => provinces.some((one) => one?.languages?.includes(language)));
}
