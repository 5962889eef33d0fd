import { useEffect, useRef } from "react";
import type { FetcherWithComponents } from "react-router";
import { Button } from "../design/button.tsx";
import { useTranslate } from "../visit/texts.tsx";
import { ReferenceNumber } from "./reference-number.tsx";

export interface MadeReference {
  reference?: string | undefined;
}

export interface AskedReferenceProps {
  asking: FetcherWithComponents<MadeReference>;
  /** Path of the page, as the agent is told it. */
  page: string;
  /** A reference that was asked for without a script: shown in the place of the button. */
  made?: MadeReference | undefined;
}

/** Made only when it is asked for: an agent finds the visit by it. */
export function AskedReference({ asking, page, made }: AskedReferenceProps) {
  const t = useTranslate();
  const answer = asking.data ?? made;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The number takes the place of the button that was pressed.
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
