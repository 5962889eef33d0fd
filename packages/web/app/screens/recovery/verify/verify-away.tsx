import { ButtonLink } from "../../../design/button.tsx";
import { CodeTroubleshooting } from "../../../form/code-troubleshooting.tsx";
import { ResendForm } from "../../../form/resend-form.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { contactChangedPath } from "../../../visit/contact-page.table.ts";
import { useSay } from "../../../visit/texts.tsx";
import { findAccountPath, forgotPath, sendAgainPath } from "../parts/recovery-path.table.ts";
import type { VerifyData } from "./verify-data.ts";

/** What to do without the code: a new one, another address, or the policy number. */
export function VerifyAway({ resend }: Pick<VerifyData, "resend">) {
  const say = useSay();
  const wait = {
    ...{ seconds: resend.waitSeconds, since: resend.from },
    words: say("recovery:verify.resend.wait", { time: resend.againAt }),
  };
  return (
    <CodeTroubleshooting
      resend={<ResendForm action={sendAgainPath} label={say("recovery:verify.resend")} kind="link" wait={wait} />}
      question={say("recovery:verify.late")}
    >
      <p>{say("recovery:verify.late.text")}</p>
      <div className="away-ways">
        <StepForm action={findAccountPath}>{say("recovery:find")}</StepForm>
        <ButtonLink kind="link" to={forgotPath}>
          {say("recovery:verify.otherAddress")}
        </ButtonLink>
        <StepForm action={contactChangedPath} sends={{ from: "reset" }}>
          {say("recovery:verify.noLongerMine")}
        </StepForm>
      </div>
    </CodeTroubleshooting>
  );
}
