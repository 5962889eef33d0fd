import { errorDialogs } from "@vestibule/catalogue/error-dialog.table.ts";
import { useState } from "react";
import type { Refusal } from "../../../../form/form-answer.ts";
import { RetryLaterNotice } from "../../../../form/retry-later-notice.tsx";
import { useTranslate } from "../../../../i18n/translate.tsx";
import { ErrorDialog } from "../../parts/error-dialog.tsx";

/**
 * A refused form of this flow: field errors, a rate limit, a server error with a code for the agent, or no match.
 */
export interface LegacyRefusal extends Refusal {
  alert?: "wait" | "notSaved" | "notFound";
  shownCode?: string;
  /** Support reference to read to an agent with that code. */
  reference?: string | undefined;
}

/** Refusal text that belongs to no single field. */
export function LegacyNotice({ refusal }: { refusal: LegacyRefusal | undefined }) {
  const t = useTranslate();
  const [closed, setClosed] = useState<LegacyRefusal>();
  if (refusal?.alert === "wait") return <RetryLaterNotice time={refusal.retryAt ?? ""} />;
  if (refusal?.alert !== "notSaved" || closed === refusal) return null;
  return (
    <ErrorDialog
      title={t("legacyRegistration:notSaved.title")}
      code={t("legacyRegistration:notSaved.code", {
        code: `${errorDialogs["not-saved"].agentCode} (${refusal.shownCode})`,
      })}
      shownCode={refusal.shownCode}
      reference={refusal.reference}
      onClose={() => setClosed(refusal)}
    >
      {t("legacyRegistration:notSaved")}
    </ErrorDialog>
  );
}
