import { ExpiryNotice, ExtendButton } from "../../form/expiry-notice.tsx";
import { useTranslate } from "../../visit/texts.tsx";
import type { SessionLimit } from "../../visit/use-expiry-warning.ts";

export interface SessionExpiryProps {
  limit: SessionLimit;
  /** Absolute session limit in minutes. */
  wholeMinutes: number;
}

/** Warns two minutes before the session ends, and extends it where possible. */
export function SessionExpiry({ limit, wholeMinutes }: SessionExpiryProps) {
  const t = useTranslate();
  return (
    <ExpiryNotice limit={limit} title={t("home:ending.title", { time: limit.endsAt })}>
      <p>{limit.isExtended ? t("home:ending") : t("home:ending.last", { minutes: wholeMinutes })}</p>
      {limit.isExtended ? <ExtendButton>{t("home:stay")}</ExtendButton> : null}
    </ExpiryNotice>
  );
}
