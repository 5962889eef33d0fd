import { useTranslate } from "../visit/texts.tsx";
import type { TimeLimit } from "../visit/use-expiry-warning.ts";
import { ExpiryNotice } from "./expiry-notice.tsx";
import { PostButton } from "./post-button.tsx";

export interface CodeExpiryProps {
  limit: TimeLimit;
  /** Form for a new code; absent when no more codes can be sent. */
  again?: { action: string; label: string };
}

/** Announces when the newest code expires, two minutes before, and what to do then. */
export function CodeExpiry({ limit, again }: CodeExpiryProps) {
  const t = useTranslate();
  return (
    <ExpiryNotice limit={limit} title={t("forms:code.ending.title", { time: limit.endsAt })}>
      <p>{t(again === undefined ? "forms:code.ending.last" : "forms:code.ending")}</p>
      {again === undefined ? null : <PostButton action={again.action}>{again.label}</PostButton>}
    </ExpiryNotice>
  );
}
