import { useSay } from "../visit/texts.tsx";
import { type TelephoneHours, useHoursInWords } from "./opening.ts";

export interface TelephoneNotesProps {
  hours: TelephoneHours | undefined;
  /** How long a usual call takes, where the brand says so. */
  callMinutes?: number | undefined;
}

/**
 * Under a number: whether somebody answers now, today's hours, how long a call takes, and how those call who do not
 * hear or speak on one. Each on a line of its own.
 */
export function TelephoneNotes({ hours: given, callMinutes }: TelephoneNotesProps) {
  const say = useSay();
  const hours = useHoursInWords(given);
  return (
    <>
      {hours === undefined ? null : (
        <span className="open-state" data-open={hours.isOpen}>
          {hours.now}
          <Pause />
        </span>
      )}
      {hours?.today === undefined ? null : (
        <span className="help-today">
          {hours.today}
          <Pause />
        </span>
      )}
      {callMinutes === undefined ? null : (
        <span className="help-today">{say("frame:help.callMinutes", { count: callMinutes })} </span>
      )}
      <span className="help-today">{say("frame:help.relay")}</span>
    </>
  );
}

/** What the eye takes from the end of a line. */
function Pause() {
  return <span className="visually-hidden">. </span>;
}
