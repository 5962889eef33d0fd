import { Notice } from "../../../design/notice.tsx";
import { useTranslate } from "../../../visit/texts.tsx";

/** Explains that registration starts again because the page was left open too long. */
export function ExpiredForm() {
  const t = useTranslate();
  return (
    <Notice tone="caution" title={t("registration:journey.lost.title")} takesFocus>
      {t("registration:journey.lost")}
    </Notice>
  );
}
