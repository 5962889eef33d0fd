import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";
import { redirect } from "react-router";
import { isRejected } from "../../../api/error-handling.rule.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { translate } from "../../../i18n/localize.server.ts";
import { brandApi } from "./brand-desk.server.ts";
import { brandAction, refuse, refused, type SentForm } from "./brands-page.server.ts";
import type { RefusedReason } from "./brands-view.ts";

/** A form that drafts the next version. */
interface DraftForm {
  /** The files that the form changes, of the version that it was opened on. */
  change: (files: BrandFiles, values: FormValues) => BrandFiles;
  /** The field of a place that the check names, and its sentence; without one, the check's words are shown. */
  fieldAt: (place: string) => { field: string; text?: TextKey } | undefined;
}

/** Creates the action of a page whose form drafts the next version. */
export const draftAction = (form: DraftForm) => brandAction({ save: (sent) => saveDraft(sent, form) });

async function saveDraft({ requestContext, session, brandId, values }: SentForm, form: DraftForm) {
  const { basedOn = "", reason = "" } = values;
  const api = brandApi(requestContext, session);
  const read = await api.files(brandId, basedOn);
  if (read.kind !== "ok") return refuse(values, read);
  const files = form.change(read.data.files, values);
  const saved = await api.save(brandId, { basedOn: Number(basedOn), files, reason });
  if (saved.kind === "ok") return redirect(`/team/brands/${brandId}/version?number=${saved.data.number}`, 303);
  if (!isRejected(saved, { status: 400 })) return refuse(values, saved);
  const reasons = Object.entries(saved.error.fields ?? {}).map(([place, why]): RefusedReason => {
    if (place === "reason") return { field: "reason", ...inWords("team:draft.reasonMissing") };
    const { field, text } = form.fieldAt(place) ?? {};
    if (field === undefined) return { text: `${place}: ${why}`, isEnglish: true };
    return { field, ...(text === undefined ? { text: why, isEnglish: true } : inWords(text)) };
  });
  return refused({ values, reasons }, 400);

  function inWords(text: TextKey) {
    return { text: translate(requestContext, text), isEnglish: false };
  }
}
