import { EndNotice, MoreTime } from "../../form/end-notice.tsx";
import { useSay } from "../../visit/texts.tsx";
import type { SessionLimit } from "../../visit/use-near-end.ts";

export interface SignInEndProps {
  limit: SessionLimit;
  /** How long a session lasts in any case. */
  wholeMinutes: number;
}

/** Says when the session closes, two minutes before, and puts it off where it may be. */
export function SignInEnd({ limit, wholeMinutes }: SignInEndProps) {
  const say = useSay();
  return (
    <EndNotice limit={limit} title={say("home:ending.title", { time: limit.endsAt })}>
      <p>{limit.isExtended ? say("home:ending") : say("home:ending.last", { minutes: wholeMinutes })}</p>
      {limit.isExtended ? <MoreTime>{say("home:stay")}</MoreTime> : null}
    </EndNotice>
  );
}
