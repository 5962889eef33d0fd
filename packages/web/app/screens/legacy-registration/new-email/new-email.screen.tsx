import { Button } from "../../../design/button.tsx";
import { EmailField } from "../../../form/email-field.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { LegacyRefusal } from "../flow/legacy-refusal.ts";
import { LegacyNotice } from "../parts/legacy-notice.tsx";
import { LegacyPage } from "../parts/legacy-page.tsx";
import { newEmailRules } from "./new-email.rule.ts";

export function NewEmailScreen({ refusal }: { refusal?: LegacyRefusal | undefined }) {
  const say = useSay();
  return (
    <LegacyPage title={say("registration:username.ask.title")} lead={say("registration:username.ask.lead")}>
      <LegacyNotice refusal={refusal} />
      <ScreenForm rules={newEmailRules} answer={refusal}>
        <EmailField help={say("legacyRegistration:newEmail.help")} autoComplete="email" />
        <EmailField name="emailConfirmation" autoComplete="email" enterKeyHint="send" />
        <Button busyText={say("common:sending")}>{say("legacyRegistration:newEmail.send")}</Button>
      </ScreenForm>
    </LegacyPage>
  );
}
