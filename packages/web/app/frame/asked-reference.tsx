import { useEffect, useRef } from "react";
import type { FetcherWithComponents } from "react-router";
import { Button } from "../design/button.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import { ReferenceNumber } from "./reference-number.tsx";

export interface MadeReference {
  reference?: string | undefined;
}

export interface AskedReferenceProps {
  asking: FetcherWithComponents<MadeReference>;
  /** Path of the page, recorded with the reference for the agent. */
  page: string;
  /** A reference that was created without a script: shown instead of the button. */
  made?: MadeReference | undefined;
}

/** Creates a reference number on demand; an agent finds the browser session by it. */
export function AskedReference({ asking, page, made }: AskedReferenceProps) {
  const t = useTranslate();
  const answer = asking.data ?? made;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button is replaced by the number: move the focus there.
    if (asking.data !== undefined) place.current?.focus();
  }, [asking.data]);
  return (
    <div ref={place} tabIndex={-1}>
      {answer === undefined ? (
        <asking.Form method="post" action="/help">
          <input type="hidden" name="page" value={page} />
          <Button kind="link" busyText={t("frame:help.making")}>
            {t("frame:help.reference")}
          </Button>
        </asking.Form>
      ) : (
        <ReferenceNumber reference={answer.reference} />
      )}
    </div>
  );
}
