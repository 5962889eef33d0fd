import { registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { type ReactNode, useState } from "react";
import { Notice } from "../../../design/notice.tsx";
import { useHasText, useTranslate } from "../../../i18n/translate.tsx";
import type { RegistrationRefusal } from "../flow/flow-info.ts";

export const refusalNoticeId = "refusal";

/** Refusal text that belongs to no single field. Field errors need no notice. */
export function RefusalNotice({
  refusal,
  children,
}: {
  refusal: RegistrationRefusal | undefined;
  children?: ReactNode;
}) {
  const t = useTranslate();
  const has = useHasText();
  const serial = useSerial(refusal);
  const code = refusal?.alert;
  const titleKey = `registrationError:${code}.title`;
  const textKey = `registrationError:${code}`;
  if (code === undefined || !has(titleKey) || registrationErrors[code].landing.kind === "dialog") return null;
  // A rate limit is not the person's mistake.
  const tone = registrationErrors[code].landing.kind === "wait" ? "caution" : "error";
  return (
    <Notice key={serial} id={refusalNoticeId} tone={tone} title={t(titleKey)} takesFocus>
      {has(textKey) ? <p>{t(textKey, { time: refusal?.retryAt ?? "" })}</p> : null}
      {children}
      {refusal?.triesLeft === 1 ? <p>{t("registrationError:lastTry")}</p> : null}
    </Notice>
  );
}

/** Explains that registration starts again because the page was left open too long. */
export function ExpiredForm() {
  const t = useTranslate();
  return (
    <Notice tone="caution" title={t("registration:journey.lost.title")} takesFocus>
      {t("registration:journey.lost")}
    </Notice>
  );
}

/** Counts refusals, so that a repeated message receives the focus again. */
export function useSerial(refusal: unknown): number {
  const [visible, setSeen] = useState({ refusal, serial: 0 });
  if (visible.refusal !== refusal) setSeen({ refusal, serial: visible.serial + 1 });
  return visible.serial;
}
