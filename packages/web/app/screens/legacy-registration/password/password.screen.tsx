import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import { useMemo } from "react";
import { Button } from "../../../design/button.tsx";
import type { FormValues } from "../../../form/form-values.ts";
import { IdentityFactFields } from "../../../form/identity-fact-fields.tsx";
import { NewPasswordFields } from "../../../form/new-password-fields.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import { keepChosenPassword, useChosenPassword } from "../../registration/account/chosen-password.ts";
import { TermsCheckbox } from "../../registration/account/terms-checkbox.tsx";
import type { LegacyRefusal } from "../flow/legacy-refusal.ts";
import { LegacyNotice } from "../parts/legacy-notice.tsx";
import { LegacyPage } from "../parts/legacy-page.tsx";
import { MaskedAccount } from "../parts/masked-account.tsx";
import { firstPasswordRules } from "./password.rule.ts";

export interface FirstPasswordData {
  /** Masked: a link proves nothing yet. */
  email: string | undefined;
  fact: IdentityFact;
  policy: PasswordPolicy;
  /** In the province, YYYY-MM-DD. */
  today: string;
  termsAddress: string;
  gateway: "builtIn" | "outside";
}

export function FirstPasswordScreen({
  data,
  refusal,
}: {
  data: FirstPasswordData;
  refusal?: LegacyRefusal | undefined;
}) {
  const say = useSay();
  const { email, fact, policy, today, termsAddress, gateway } = data;
  const keep = ({ password = "" }: FormValues) => keepChosenPassword(password);
  useChosenPassword();
  const rules = useMemo(() => firstPasswordRules({ fact, policy, today }), [fact, policy, today]);
  return (
    <LegacyPage
      title={say("legacyRegistration:password.title")}
      lead={say(fact === "cellPhone" ? "legacyRegistration:password.lead.driver" : "legacyRegistration:password.lead")}
    >
      <LegacyNotice refusal={refusal} />
      <ScreenForm rules={rules} answer={refusal} onSend={gateway === "outside" ? keep : undefined}>
        {email === undefined ? null : <MaskedAccount email={email} />}
        <IdentityFactFields fact={fact} />
        <NewPasswordFields rules={{ policy }} />
        <TermsCheckbox address={termsAddress} />
        <Button busyText={say("registration:create.busy")}>{say("registration:create.submit")}</Button>
      </ScreenForm>
    </LegacyPage>
  );
}
