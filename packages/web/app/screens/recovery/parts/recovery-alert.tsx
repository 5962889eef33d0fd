import { Notice } from "../../../design/notice.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { RecoveryRefusal } from "./recovery-refusal.ts";

/** What a refusal says that belongs to no field. */
export function RecoveryAlert({ refusal }: { refusal: RecoveryRefusal | undefined }) {
  const say = useSay();
  if (refusal?.alert !== "wait") return null;
  return (
    <Notice tone="caution" title={say("recovery:wait.title")} takesFocus>
      {say("recovery:wait", { time: refusal.againAt ?? "" })}
    </Notice>
  );
}
