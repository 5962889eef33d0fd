import { Notice } from "../../../design/notice.tsx";
import { useSay } from "../../../visit/texts.tsx";
import { type TimeLimit, useNearEnd } from "../../../visit/use-near-end.ts";

/** The page says from the start until when it holds, and again when little time is left: a proof cannot be renewed. */
export function ResetEnd({ limit }: { limit: TimeLimit }) {
  const say = useSay();
  const time = limit.endsAt;
  if (!useNearEnd(limit)) return <p className="quiet small">{say("recovery:reset.endsAt", { time })}</p>;
  return (
    <Notice tone="caution" title={say("recovery:reset.endingSoon.title", { time })}>
      {say("recovery:reset.endingSoon")}
    </Notice>
  );
}
