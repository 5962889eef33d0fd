import { Notice } from "../../../design/notice.tsx";
import { useTranslate } from "../../../visit/texts.tsx";
import type { RecoveryRefusal } from "./recovery-refusal.ts";

/** Refusal text that belongs to no field. */
export function RecoveryAlert({ refusal }: { refusal: RecoveryRefusal | undefined }) {
  const t = useTranslate();
  if (refusal?.alert !== "wait") return null;
  return (
    <Notice tone="caution" title={t("recovery:wait.title")} takesFocus>
      {t("recovery:wait", { time: refusal.retryAt ?? "" })}
    </Notice>
  );
}
