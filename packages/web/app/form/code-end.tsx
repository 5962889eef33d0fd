import { useSay } from "../visit/texts.tsx";
import type { TimeLimit } from "../visit/use-near-end.ts";
import { EndNotice } from "./end-notice.tsx";
import { StepForm } from "./step-form.tsx";

export interface CodeEndProps {
  limit: TimeLimit;
  /** The way to another code; absent where there is none left. */
  again?: { action: string; label: string };
}

/** Says until when the newest code works, two minutes before its end, and what to do then. */
export function CodeEnd({ limit, again }: CodeEndProps) {
  const say = useSay();
  return (
    <EndNotice limit={limit} title={say("forms:code.ending.title", { time: limit.endsAt })}>
      <p>{say(again === undefined ? "forms:code.ending.last" : "forms:code.ending")}</p>
      {again === undefined ? null : <StepForm action={again.action}>{again.label}</StepForm>}
    </EndNotice>
  );
}
