import { errorDialogs } from "@vestibule/catalogue/error-dialog.table.ts";
import { useState } from "react";
import { RetryLaterNotice } from "../../../../form/retry-later-notice.tsx";
import { useTranslate } from "../../../../visit/texts.tsx";
import { ErrorDialog } from "../../parts/error-dialog.tsx";
import type { LegacyRefusal } from "../flow/legacy-refusal.ts";

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
