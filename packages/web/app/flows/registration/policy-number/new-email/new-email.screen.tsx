import { checkEmail, checkEmailConfirmation } from "@vestibule/contract/fields/email.rule.ts";
import { Button } from "../../../../design/button.tsx";
import { EmailField } from "../../../../form/email-field.tsx";
import type { FieldRules } from "../../../../form/form-values.ts";
import { ScreenForm } from "../../../../form/screen-form.tsx";
import { useLastTry } from "../../../../form/use-last-try.tsx";
import { useTranslate } from "../../../../i18n/translate.tsx";
import type { QuestionFrame } from "../flow/legacy-journey.ts";
import { LegacyNotice, type LegacyRefusal } from "../parts/legacy-notice.tsx";
import { LegacyPage } from "../parts/legacy-page.tsx";

export const newEmailRules: FieldRules = {
  email: checkEmail,
  emailConfirmation: (value, values) => checkEmailConfirmation(value, values.email ?? ""),
};

export interface AddressData extends QuestionFrame {
  /** Unmasked, because its owner is verified. Absent where another one is asked for. */
  email: string | undefined;
  /** Typed before in this registration. */
  typedEmail?: string | undefined;
  /** What is sent to the e-mail. */
  sends: "link" | "code";
}

/** Asks for the e-mail of the new account. */
export function AddressScreen({ data, refusal }: { data: AddressData; refusal?: LegacyRefusal | undefined }) {
  const t = useTranslate();
  const lastTry = useLastTry(refusal);
  const { journey, linkEnds, email: onFile, typedEmail, sends } = data;
  const email = onFile ?? typedEmail;
  const mode = onFile === undefined ? "ask" : "confirm";
  return (
    <LegacyPage
      journey={journey}
      linkEnds={linkEnds}
      title={t(`registration:username.${mode}.title`)}
      lead={t(
        onFile === undefined && typedEmail !== undefined
          ? "legacyRegistration:newEmail.typed"
          : `registration:username.${mode}.lead`,
      )}
    >
      <LegacyNotice refusal={refusal} />
      <ScreenForm rules={newEmailRules} answer={refusal} also={lastTry} values={{ email, emailConfirmation: email }}>
        <EmailField
          help={t(sends === "link" ? "legacyRegistration:newEmail.help" : "registration:username.help")}
          autoComplete="email"
        />
        <EmailField name="emailConfirmation" autoComplete="email" enterKeyHint="send" />
        <Button busyText={t("common:sending")}>
          {t(sends === "link" ? "legacyRegistration:newEmail.send" : "registration:username.send")}
        </Button>
      </ScreenForm>
    </LegacyPage>
  );
}
