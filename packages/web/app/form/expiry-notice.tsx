import type { TextKey } from "@vestibule/wording/tables.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { Button } from "../design/button.tsx";
import { Notice } from "../design/notice.tsx";
import { useReady } from "../design/ready.ts";
import { useTranslate } from "../visit/texts.tsx";
import { type SessionLimit, type TimeLimit, useExpiryWarning } from "../visit/use-expiry-warning.ts";

/**
 * Says when a page's time is over, two minutes before: a clock time in the title, never a countdown. The region is there
 * from the start: one that came with its words would often not be heard.
 */
export function ExpiryNotice({ limit, title, children }: { limit: TimeLimit; title: string; children: ReactNode }) {
  const near = useExpiryWarning(limit);
  const region = useRef<HTMLDivElement>(null);
  const before = useRef(near);
  useEffect(() => {
    // The button for more time goes with the warning: who pressed it stays in its place.
    if (before.current && !near && document.activeElement === document.body) region.current?.focus();
    before.current = near;
  }, [near]);
  return (
    <div className="region" role="status" ref={region} tabIndex={-1}>
      {near ? (
        <Notice tone="caution" role="none" title={title}>
          {children}
        </Notice>
      ) : null}
    </div>
  );
}

export interface ExpiryLineProps {
  limit: SessionLimit;
  /** What is said of an end that may be put off, and of one that may not; both with its `time`. */
  idle: TextKey;
  last: TextKey;
  /** How to put it off. */
  children?: ReactNode;
}

/** Without a script nothing can appear later: the page says quietly from the start when its time is over. */
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

/** Asks for more time where opening the page gives it. What is typed stays. */
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

/** Asks for more time where a form has to. With a script the page stays as it is; without one it is drawn anew. */
export function ExtendForm({ action, children }: { action: string; children: ReactNode }) {
  const asking = useFetcher();
  const ready = useReady();
  return (
    <asking.Form className="step-form" method="post" action={action}>
      {ready ? <input type="hidden" name="stays" value="here" /> : null}
      <Button kind="link">{children}</Button>
    </asking.Form>
  );
}
