import { Notice } from "../../../design/notice.tsx";
import { useSay } from "../../../visit/texts.tsx";

/** Where a registration begins anew because its page was left open too long. */
export function LostForm() {
  const say = useSay();
  return (
    <Notice tone="caution" title={say("registration:journey.lost.title")} takesFocus>
      {say("registration:journey.lost")}
    </Notice>
  );
}
