import { useTranslate } from "../../../i18n/translate.tsx";
import type { RegistrationRefusal } from "../flow/flow-info.ts";
import { RefusalNotice } from "../parts/refusal-notice.tsx";

/** No person matched: what to compare. */
export function LookupNotice({
  refusal,
  example = "",
}: {
  refusal: RegistrationRefusal | undefined;
  /** A policy number with the length used in the chosen province. */
  example?: string;
}) {
  const t = useTranslate();
  return (
    <RefusalNotice refusal={refusal}>
      {refusal?.alert === "POLICY_NUMBER_NOT_FOUND" ? (
        <p>{t(example.length === 9 ? "registrationError:moreInfo.error.9" : "registrationError:moreInfo.error.8")}</p>
      ) : null}
    </RefusalNotice>
  );
}
