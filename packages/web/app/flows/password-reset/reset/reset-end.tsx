import { ButtonLink } from "../../../design/button.tsx";
import { ExpiryNotice, ExtendButton, ExtendForm } from "../../../form/expiry-notice.tsx";
import type { SessionLimit } from "../../../form/use-expiry-warning.ts";
import { useExpiryWarning } from "../../../form/use-expiry-warning.ts";
import { useTranslate } from "../../../i18n/translate.tsx";
import { extendPath, type ResetKind, startPathOf } from "../parts/recovery-path.table.ts";

/**
 * The page shows its expiry from the start, warns when little time is left, and says how to continue after that; the
 * link for it is at the foot of the page.
 */
export function ResetEnd({ limit, kind }: { limit: SessionLimit; kind: ResetKind }) {
  const t = useTranslate();
  const { endsAt: time, isExtended } = limit;
  const saying = isExtended ? (kind === "link" ? "link:ending.page" : "recovery:reset.endingSoon.extended") : undefined;
  return (
    <>
      {useExpiryWarning(limit) ? null : <EndFromTheStart limit={limit} kind={kind} />}
      <ExpiryNotice limit={limit} title={t("recovery:reset.endingSoon.title", { time })}>
        <p>{t(saying ?? `recovery:reset.endingSoon.${kind}`)}</p>
        {isExtended ? <More kind={kind} /> : null}
      </ExpiryNotice>
    </>
  );
}

/** Without a script no warning can appear later, so more time can be requested from the start. */
function EndFromTheStart({ limit, kind }: { limit: SessionLimit; kind: ResetKind }) {
  const t = useTranslate();
  return (
    <>
      <p className="quiet small">{t("recovery:reset.endsAt", { time: limit.endsAt })}</p>
      {limit.isExtended && kind !== "link" ? (
        <noscript>
          <More kind={kind} />
        </noscript>
      ) : null}
    </>
  );
}

/** A page opened by a link is extended by reloading the link; otherwise the API extends the reset token. */
function More({ kind }: { kind: ResetKind }) {
  const words = useTranslate()("common:moreTime");
  return kind === "link" ? <ExtendButton>{words}</ExtendButton> : <ExtendForm action={extendPath}>{words}</ExtendForm>;
}

/** Link to start over, for a person who does not finish here. */
export function ResetStart({ kind }: { kind: ResetKind }) {
  const t = useTranslate();
  return (
    <ButtonLink kind="link" to={startPathOf[kind]}>
      {t(kind === "temporary" ? "common:backToLogin" : "recovery:reset.startOver")}
    </ButtonLink>
  );
}
