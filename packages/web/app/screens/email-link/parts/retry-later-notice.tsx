import { Notice } from "../../../design/notice.tsx";
import { useTranslate } from "../../../visit/texts.tsx";

/** Too much was asked for at once. `time`: from when it may be asked for again, as a clock says it. */
export function RetryLaterNotice({ time }: { time: string }) {
  const t = useTranslate();
  return (
    <Notice tone="caution" title={t("link:wait.title")} takesFocus>
      {t("link:wait", { time })}
    </Notice>
  );
}
