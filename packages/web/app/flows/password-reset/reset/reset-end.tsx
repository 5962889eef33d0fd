import { ButtonLink } from "../../../design/button.tsx";
import { ExpiryNotice, ExtendButton, ExtendForm } from "../../../form/expiry-notice.tsx";
import type { SessionLimit } from "../../../form/use-expiry-warning.ts";
import { useExpiryWarning } from "../../../form/use-expiry-warning.ts";
import { useTranslate } from "../../../i18n/translate.tsx";
import { extendPath, type ResetKind, startPathOf } from "../parts/recovery-path.table.ts";

/**
 * Says from the start when the page expires, warns two minutes before, and says how to continue after that.
 * `ResetStart` at the foot of the page is the link to continue.
 */
export function ResetEnd({ limit, kind }: { limit: SessionLimit; kind: ResetKind }) {
  const t = useTranslate();
  const { endsAt: time, isExtended } = limit;
  const extendable = kind === "link" ? "link:ending.page" : "recovery:reset.endingSoon.extended";
  return (
    <>
      {useExpiryWarning(limit) ? null : <ExpiryText limit={limit} kind={kind} />}
      <ExpiryNotice limit={limit} title={t("recovery:reset.endingSoon.title", { time })}>
        <p>{t(isExtended ? extendable : `recovery:reset.endingSoon.${kind}`)}</p>
        {isExtended ? <MoreTime kind={kind} /> : null}
      </ExpiryNotice>
    </>
  );
}

/** When the page expires. Without a script no warning can appear later, so a button for more time is shown at once. */
function ExpiryText({ limit, kind }: { limit: SessionLimit; kind: ResetKind }) {
  const t = useTranslate();
  return (
    <>
      <p className="quiet small">{t("recovery:reset.endsAt", { time: limit.endsAt })}</p>
      {limit.isExtended && kind !== "link" ? (
        <noscript>
          <MoreTime kind={kind} />
        </noscript>
      ) : null}
    </>
  );
}

/**
 * Button for more time. Reloading extends a page that a link opened; for the others the API extends the reset token.
 */
function MoreTime({ kind }: { kind: ResetKind }) {
  const words = useTranslate()("common:moreTime");
  return kind === "link" ? <ExtendButton>{words}</ExtendButton> : <ExtendForm action={extendPath}>{words}</ExtendForm>;
}

/** Link to the page where this kind of reset starts over. */
export function ResetStart({ kind }: { kind: ResetKind }) {
  const t = useTranslate();
  return (
    <ButtonLink kind="link" to={startPathOf[kind]}>
      {t(kind === "temporary" ? "common:backToLogin" : "recovery:reset.startOver")}
    </ButtonLink>
  );
}
