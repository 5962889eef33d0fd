import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import { useMemo } from "react";
import { Button } from "../../../design/button.tsx";
import type { FormValues } from "../../../form/form-values.ts";
import { NewPasswordFields } from "../../../form/new-password-fields.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { UsernameLine } from "../../../form/username-line.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { OnJourney } from "../flow/journey-facts.ts";
import type { RegistrationRefusal } from "../flow/refusal.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { SoftRoadblock } from "../parts/soft-roadblock.tsx";
import { keepChosenPassword, useChosenPassword } from "./chosen-password.ts";
import { createRules } from "./create.rule.ts";
import { TermsCheckbox } from "./terms-checkbox.tsx";

export interface CreateData {
  username: string;
  policy: PasswordPolicy;
  termsAddress: string;
  /** A gateway outside takes the password itself, once the account is there. */
  gateway: "builtIn" | "outside";
}

export function CreateScreen({
  data,
  refusal,
}: {
  data: OnJourney<CreateData>;
  refusal?: RegistrationRefusal | undefined;
}) {
  const say = useSay();
  const { username, policy, termsAddress, gateway } = data;
  const keep = ({ password = "" }: FormValues) => keepChosenPassword(password);
  useChosenPassword();
  const rules = useMemo(() => createRules({ policy, email: username }), [policy, username]);
  return (
    <JourneyPage
      journey={data.journey}
      stage="create"
      title={say("registration:create.title")}
      lead={say("registration:create.lead")}
      leaves="startOverAndCancel"
    >
      <RefusalNotice refusal={refusal} />
      <SoftRoadblock refusal={refusal} />
      <ScreenForm
        rules={rules}
        answer={refusal}
        values={{ email: username }}
        onSend={gateway === "outside" ? keep : undefined}
      >
        <UsernameLine
          label={say("registration:create.username")}
          help={say("registration:create.username.help")}
          email={username}
        />
        <NewPasswordFields rules={{ policy, email: username }} />
        <TermsCheckbox address={termsAddress} />
        <Button busyText={say("registration:create.busy")}>{say("registration:create.submit")}</Button>
      </ScreenForm>
    </JourneyPage>
  );
}
