import { Notice } from "../../../design/notice.tsx";
import { useSay } from "../../../visit/texts.tsx";

/** Too much was asked for at once. `time`: from when it may be asked for again, as a clock says it. */
export function WaitNotice({ time }: { time: string }) {
  const say = useSay();
  return (
    <Notice tone="caution" title={say("link:wait.title")} takesFocus>
      {say("link:wait", { time })}
    </Notice>
  );
}
