import { formatTelephoneForText, telephoneLink } from "@vestibule/wording/format.ts";
import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import { Line } from "../design/screen-reader-text.tsx";
import { useLanguage, useTranslate } from "../i18n/translate.tsx";
import type { FormattedHours } from "./format-hours.server.ts";
import type { frameData } from "./frame-data.server.ts";

/** A number formatted for the page's language. */
export function useTelephoneText(number: string): string {
  return formatTelephoneForText(number, useLanguage());
}

/** A number in a sentence, as a `tel:` link. */
export function Telephone({ number }: { number: string }) {
  return (
    <a className="figures unbroken" href={telephoneLink(number)}>
      {useTelephoneText(number)}
    </a>
  );
}

/** The brand's customer line in a sentence. */
export function CustomerTelephone() {
  return <Telephone number={useRouteLoaderData<typeof frameData>("root")?.help.telephone ?? ""} />;
}

/** A number outside a sentence, before which screen readers announce "Call". */
export function CallWords({ number }: { number: string }) {
  const [before, after] = useTranslate()("frame:call", { number: "\n" }).split("\n");
  return (
    <>
      <span className="visually-hidden">{before}</span>
      {useTelephoneText(number)}
      {after ? <span className="visually-hidden">{after}</span> : null}
    </>
  );
}

export interface TelephoneNotesProps {
  hours: FormattedHours | undefined;
  /** Usual length of a call in minutes, if the brand publishes it. */
  callMinutes?: number | undefined;
  /** Omits today's hours when they repeat the previous line. */
  isShort?: boolean;
}

/**
 * Notes below a number, each on its own line: open or closed, today's hours, usual length of a call, relay services.
 */
export function TelephoneNotes({ hours, callMinutes, isShort }: TelephoneNotesProps) {
  const t = useTranslate();
  return (
    <>
      {hours === undefined ? null : (
        <OpenState isOpen={hours.isOpen}>
          <Line words={hours.now} />
        </OpenState>
      )}
      {hours?.today === undefined || (isShort && hours.isUsualDay) ? null : (
        <span className="help-today">
          <Line words={hours.today} />
        </span>
      )}
      {callMinutes === undefined ? null : (
        <span className="help-today">{t("frame:help.callMinutes", { count: callMinutes })} </span>
      )}
      <span className="help-today">{t("frame:help.relay")}</span>
    </>
  );
}

/** Open or closed, on its own line; open is shown in the success colour. */
export function OpenState({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <span className="open-state" data-open={isOpen}>
      {children}
    </span>
  );
}
