import { ExpiryNotice, ExtendButton } from "../../../../form/expiry-notice.tsx";
import { useTranslate } from "../../../../visit/texts.tsx";
import type { SessionLimit } from "../../../../visit/use-expiry-warning.ts";

/** Warns two minutes before a link or its page expires. */
export function LinkEnd({ limit }: { limit: SessionLimit }) {
  const t = useTranslate();
  const { endsAt: time, isExtended } = limit;
  const key = isExtended ? "link:ending.page" : "link:ending.link";
  return (
    <ExpiryNotice limit={limit} title={t(`${key}.title`, { time })}>
      <p>{t(key)}</p>
      {isExtended ? <ExtendButton>{t("common:moreTime")}</ExtendButton> : null}
    </ExpiryNotice>
  );
}
