import { formatReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { spellOut } from "@vestibule/wording/format.ts";
import { ScreenReaderText } from "../design/screen-reader-text.tsx";
import { useTranslate } from "../i18n/translate.tsx";

/** Reference number for the agent; when none could be created, a text that the agent can help without it. */
export function ReferenceNumber({ reference }: { reference: string | undefined }) {
  const t = useTranslate();
  if (reference === undefined) return <p className="small">{t("frame:help.noReference")}</p>;
  return (
    <p>
      <span className="quiet small">{t("frame:help.yourReference")} </span>
      <ReferenceDigits reference={reference} className="reference figures" />
    </p>
  );
}

/** Grouped in threes visually, announced digit by digit: never "four hundred eighty-two". */
export function ReferenceDigits({ reference, className }: { reference: string; className?: string }) {
  const inThrees = formatReference(reference);
  return <ScreenReaderText visible={inThrees} spoken={spellOut(inThrees)} className={className} />;
}
