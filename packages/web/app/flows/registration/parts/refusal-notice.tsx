import { registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import type { ReactNode } from "react";
import { Notice } from "../../../design/notice.tsx";
import { useHasText, useTranslate } from "../../../visit/texts.tsx";
import type { RegistrationRefusal } from "../flow/refusal.ts";
import { useSerial } from "./use-serial.ts";

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
