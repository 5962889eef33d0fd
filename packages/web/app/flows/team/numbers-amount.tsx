import { useTranslate } from "../../i18n/translate.tsx";
import type { Amount } from "./team-view.ts";

/** A number, and below it the one of the period before with the difference. */
export function AmountText({ count, before }: Amount) {
  const t = useTranslate();
  return (
    <>
      {count}
      {before === undefined ? null : (
        <span className="numbers-before small quiet"> {t("team:before.count", before)}</span>
      )}
    </>
  );
}
