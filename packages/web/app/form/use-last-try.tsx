import type { ReactElement } from "react";
import { useTranslate } from "../visit/texts.tsx";
import type { Refusal } from "./form-answer.ts";

/** The sentence for the last try before a limit; undefined while there are more, or none is known. */
export function useLastTry(refusal: Refusal | undefined): ReactElement | undefined {
  const t = useTranslate();
  return refusal?.triesLeft === 1 ? <strong>{t("registrationError:lastTry")}</strong> : undefined;
}
