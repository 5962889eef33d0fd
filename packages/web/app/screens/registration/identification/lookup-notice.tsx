import { ButtonLink } from "../../../design/button.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { RegistrationRefusal } from "../flow/refusal.ts";
import { RefusalNotice } from "../parts/refusal-notice.tsx";

/** Nobody was found, or somebody who has an account: what to compare, where to go. */
export function LookupNotice({
  refusal,
  example = "",
  canFindAddress = false,
}: {
  refusal: RegistrationRefusal | undefined;
  /** A policy number of the length that the chosen province has. */
  example?: string;
  canFindAddress?: boolean;
}) {
  const say = useSay();
  return (
    <RefusalNotice refusal={refusal}>
      {refusal?.alert === "POLICY_NUMBER_NOT_FOUND" ? (
        <p>{say(example.length === 9 ? "registrationError:moreInfo.error.9" : "registrationError:moreInfo.error.8")}</p>
      ) : null}
      {refusal?.alert === "ACCOUNT_ALREADY_EXISTS" ? (
        <>
          {canFindAddress ? <p>{say("registrationError:ACCOUNT_ALREADY_EXISTS.which")}</p> : null}
          <div className="cluster">
            <ButtonLink kind="link" to="/">
              {say("registrationError:ACCOUNT_ALREADY_EXISTS.login")}
            </ButtonLink>
            {canFindAddress ? (
              <StepForm sends={{ method: "accountAddress" }}>
                {say("registrationError:ACCOUNT_ALREADY_EXISTS.find")}
              </StepForm>
            ) : null}
          </div>
        </>
      ) : null}
    </RefusalNotice>
  );
}
