import type { TextKey } from "@vestibule/wording/tables.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { Button } from "../design/button.tsx";
import { Notice } from "../design/notice.tsx";
import { useReady } from "../design/ready.ts";
import { useTranslate } from "../i18n/translate.tsx";
import { PostButton } from "./post-button.tsx";
import { type SessionLimit, type TimeLimit, useExpiryWarning } from "./use-expiry-warning.ts";

/**
 * Announces, two minutes before, at what time the page expires. The live region exists from the start, because many
 * screen readers ignore one that is inserted together with its text.
 */
export function ExpiryNotice({ limit, title, children }: { limit: TimeLimit; title: string; children: ReactNode }) {
  const isWarning = useExpiryWarning(limit);
  const region = useRef<HTMLDivElement>(null);
  const wasWarning = useRef(isWarning);
  useEffect(() => {
    const hasLostFocus = document.activeElement === document.body;
    // The warning disappears with its button; the region then takes over the focus.
    if (wasWarning.current && !isWarning && hasLostFocus) region.current?.focus();
    wasWarning.current = isWarning;
  }, [isWarning]);
  return (
    <div className="region" role="status" ref={region} tabIndex={-1}>
      {isWarning ? (
        <Notice tone="caution" role="none" title={title}>
          {children}
        </Notice>
      ) : null}
    </div>
  );
}

export interface ExpiryLineProps {
  limit: SessionLimit;
  /** Texts for an expiry that can be extended and for one that cannot; both take `time`. */
  idle: TextKey;
  last: TextKey;
  /** Control that extends the session. */
  children?: ReactNode;
}

/** Static expiry line for pages without a script, where no warning can appear later. */
export function ExpiryLine({ limit, idle, last, children }: ExpiryLineProps) {
  const t = useTranslate();
  const { endsAt: time, warnsInSeconds, isExtended } = limit;
  return warnsInSeconds === 0 ? null : (
    <noscript>
      <div className="quiet small">
        <p>{t(isExtended ? idle : last, { time })}</p>
        {isExtended ? children : null}
      </div>
    </noscript>
  );
}

/** Extends the session by revalidating the loader; typed values stay. */
export function ExtendButton({ children }: { children: ReactNode }) {
  const { revalidate } = useRevalidator();
  return (
    <div className="cluster">
      <Button kind="link" type="button" onClick={revalidate}>
        {children}
      </Button>
    </div>
  );
}

/**
 * Extends the session by posting a form. With a script the page and its typed values stay; without one it is reloaded.
 */
export function ExtendForm({ action, children }: { action: string; children: ReactNode }) {
  const fetcher = useFetcher();
  const ready = useReady();
  return (
    <fetcher.Form className="step-form" method="post" action={action}>
      {ready ? <input type="hidden" name="stays" value="here" /> : null}
      <Button kind="link">{children}</Button>
    </fetcher.Form>
  );
}

export interface CodeExpiryProps {
  limit: TimeLimit;
  /** Form for a new code; absent when no more codes can be sent. */
  again?: { action: string; label: string };
}

/** Announces, two minutes before, at what time the newest code expires, and what to do then. */
export function CodeExpiry({ limit, again }: CodeExpiryProps) {
  const t = useTranslate();
  return (
    <ExpiryNotice limit={limit} title={t("forms:code.ending.title", { time: limit.endsAt })}>
      <p>{t(again === undefined ? "forms:code.ending.last" : "forms:code.ending")}</p>
      {again === undefined ? null : <PostButton action={again.action}>{again.label}</PostButton>}
    </ExpiryNotice>
  );
}
