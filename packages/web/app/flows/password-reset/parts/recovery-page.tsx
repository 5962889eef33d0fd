import type { ReactNode } from "react";
import { Notice } from "../../../design/notice.tsx";
import { useChangeCount } from "../../../design/use-change-count.ts";
import type { FormError } from "../../../form/form-error.ts";
import { PageOpening } from "../../../frame/page-opening.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";

/** A refused recovery form: field errors, a rate limit, or a warning that one attempt is left. */
export interface RecoveryFormError extends FormError {
  alert?: "wait";
}

/** Page frame of the recovery flow. */
export function RecoveryLayout({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className="stack stack-wide">
      <PageOpening title={title}>{lead}</PageOpening>
      {children}
    </div>
  );
}

/** Notice of an error that belongs to no field. */
export function RecoveryAlert({ refusal }: { refusal: RecoveryFormError | undefined }) {
  const t = useTranslate();
  const changeCount = useChangeCount(refusal);
  if (refusal?.alert !== "wait") return null;
  return (
    <Notice key={changeCount} tone="caution" title={t("recovery:wait.title")} takesFocus>
      {t("recovery:wait", { time: refusal.retryAt ?? "" })}
    </Notice>
  );
}
