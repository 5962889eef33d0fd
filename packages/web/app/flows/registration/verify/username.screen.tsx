import { checkEmail } from "@vestibule/contract/fields/email.rule.ts";
import { Button } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { EmailField } from "../../../form/email-field.tsx";
import type { FieldRules } from "../../../form/form-values.ts";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { RichText } from "../../../i18n/rich-text.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { RegistrationRefusal, WithFlowInfo } from "../flow/flow-info.ts";
import { ErrorDialogState } from "../parts/error-dialog.tsx";
import { JourneyPage } from "../parts/journey-page.tsx";
import { RefusalNotice, refusalNoticeId } from "../parts/refusal-notice.tsx";

export const usernameRules: FieldRules = { email: checkEmail };

export interface UsernameData {
  mode: "ask" | "confirm";
  /** The e-mail on file, unmasked because a right code verified its owner. */
  email: string | undefined;
}

export function UsernameScreen({
  data,
  refusal,
}: {
  data: WithFlowInfo<UsernameData>;
  refusal?: RegistrationRefusal | undefined;
}) {
  const t = useTranslate();
  return (
    <JourneyPage
      journey={data.journey}
      stage="verify"
      title={t(`registration:username.${data.mode}.title`)}
      lead={t(`registration:username.${data.mode}.lead`)}
      leaves="startOverAndCancel"
    >
      {data.journey.flash === "emailTaken" && refusal === undefined ? (
        <Notice tone="caution" title={t("registrationError:EMAIL_ALREADY_EXISTS.title")} takesFocus>
          {t("registrationError:EMAIL_ALREADY_EXISTS.meanwhile")}
        </Notice>
      ) : null}
      <RefusalNotice refusal={refusal}>
        {refusal?.alert === "EMAIL_ALREADY_EXISTS" ? (
          <p>
            <RichText
              text="registrationError:chooseUsername.error"
              parts={{ email: <strong className="address">{refusal.values.email}</strong> }}
            />
          </p>
        ) : null}
      </RefusalNotice>
      <ErrorDialogState refusal={refusal} />
      <ScreenForm
        rules={usernameRules}
        answer={refusal}
        values={{ email: data.mode === "confirm" ? data.email : undefined }}
      >
        <EmailField
          help={t("registration:username.help")}
          autoComplete="username"
          enterKeyHint="send"
          refusedBy={refusal?.alert === "EMAIL_ALREADY_EXISTS" ? refusalNoticeId : undefined}
        />
        <Button busyText={t("common:sending")}>{t("registration:username.send")}</Button>
      </ScreenForm>
    </JourneyPage>
  );
}
