import type { ReactElement } from "react";
import { useTranslate } from "../i18n/translate.tsx";
import type { Refusal } from "./form-answer.ts";

/** Warning before the last attempt; undefined when more are left or the number is unknown. */
export function useLastTry(refusal: Refusal | undefined): ReactElement | undefined {
  const t = useTranslate();
  return refusal?.triesLeft === 1 ? <strong>{t("registrationError:lastTry")}</strong> : undefined;
}
