import { formatReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { spellOut } from "@vestibule/wording/format.ts";
import { useEffect, useRef } from "react";
import type { FetcherWithComponents } from "react-router";
import { Button } from "../design/button.tsx";
import { ScreenReaderText } from "../design/screen-reader-text.tsx";
import { useTranslate } from "../i18n/translate.tsx";

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
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button is replaced by the number: move the focus there.
    if (asking.data !== undefined) region.current?.focus();
  }, [asking.data]);
  return (
    <div ref={region} tabIndex={-1}>
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

/** Reference number for the agent; when none could be created, a text that the agent can help without it. */
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

/** Grouped in threes visually, announced digit by digit: never "four hundred eighty-two". */
export function ReferenceDigits({ reference, className }: { reference: string; className?: string }) {
  const inThrees = formatReference(reference);
  return <ScreenReaderText visible={inThrees} spoken={spellOut(inThrees)} className={className} />;
}
