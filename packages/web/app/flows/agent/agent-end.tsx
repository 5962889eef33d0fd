import { ExpiryNotice, ExtendButton } from "../../form/expiry-notice.tsx";
import { useTranslate } from "../../visit/texts.tsx";
import type { SessionLimit } from "../../visit/use-expiry-warning.ts";

/** Warns two minutes before the agent's session ends; reloading the page extends it until the absolute limit. */
export function AgentEnd({ limit }: { limit: SessionLimit }) {
  const t = useTranslate();
  return (
    <ExpiryNotice limit={limit} title={t("agent:ending.title", { time: limit.endsAt })}>
      <p>{t(limit.isExtended ? "agent:ending" : "agent:ending.last")}</p>
      {limit.isExtended ? <ExtendButton>{t("common:moreTime")}</ExtendButton> : null}
    </ExpiryNotice>
  );
}
