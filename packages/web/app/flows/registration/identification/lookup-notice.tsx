import { useTranslate } from "../../../i18n/translate.tsx";
import type { RegistrationRefusal } from "../flow/flow-info.ts";
import { RefusalNotice } from "../parts/refusal-notice.tsx";

interface LookupNoticeProps {
  refusal: RegistrationRefusal | undefined;
  /** Absent: the title of the error. */
  title?: string;
  /** A policy number with the length used in the chosen province. */
  example?: string;
}

/** No person matched: what to compare. */
export function LookupNotice({ refusal, title, example = "" }: LookupNoticeProps) {
  const t = useTranslate();
  if (refusal?.alert !== "POLICY_NUMBER_NOT_FOUND") return <RefusalNotice refusal={refusal} />;
  return (
    <RefusalNotice refusal={refusal} title={title}>
      <p>{t(example.length === 9 ? "registrationError:moreInfo.error.9" : "registrationError:moreInfo.error.8")}</p>
    </RefusalNotice>
  );
}
