import { formatReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { spellOut } from "@vestibule/wording/format.ts";
import { useEffect, useRef } from "react";
import type { FetcherWithComponents } from "react-router";
import { Button } from "../design/button.tsx";
import { ScreenReaderText } from "../design/screen-reader-text.tsx";
import { useTranslate } from "../i18n/translate.tsx";

export interface CreatedReference {
  reference?: string | undefined;
}

export interface ReferenceOnDemandProps {
  fetcher: FetcherWithComponents<CreatedReference>;
  /** Path of the page, recorded with the reference for the agent. */
  page: string;
  /** The reference that a form without a script has created; shown instead of the button. */
  created?: CreatedReference | undefined;
}

/** Button that creates a support reference, by which an agent finds this browser session. */
export function ReferenceOnDemand({ fetcher, page, created }: ReferenceOnDemandProps) {
  const t = useTranslate();
  const result = fetcher.data ?? created;
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The number replaces the pressed button, so the focus moves to it.
    if (fetcher.data !== undefined) region.current?.focus();
  }, [fetcher.data]);
  return (
    <div ref={region} tabIndex={-1}>
      {result === undefined ? (
        <fetcher.Form method="post" action="/help">
          <input type="hidden" name="page" value={page} />
          <Button kind="link" busyText={t("frame:help.making")}>
            {t("frame:help.reference")}
          </Button>
        </fetcher.Form>
      ) : (
        <ReferenceNumber reference={result.reference} />
      )}
    </div>
  );
}

/** The reference number; without one, a text that an agent can help without it. */
export function ReferenceNumber({ reference }: { reference: string | undefined }) {
  const t = useTranslate();
  if (reference === undefined) return <p className="small">{t("frame:help.noReference")}</p>;
  return (
    <p>
      <span className="quiet small">{t("frame:help.yourReference")} </span>
      <ReferenceDigits reference={reference} className="reference figures" />
    </p>
  );
}

/** Digits in groups of three, which screen readers announce one by one instead of as "four hundred eighty-two". */
export function ReferenceDigits({ reference, className }: { reference: string; className?: string }) {
  const inThrees = formatReference(reference);
  return <ScreenReaderText visible={inThrees} spoken={spellOut(inThrees)} className={className} />;
}
