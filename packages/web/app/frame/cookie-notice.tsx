import { Notice } from "../design/notice.tsx";
import { useTranslate } from "../i18n/translate.tsx";

/** Says why the page before came to nothing. */
export function CookieNotice() {
  const t = useTranslate();
  return (
    <Notice tone="calm" title={t("frame:cookies.title")} takesFocus>
      {t("frame:cookies")}
    </Notice>
  );
}
