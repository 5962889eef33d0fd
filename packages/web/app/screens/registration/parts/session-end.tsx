import { ExpiryNotice, ExtendButton, ExtendForm } from "../../../form/expiry-notice.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { useTranslate } from "../../../visit/texts.tsx";
import type { SessionLimit } from "../../../visit/use-expiry-warning.ts";

/** Says when the session ends, two minutes before. More time keeps all that is typed. */
export function SessionEnd({
  limit,
  startOver,
  stay,
}: {
  limit: SessionLimit;
  /** Where a new start is posted. */
  startOver: string;
  /** Where more time is asked for; absent: opening the page gives it. */
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
