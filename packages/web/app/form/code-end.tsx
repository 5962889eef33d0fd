import { useSay } from "../visit/texts.tsx";
import type { TimeLimit } from "../visit/use-near-end.ts";
import { EndNotice } from "./end-notice.tsx";
import { StepForm } from "./step-form.tsx";

/** Says until when the newest code works, two minutes before its end, with the way to another. */
export function CodeEnd({ limit, resend, label }: { limit: TimeLimit; resend: string; label: string }) {
  const say = useSay();
  return (
    <EndNotice limit={limit} title={say("forms:code.ending.title", { time: limit.endsAt })}>
      <p>{say("forms:code.ending")}</p>
      <StepForm action={resend}>{label}</StepForm>
    </EndNotice>
  );
}
