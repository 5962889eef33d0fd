import { EndNotice, MoreTime } from "../../../form/end-notice.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { SessionLimit } from "../../../visit/use-near-end.ts";

/** Says when the page of a link closes, or its link is over, two minutes before. */
export function LinkEnd({ limit }: { limit: SessionLimit }) {
  const say = useSay();
  const { endsAt: time, isExtended } = limit;
  const key = isExtended ? "link:ending.page" : "link:ending.link";
  return (
    <EndNotice limit={limit} title={say(`${key}.title`, { time })}>
      <p>{say(key)}</p>
      {isExtended ? <MoreTime>{say("common:moreTime")}</MoreTime> : null}
    </EndNotice>
  );
}
