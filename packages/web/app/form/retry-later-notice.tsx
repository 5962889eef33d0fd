import { Notice } from "../design/notice.tsx";
import { useTranslate } from "../i18n/translate.tsx";

/** Too many requests in a short time. `time`: time of day from which the next one is accepted. */
export function RetryLaterNotice({ time }: { time: string }) {
  const t = useTranslate();
  return (
    <Notice tone="caution" title={t("link:wait.title")} takesFocus>
      {t("link:wait", { time })}
    </Notice>
  );
}
