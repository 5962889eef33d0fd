import { checkEmail, checkEmailConfirmation } from "@vestibule/contract/fields/email.rule.ts";
import { Button } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import type { FieldRules } from "../../../form/form-values.ts";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { EmailField } from "../../../form/text-field.tsx";
import { RichText, useTranslate } from "../../../i18n/translate.tsx";
import type { ScreenProps } from "../flow/flow-info.ts";
import { RefusalNotice, refusalNoticeId, useLastingRefusal } from "../parts/refusal-notice.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";

export const usernameRules: FieldRules = { email: checkEmail };
/** Rules outside smart registration, where the e-mail is typed twice. */
export const repeatedUsernameRules: FieldRules = {
  ...usernameRules,
  emailConfirmation: (value, values) => checkEmailConfirmation(value, values.email ?? ""),
};

export interface UsernameData {
  mode: "ask" | "confirm";
  /** Value to fill in: the e-mail on file, unmasked because its owner is verified, or one that was typed before. */
  email: string | undefined;
  /** What is sent to the e-mail. */
  sends: "code" | "link";
}

/** Asks for the e-mail of the new account. */
export function UsernameScreen({ data, refusal: newest }: ScreenProps<UsernameData>) {
  const t = useTranslate();
  const refusal = useLastingRefusal(newest);
  const { flow, mode, email, sends } = data;
  const isSmart = flow.id === "registration";
  const isTaken = refusal?.alert === "EMAIL_ALREADY_EXISTS";
  const isTyped = mode === "ask" && email !== undefined;
  return (
    <RegistrationPage
      flow={flow}
      title={t(`registration:username.${mode}.title`)}
      lead={t(isTyped ? "policyNumberRegistration:newEmail.typed" : `registration:username.${mode}.lead`)}
    >
      {flow.flash === "emailTaken" && refusal === undefined ? (
        <Notice tone="caution" title={t("registrationError:EMAIL_ALREADY_EXISTS.title")} takesFocus>
          {t("registrationError:EMAIL_ALREADY_EXISTS.concurrently")}
        </Notice>
      ) : null}
      <RefusalNotice refusal={refusal}>
        {isTaken ? (
          <p>
            <RichText
              text="registrationError:chooseUsername.error"
              parts={{ email: <strong className="email">{refusal.values.email}</strong> }}
            />
          </p>
        ) : null}
      </RefusalNotice>
      <ScreenForm
        rules={isSmart ? usernameRules : repeatedUsernameRules}
        formError={refusal}
        values={{ email, emailConfirmation: email }}
      >
        <EmailField
          help={t(sends === "link" ? "policyNumberRegistration:newEmail.help" : "registration:username.help")}
          {...(isSmart && { autoComplete: "username", enterKeyHint: "send" })}
          refusedBy={isTaken ? refusalNoticeId : undefined}
        />
        {isSmart ? null : <EmailField name="emailConfirmation" enterKeyHint="send" />}
        <Button busyText={t("common:sending")}>
          {t(sends === "link" ? "policyNumberRegistration:newEmail.send" : "registration:username.send")}
        </Button>
      </ScreenForm>
    </RegistrationPage>
  );
}
