import { ExpiryNotice, ExtendButton, ExtendForm } from "../../../form/expiry-notice.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import type { SessionLimit } from "../../../form/use-expiry-warning.ts";
import { useTranslate } from "../../../i18n/translate.tsx";

/** Warns two minutes before the session ends. Extending it keeps all that was typed. */
export function SessionEnd({
  limit,
  startOver,
  stay,
}: {
  limit: SessionLimit;
  /** Form target for starting over. */
  startOver: string;
  /** Form target for extending the session; absent: reloading the page extends it. */
  stay?: string;
}) {
  const t = useTranslate();
  const more = t("common:moreTime");
  return (
    <ExpiryNotice limit={limit} title={t("registration:journey.endingSoon.title", { time: limit.endsAt })}>
      <p>{t(limit.isExtended ? "registration:journey.endingSoon.idle" : "registration:journey.endingSoon")}</p>
      {!limit.isExtended ? (
        <PostButton action={startOver}>{t("registration:journey.startOver")}</PostButton>
      ) : stay === undefined ? (
        <ExtendButton>{more}</ExtendButton>
      ) : (
        <ExtendForm action={stay}>{more}</ExtendForm>
      )}
    </ExpiryNotice>
  );
}
