import { useTranslate } from "../i18n/translate.tsx";
import { ExpiryNotice } from "./expiry-notice.tsx";
import { PostButton } from "./post-button.tsx";
import type { TimeLimit } from "./use-expiry-warning.ts";

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
