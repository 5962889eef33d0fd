import { Line } from "../design/screen-reader-text.tsx";
import { useTranslate } from "../visit/texts.tsx";
import type { FormattedHours } from "./format-hours.server.ts";
import { OpenState } from "./open-state.tsx";

export interface TelephoneNotesProps {
  hours: FormattedHours | undefined;
  /** How long a usual call takes, where the brand says so. */
  callMinutes?: number | undefined;
  /** Today's hours are left out where they say no more than the line before. */
  isShort?: boolean;
}

/**
 * Under a number: whether somebody answers now, today's hours, how long a call takes, and how those call who do not
 * hear or speak on one. Each on a line of its own.
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
