import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import { Button, ButtonLink } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { BackToLogin } from "../../../design/text.tsx";
import type { FormValues } from "../../../form/form-values.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { FlowInfo, ScreenProps } from "../flow/flow-info.ts";
import { type IdentificationFacts, licenceFields, policyRules } from "../identification/identification.rule.ts";
import { LicenceFields } from "../identification/licence-fields.tsx";
import { PolicyFields } from "../identification/policy-fields.tsx";
import { ExpiredForm, LookupNotice } from "../parts/refusal-notice.tsx";
import { RegistrationPage, useFocusOnNewQuestion } from "../parts/registration-page.tsx";
import { HandoverScreen } from "./handover.screen.tsx";
import type { HandoverReview } from "./handover.server.ts";

export interface PolicyIdentificationData {
  facts: IdentificationFacts;
  /** Typed before, here or in smart registration. */
  typedPolicy: FormValues;
  /** Details that smart registration has handed over; absent if the form asks for them. */
  review?: HandoverReview | undefined;
  /** Details were handed over and have expired. */
  isForgotten?: boolean;
  /** A form of this flow was submitted after its registration had expired. */
  isFormLost?: boolean;
  /** The person came to find their existing account. */
  seeksAccount?: boolean;
  /** The typed details are those of a person with an account. */
  isRegistered?: boolean;
}

/**
 * Shows one of three screens: for a person with an account, for details that smart registration has handed over, or the
 * form.
 */
export function PolicyIdentificationScreen({ data, refusal }: ScreenProps<PolicyIdentificationData>) {
  const isRefused =
    refusal?.alert === "POLICY_NUMBER_NOT_FOUND" ||
    Object.keys(refusal?.errors ?? {}).some((name) => !licenceFields.includes(name));
  const { flow, facts, review, seeksAccount, isRegistered } = data;
  const isReviewed = review !== undefined && !isRefused;
  const otherScreen = isReviewed ? "review" : "form";
  useFocusOnNewQuestion(isRegistered ? "account" : otherScreen);
  if (isRegistered) return <AlreadyRegistered flow={flow} />;
  if (isReviewed) return <HandoverScreen data={{ flow, facts, review, seeksAccount }} refusal={refusal} />;
  return <PolicyForm data={data} refusal={refusal} />;
}

/** Form for the details of the person on the policy. */
function PolicyForm({ data, refusal }: ScreenProps<PolicyIdentificationData>) {
  const t = useTranslate();
  const { flow, facts, typedPolicy, isForgotten, isFormLost, seeksAccount } = data;
  const { licence, licencePresence } = facts;
  const isUbi = licencePresence === "required";
  const lead = t(
    isUbi ? "policyNumberRegistration:identification.lead.ubi" : "registration:identification.policy.lead",
  );
  return (
    <RegistrationPage
      flow={flow}
      title={t(seeksAccount ? "registration:journey.find.title" : "policyNumberRegistration:identification.title")}
      lead={seeksAccount ? `${t("registration:journey.find.lead")} ${lead}` : lead}
    >
      {isFormLost && refusal === undefined ? <ExpiredForm /> : null}
      {isForgotten && refusal === undefined ? (
        <Notice tone="calm" title={t("policyNumberRegistration:identification.elsewhere.title")} takesFocus>
          {t("policyNumberRegistration:identification.elsewhere")}
        </Notice>
      ) : null}
      <LookupNotice
        refusal={refusal}
        title={t("policyNumberRegistration:identification.notFound.title")}
        example={facts.policyNumber.example}
      />
      <ScreenForm rules={policyRules(facts)} puzzle="lookup" formError={refusal} values={typedPolicy}>
        <PolicyFields policyNumber={facts.policyNumber} />
        {licence === null ? null : <LicenceFields licence={licence} isOptional={!isUbi} />}
        <Button busyText={t("common:checking")}>{t("common:continue")}</Button>
      </ScreenForm>
      <BackToLogin />
    </RegistrationPage>
  );
}

/** Offers a person with an account to log in, to find the account's e-mail, or to reset the password. */
function AlreadyRegistered({ flow }: { flow: FlowInfo }) {
  const t = useTranslate();
  const toLogin = t("policyNumberRegistration:identification.known");
  return (
    <RegistrationPage
      flow={flow}
      title={t("policyNumberRegistration:identification.known.title")}
      lead={`${toLogin} ${t("registrationError:ACCOUNT_ALREADY_EXISTS.which")}`}
    >
      <div className="stack stack-tight">
        <ButtonLink to={recoveryFlow.LOGIN.path}>{t("registration:welcomeBack.login")}</ButtonLink>
        <PostButton kind="quiet" action={policyNumberFlow.IDENTIFICATION.path} sends={{ method: "accountEmail" }}>
          {t("registrationError:ACCOUNT_ALREADY_EXISTS.find")}
        </PostButton>
        <ButtonLink kind="quiet" to={recoveryFlow.FORGOT.path}>
          {t("registration:welcomeBack.forgot")}
        </ButtonLink>
        <PostButton action={policyNumberFlow.IDENTIFICATION.path} sends={{ details: "change" }}>
          {t("registration:welcomeBack.notMe")}
        </PostButton>
      </div>
    </RegistrationPage>
  );
}
