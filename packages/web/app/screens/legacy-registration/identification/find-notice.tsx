import { ButtonLink } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import { useSerial } from "../../registration/parts/use-serial.ts";
import type { LegacyRefusal } from "../flow/legacy-refusal.ts";

/** Nobody was found: what to compare, and how many tries are left; or somebody who has an account: the ways into it. */
export function FindNotice({
  refusal,
  example,
}: {
  refusal: LegacyRefusal | undefined;
  /** A policy number of the length that the chosen province has. */
  example: string;
}) {
  const say = useSay();
  const serial = useSerial(refusal);
  if (refusal?.alert === "notFound")
    return (
      <Notice key={serial} tone="error" title={say("legacyRegistration:identification.notFound.title")} takesFocus>
        <p>{say("registrationError:POLICY_NUMBER_NOT_FOUND")}</p>
        <p>{say(example.length === 9 ? "registrationError:moreInfo.error.9" : "registrationError:moreInfo.error.8")}</p>
        {refusal.triesLeft === 1 ? <p>{say("registrationError:lastTry")}</p> : null}
      </Notice>
    );
  if (refusal?.alert !== "alreadyRegistered") return null;
  return (
    <Notice key={serial} tone="error" title={say("legacyRegistration:identification.known.title")} takesFocus>
      <p>{say("legacyRegistration:identification.known")}</p>
      <p>{say("registrationError:ACCOUNT_ALREADY_EXISTS.which")}</p>
      <div className="cluster">
        <ButtonLink kind="link" to="/">
          {say("registrationError:ACCOUNT_ALREADY_EXISTS.login")}
        </ButtonLink>
        <StepForm sends={{ method: "accountAddress" }}>{say("registrationError:ACCOUNT_ALREADY_EXISTS.find")}</StepForm>
      </div>
    </Notice>
  );
}
