import { ButtonLink } from "../../../design/button.tsx";
import { ResendForm } from "../../../form/resend-form.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { contactChangedPath } from "../../../visit/contact-page.table.ts";
import { useSay } from "../../../visit/texts.tsx";
import { findAccountPath, forgotPath, sendAgainPath } from "../parts/recovery-path.table.ts";
import type { VerifyData } from "./verify-data.ts";

/** Nothing arrives: a new code, another address, the policy number, or an agent. */
export function VerifyAway({ resend }: Pick<VerifyData, "resend">) {
  const say = useSay();
  return (
    <section className="stack stack-tight away">
      <h2 className="heading">{say("recovery:verify.late")}</h2>
      <p className="quiet">{say("recovery:verify.late.text")}</p>
      <ResendForm
        action={sendAgainPath}
        label={say("recovery:verify.resend")}
        wait={{
          ...{ seconds: resend.waitSeconds, since: resend.from },
          words: say("recovery:verify.resend.wait", { time: resend.againAt }),
        }}
      />
      <div className="away-ways">
        <StepForm action={findAccountPath}>{say("recovery:find")}</StepForm>
        <ButtonLink kind="link" to={forgotPath}>
          {say("recovery:verify.otherAddress")}
        </ButtonLink>
        <StepForm action={contactChangedPath} sends={{ from: "reset" }}>
          {say("recovery:verify.noLongerMine")}
        </StepForm>
      </div>
    </section>
  );
}
