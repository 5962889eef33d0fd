import { useTranslate } from "../visit/texts.tsx";
import type { TimeLimit } from "../visit/use-expiry-warning.ts";
import { ExpiryNotice } from "./expiry-notice.tsx";
import { PostButton } from "./post-button.tsx";

export interface CodeExpiryProps {
  limit: TimeLimit;
  /** The way to another code; absent where there is none left. */
  again?: { action: string; label: string };
}

/** Says until when the newest code works, two minutes before its end, and what to do then. */
export function CodeExpiry({ limit, again }: CodeExpiryProps) {
  const t = useTranslate();
  return (
    <ExpiryNotice limit={limit} title={t("forms:code.ending.title", { time: limit.endsAt })}>
      <p>{t(again === undefined ? "forms:code.ending.last" : "forms:code.ending")}</p>
      {again === undefined ? null : <PostButton action={again.action}>{again.label}</PostButton>}
    </ExpiryNotice>
  );
}
