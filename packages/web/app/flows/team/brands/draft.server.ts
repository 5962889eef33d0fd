import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import type { BrandFault } from "@vestibule/contract/brand/brand-fault.ts";
import { allTokens, schemes } from "@vestibule/contract/brand/token.table.ts";
import { type BrandFiles, largestBrandFile } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { type TextKey, textKey } from "@vestibule/wording/tables.ts";
import { redirect } from "react-router";
import { isRejected } from "../../../api/error-handling.rule.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { translate } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { brandChanges } from "./brand-changes.rule.ts";
import { type BrandDesk, brandApi, newestOf, readFiles } from "./brand-desk.server.ts";
import {
  brandAction,
  editLoader,
  previewed,
  refused,
  refuseFailedCall,
  type SentForm,
  withDesk,
} from "./brands-page.server.ts";
import type { DraftFormView, RefusedForm, RefusedReason, UnavailableView } from "./brands-view.ts";
import { namedChanges, nameOfPlace } from "./change-name.server.ts";
import { type DraftFormDefinition, type DraftPart, draftForms } from "./draft-forms.server.ts";
import { picturesOfForm } from "./pictures.server.ts";

/** Creates the loader of a page whose form drafts the next version, with the screens that the form changes. */
export function draftLoader<View extends DraftFormView>(
  part: DraftPart,
  load: (desk: BrandDesk) => Promise<View | UnavailableView | undefined>,
) {
  return editLoader<View>(async (desk) => {
    const view = await load(desk);
    if (view === undefined || !("basedOn" in view)) return view;
    return { ...view, formPictures: await picturesOfForm(desk, { part, basedOn: view.basedOn, values: undefined }) };
  });
}

/** Creates the action of a page whose form drafts the next version. */
export const draftAction = (part: DraftPart) =>
  brandAction({
    save: (sent) => saveDraft(sent, draftForms[part]),
    look: withDesk((desk, { values }) => lookAtChange(desk, { part, values })),
  });

/** Where a form shows a fault of the check: at a field, with its sentence where it has one, or after a label, by row. */
type PlaceOf = (
  place: string,
  values?: BrandFault["values"],
) => { field?: string | undefined; text?: TextKey; label?: string; row?: number } | undefined;

async function saveDraft({ requestContext, session, brandId, values }: SentForm, form: DraftFormDefinition) {
  const basedOn = Number(values.basedOn);
  const read = await brandApi(requestContext, session).files(brandId, String(basedOn));
  if (read.kind !== "ok") return refuseFailedCall(values, read);
  const before = read.data.files;
  const draft = { basedOn, before, files: form.change(before, values), values };
  return saveFiles({ requestContext, session, brandId }, draft, form.fieldAt);
}

/** Saves files as the next version with the screens that they change, or says why the check refuses them. */
export async function saveFiles(
  { requestContext, session, brandId }: Pick<SentForm, "requestContext" | "session" | "brandId">,
  { basedOn, before, files, values }: { basedOn: number; before: BrandFiles; files: BrandFiles; values: FormValues },
  placeOf: PlaceOf,
) {
  // The check takes seconds with a file that no brand needs.
  if (Object.values(files).some(({ length }) => length > largestBrandFile))
    return refused({ values, refusal: "tooLarge" }, 413);
  const faults = (await requestContext.screens?.check(brandId, { ...before, ...files })) ?? [];
  if (faults.length > 0) return refused({ values, reasons: faultsInWords(requestContext, placeOf, faults) }, 400);
  const places = brandChanges(before, { ...before, ...files }).map(({ place }) => place);
  const screens = (await requestContext.screens?.find(places)) ?? [];
  const draft = { basedOn, files, reason: values.reason ?? "", screens };
  const saved = await brandApi(requestContext, session).save(brandId, draft);
  if (saved.kind === "ok") return redirect(`/team/brands/${brandId}/version?number=${saved.data.number}`, 303);
  if (isRejected(saved, { status: 409 }) && saved.error.fields?.basedOn !== undefined)
    return refused(
      { values, refusal: "basedOn", ...(await othersSince({ requestContext, session, brandId }, before)) },
      409,
    );
  if (!isRejected(saved, { status: 400 })) return refuseFailedCall(values, saved);
  return refused({ values, reasons: reasonsOf(requestContext, placeOf, saved.error.fields ?? {}) }, 400);
}

/** What the newest version changes of files; nothing where it cannot be read. */
async function othersSince(
  { requestContext, session, brandId }: Pick<SentForm, "requestContext" | "session" | "brandId">,
  before: BrandFiles,
): Promise<Pick<RefusedForm, "others">> {
  const api = brandApi(requestContext, session);
  const listed = await api.brands();
  const brand = listed.kind === "ok" ? listed.data.brands.find(({ id }) => id === brandId) : undefined;
  const number = brand === undefined ? undefined : newestOf(brand);
  const read = number === undefined ? undefined : await api.files(brandId, String(number));
  if (number === undefined || read?.kind !== "ok") return {};
  return { others: { number, changes: namedChanges(requestContext, brandChanges(before, read.data.files)) } };
}

/** Shows screens with what the form would change, or why the check refuses it. Nothing is saved. */
async function lookAtChange(desk: BrandDesk, { part, values }: { part: DraftPart; values: FormValues }) {
  const { requestContext, brand } = desk;
  const form = draftForms[part];
  const basedOn = Number(values.basedOn);
  const read = await readFiles(desk, basedOn);
  if (read.kind !== "ok") return refuseFailedCall(values, read);
  const files = { ...read.data.files, ...form.change(read.data.files, values) };
  const faults = (await requestContext.screens?.check(brand.id, files)) ?? [];
  const reasons = faultsInWords(requestContext, form.fieldAt, faults);
  if (reasons.length > 0) return refused({ values, reasons }, 400);
  return previewed({ values, pictures: await picturesOfForm(desk, { part, basedOn, values }) });
}

/** Reasons of the API, which is asked after the same check: what is left are its own fields, and places. */
function reasonsOf(
  requestContext: PortalRequestContext,
  placeOf: PlaceOf,
  fields: Readonly<Partial<Record<string, string>>>,
): RefusedReason[] {
  const faults = Object.entries(fields).flatMap(([place, reason = ""]): BrandFault[] => {
    const [file = "", ...location] = place.split(" ");
    return place === "reason" ? [] : [{ file, location: location.join(" "), reason, code: "format" }];
  });
  const missing = translate(requestContext, "team:draft.reasonMissing");
  return [
    ...faultsInWords(requestContext, placeOf, faults),
    ...(fields.reason === undefined ? [] : [{ field: "reason", text: missing }]),
  ];
}

interface PlacedReason {
  row: number;
  reason: RefusedReason;
}

/** Each fault in the member's language, in the order of rows; a field that two places fill has it once. */
function faultsInWords(
  requestContext: PortalRequestContext,
  placeOf: PlaceOf,
  faults: readonly BrandFault[],
): RefusedReason[] {
  const reasons = faults.filter(isWorstContrast).map(({ file, location, code, values }): PlacedReason => {
    const place = `${file} ${location}`.trim();
    const { field, text, label = `${place}:`, row = 0 } = placeOf(place, values) ?? {};
    const words = translate(requestContext, text ?? `brandFault:${code}`, inWords(requestContext, values));
    if (field === undefined) return { row, reason: { text: `${label} ${words}` } };
    // Words of a contrast name the colour.
    const name = code === "contrast" ? undefined : nameOfPlace(requestContext, pathOf(place));
    return { row, reason: { field, text: words, ...(name !== undefined && { name }) } };
  });
  const inOrder = reasons.sort((one, other) => one.row - other.row).map(({ reason }) => reason);
  const keyOf = ({ field, text }: RefusedReason) => `${field} ${text}`;
  return inOrder.filter(
    (reason, index) => reason.field === undefined || inOrder.findIndex((one) => keyOf(one) === keyOf(reason)) === index,
  );
}

/** A place such as `brand.json openingHours.qc.sunday` with spaces between its parts, as changes are listed. */
function pathOf(place: string): string {
  const [file = "", ...location] = place.split(" ");
  return [file, ...location.map((part) => part.replace(/[.[\]]+/g, " ").trim())].join(" ");
}

/** Of the contrasts that one new colour mends, the lowest alone: the form lists the others next to the colour. */
function isWorstContrast({ code, values }: BrandFault, _index: number, faults: readonly BrandFault[]): boolean {
  if (code !== "contrast") return true;
  const ofSame = faults.filter(
    (one) => one.code === "contrast" && one.values?.scheme === values?.scheme && one.values?.token === values?.token,
  );
  return ofSame.every((one) => Number(one.values?.ratio) >= Number(values?.ratio));
}

/** Tokens by the labels of their fields, and decimals as the language writes them. */
function inWords(requestContext: PortalRequestContext, values: BrandFault["values"] = {}): Record<string, string> {
  const { scheme } = values;
  const named = (value: string) => {
    if (isToken(value)) {
      const colour = translate(requestContext, textKey(`brandField:token.${value}`));
      return isOneOf(schemes, scheme) ? translate(requestContext, `team:look.${scheme}`, { colour }) : colour;
    }
    return /^\d+\.\d+$/.test(value) ? Number(value).toLocaleString(`${requestContext.language}-CA`) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, named(value)]));
}

const isToken = (value: string) => allTokens.has(value);
