import { Notice } from "../../../../design/notice.tsx";
import { useTranslate } from "../../../../i18n/translate.tsx";
import { useSerial } from "../../parts/refusal-notice.tsx";
import type { LegacyRefusal } from "../parts/legacy-notice.tsx";

/** No match, with what to compare and the attempts left. */
export function FindNotice({
  refusal,
  example,
}: {
  refusal: LegacyRefusal | undefined;
  /** A policy number with the length used in the chosen province. */
  example: string;
}) {
  const t = useTranslate();
  const serial = useSerial(refusal);
  if (refusal?.alert !== "notFound") return null;
  return (
    <Notice key={serial} tone="error" title={t("legacyRegistration:identification.notFound.title")} takesFocus>
      <p>{t("registrationError:POLICY_NUMBER_NOT_FOUND")}</p>
      <p>{t(example.length === 9 ? "registrationError:moreInfo.error.9" : "registrationError:moreInfo.error.8")}</p>
      {refusal.triesLeft === 1 ? <p>{t("registrationError:lastTry")}</p> : null}
    </Notice>
  );
}
