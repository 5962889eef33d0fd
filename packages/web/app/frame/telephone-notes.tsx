import { Line } from "../design/spoken.tsx";
import { useSay } from "../visit/texts.tsx";
import type { HoursInWords } from "./hours-in-words.server.ts";
import { OpenState } from "./open-state.tsx";

export interface TelephoneNotesProps {
  hours: HoursInWords | undefined;
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
  const say = useSay();
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
        <span className="help-today">{say("frame:help.callMinutes", { count: callMinutes })} </span>
      )}
      <span className="help-today">{say("frame:help.relay")}</span>
    </>
  );
}
