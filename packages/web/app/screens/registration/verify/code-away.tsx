import { Disclosure } from "../../../design/disclosure.tsx";
import { ResendForm } from "../../../form/resend-form.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { Telephone } from "../../../frame/telephone.tsx";
import { contactChangedPath } from "../../../visit/contact-page.table.ts";
import { RichText } from "../../../visit/rich-text.tsx";
import { useSay } from "../../../visit/texts.tsx";
import { backPath, identificationPath, resendPath } from "../flow/journey-path.table.ts";
import type { VerifyCodeData } from "./verify-code-data.ts";

/** The code is not there: a new one, another way, or an agent. */
export function CodeAway({ data }: { data: VerifyCodeData }) {
  const say = useSay();
  const { destination, sending, otherOptions, username } = data;
  return (
    <section className="stack stack-tight away">
      {sending === null ? null : (
        <>
          <h2 className="heading">{say("registration:code.late")}</h2>
          <p className="quiet">
            {say(destination.kind === "address" ? "registration:code.late.address" : "registration:code.late.text")}
          </p>
          <ResendForm
            {...sending}
            action={resendPath}
            label={say("registration:code.resend")}
            wait={(count) => say("registration:code.resend.wait", { count })}
          />
        </>
      )}
      <div className="away-ways">
        {username === null ? null : <StepForm action={backPath}>{say("registration:code.changeAddress")}</StepForm>}
        {otherOptions ? <StepForm action={backPath}>{say("registration:code.otherWay")}</StepForm> : null}
        {username === null ? (
          <StepForm action={identificationPath} sends={{ method: "policyNumber" }}>
            {say("registration:journey.usePolicyNumber")}
          </StepForm>
        ) : null}
        {username === null && destination.kind !== "pin" ? (
          <StepForm action={contactChangedPath} sends={{ from: "code" }}>
            {say(`registration:code.lost.${destination.kind}`)}
          </StepForm>
        ) : null}
        {destination.kind === "pin" ? (
          <Disclosure question={say(`registration:code.lost.${destination.kind}`)}>
            <p>
              <RichText
                text="registration:code.lost.text"
                parts={{ telephone: <Telephone number={data.telephone} /> }}
              />
            </p>
          </Disclosure>
        ) : null}
      </div>
    </section>
  );
}
