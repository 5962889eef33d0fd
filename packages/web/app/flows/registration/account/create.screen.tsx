import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import { useMemo } from "react";
import { Button } from "../../../design/button.tsx";
import type { FieldRules, FormValues } from "../../../form/form-values.ts";
import { newPasswordRules } from "../../../form/new-password.rule.ts";
import { NewPasswordFields } from "../../../form/new-password-fields.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { UsernameLine } from "../../../form/username-line.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { RegistrationRefusal, WithFlowInfo } from "../flow/flow-info.ts";
import { ErrorDialogState } from "../parts/error-dialog.tsx";
import { JourneyPage } from "../parts/journey-page.tsx";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { keepChosenPassword, useChosenPassword } from "./chosen-password.ts";
import { TermsCheckbox } from "./terms-checkbox.tsx";

export function createRules(context: { policy: PasswordPolicy; email?: string }): FieldRules {
  return {
    ...newPasswordRules(context),
    terms: (value) => (value === "yes" ? undefined : { key: "required" }),
  };
}

export interface CreateData {
  username: string;
  policy: PasswordPolicy;
  termsAddress: string;
  /** An external gateway receives the password itself, once the account exists. */
  gateway: "builtIn" | "outside";
}

export function CreateScreen({
  data,
  refusal,
}: {
  data: WithFlowInfo<CreateData>;
  refusal?: RegistrationRefusal | undefined;
}) {
  const t = useTranslate();
  const { username, policy, termsAddress, gateway } = data;
  const keep = ({ password = "" }: FormValues) => keepChosenPassword(password);
  useChosenPassword();
  const rules = useMemo(() => createRules({ policy, email: username }), [policy, username]);
  return (
    <JourneyPage
      journey={data.journey}
      stage="create"
      title={t("registration:create.title")}
      lead={t("registration:create.lead")}
      leaves="startOverAndCancel"
    >
      <RefusalNotice refusal={refusal} />
      <ErrorDialogState refusal={refusal} />
      <ScreenForm
        rules={rules}
        answer={refusal}
        values={{ email: username }}
        onSend={gateway === "outside" ? keep : undefined}
      >
        <UsernameLine
          label={t("registration:create.username")}
          help={t("registration:create.username.help")}
          email={username}
        />
        <NewPasswordFields rules={{ policy, email: username }} />
        <TermsCheckbox address={termsAddress} />
        <Button busyText={t("registration:create.busy")}>{t("registration:create.submit")}</Button>
      </ScreenForm>
    </JourneyPage>
  );
}
