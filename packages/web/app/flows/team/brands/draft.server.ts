import type { TextKey } from "@vestibule/wording/tables.ts";
import { redirect } from "react-router";
import { isRejected } from "../../../api/error-handling.rule.ts";
import { translate } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { rejectUnknownPost } from "../../../roadblock/not-found.server.ts";
import { brandChanges } from "./brand-changes.rule.ts";
import { type BrandDesk, brandApi, openBrandDesk, readFiles } from "./brand-desk.server.ts";
import { brandAction, editLoader, looked, refuse, refused, type SentForm } from "./brands-page.server.ts";
import type { DraftFormView, RefusedReason, UnavailableView } from "./brands-view.ts";
import { type DraftForm, type DraftPart, draftForms } from "./draft-forms.server.ts";
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
  brandAction({ save: (sent) => saveDraft(sent, draftForms[part]), look: (sent) => lookAtChange(sent, part) });

async function saveDraft({ requestContext, session, brandId, values }: SentForm, form: DraftForm) {
  const { basedOn = "", reason = "" } = values;
  const api = brandApi(requestContext, session);
  const read = await api.files(brandId, basedOn);
  if (read.kind !== "ok") return refuse(values, read);
  const before = read.data.files;
  const files = form.change(before, values);
  const places = brandChanges(before, { ...before, ...files }).map(({ place }) => place);
  const screens = (await requestContext.screens?.find(brandId, places)) ?? [];
  const saved = await api.save(brandId, { basedOn: Number(basedOn), files, reason, screens });
  if (saved.kind === "ok") return redirect(`/team/brands/${brandId}/version?number=${saved.data.number}`, 303);
  if (!isRejected(saved, { status: 400 })) return refuse(values, saved);
  return refused({ values, reasons: reasonsOf(requestContext, form, saved.error.fields ?? {}) }, 400);
}

/** Shows screens with what the form would change, or why the check refuses it. Nothing is saved. */
async function lookAtChange({ requestContext, session, brandId, query, values }: SentForm, part: DraftPart) {
  const form = draftForms[part];
  const listed = await brandApi(requestContext, session).brands();
  if (listed.kind !== "ok") return refuse(values, listed);
  const brand = listed.data.brands.find(({ id }) => id === brandId);
  if (brand === undefined) return rejectUnknownPost();
  const desk = openBrandDesk(requestContext, session, { brand, query });
  const basedOn = Number(values.basedOn);
  const read = await readFiles(desk, basedOn);
  if (read.kind !== "ok") return refuse(values, read);
  const files = { ...read.data.files, ...form.change(read.data.files, values) };
  const reasons = reasonsOf(requestContext, form, (await requestContext.screens?.check(brandId, files)) ?? {});
  if (reasons.length > 0) return refused({ values, reasons }, 400);
  return looked({ values, pictures: await picturesOfForm(desk, { part, basedOn, values }) });
}

function reasonsOf(
  requestContext: PortalRequestContext,
  form: DraftForm,
  fields: Readonly<Partial<Record<string, string>>>,
): RefusedReason[] {
  const inWords = (text: TextKey) => ({ text: translate(requestContext, text), isEnglish: false });
  return Object.entries(fields).map(([place, why = ""]): RefusedReason => {
    if (place === "reason") return { field: "reason", ...inWords("team:draft.reasonMissing") };
    const { field, text } = form.fieldAt(place) ?? {};
    if (field === undefined) return { text: `${place}: ${why}`, isEnglish: true };
    return { field, ...(text === undefined ? { text: why, isEnglish: true } : inWords(text)) };
  });
}
