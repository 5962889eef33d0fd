import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { Button, ButtonLink } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { useReady } from "../../../design/ready.ts";
import type { FieldRules, FormValues } from "../../../form/form-values.ts";
import { identityFactRules } from "../../../form/identity-fact.rule.ts";
import { IdentityFactFields } from "../../../form/identity-fact-fields.tsx";
import { PasswordField } from "../../../form/password-field.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { MaskedEmail } from "../../../form/username-line.tsx";
import { PageOpening } from "../../../frame/page-opening.tsx";
import { GatewayForm, sendToGateway } from "../../../gateway/gateway-form.tsx";
import type { HandOff, TicketHandOff } from "../../../gateway/hand-off.ts";
import { HandOffForm } from "../../../gateway/hand-off-form.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { consumeChosenPassword, keepChosenPassword, useChosenPassword } from "../account/chosen-password.ts";
import type { ScreenProps, WithFlowInfo } from "../flow/flow-info.ts";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";

/** Rules of the form. The account's password may be any text. `today`: date in the province, YYYY-MM-DD. */
export function passwordValidationRules({ fact, today }: { fact: IdentityFact | null; today: string }): FieldRules {
  return {
    loginPassword: (value) => (value === "" ? { key: "required" } : undefined),
    ...(fact === null ? {} : identityFactRules(fact, { today })),
  };
}

export interface PasswordValidationData {
  /** The account's masked e-mail. */
  email: string | undefined;
  /** Knowledge check; null if only the password is asked. */
  fact: IdentityFact | null;
  /** A driver signs in to the policyholder's account. */
  isUbi: boolean;
  /** In the province's time zone, YYYY-MM-DD. */
  today: string;
  gateway: "builtIn" | "outside";
  /** How a driver asks the policyholder in place of the password: a link proves too little and sends them to register. */
  withoutPassword: "ask" | "register" | undefined;
}

export function PasswordValidationScreen({ data, refusal }: ScreenProps<PasswordValidationData>) {
  const t = useTranslate();
  const ready = useReady();
  const { flow, email, fact, today, gateway } = data;
  const keep = ({ loginPassword = "" }: FormValues) => keepChosenPassword(loginPassword);
  useChosenPassword();
  return (
    <RegistrationPage flow={flow} title={t("policyNumberRegistration:passwordValidation.title")} lead={t(leadOf(data))}>
      <RefusalNotice refusal={refusal} />
      <ScreenForm
        rules={passwordValidationRules({ fact, today })}
        formError={refusal}
        onSend={gateway === "outside" ? keep : undefined}
      >
        {ready ? <input type="hidden" name="handOff" value="script" /> : null}
        {email === undefined ? null : <MaskedEmail label={t("policyNumberRegistration:account.label")} email={email} />}
        <PasswordField name="loginPassword" autoComplete="current-password" enterKeyHint="next" />
        {fact === null ? null : <IdentityFactFields fact={fact} />}
        <Button busyText={t("common:checking")}>
          {t(
            flow.id === "link"
              ? "policyNumberRegistration:passwordValidation.submit"
              : "policyNumberRegistration:passwordValidation.join",
          )}
        </Button>
      </ScreenForm>
      <p>
        <Link to="/forgot">{t("policyNumberRegistration:passwordValidation.forgot")}</Link>
      </p>
      {data.withoutPassword === undefined ? null : <WithoutPassword how={data.withoutPassword} />}
    </RegistrationPage>
  );
}

function WithoutPassword({ how }: { how: "ask" | "register" }) {
  const t = useTranslate();
  const page = how === "ask" ? policyNumberFlow.ASK_POLICYHOLDER : policyNumberFlow.IDENTIFICATION;
  return (
    <Notice tone="calm" title={t("policyNumberRegistration:passwordValidation.ask.title")}>
      <p>{t(`policyNumberRegistration:passwordValidation.${how}`)}</p>
      <ButtonLink kind="link" to={page.path}>
        {t(
          how === "ask"
            ? "policyNumberRegistration:askPolicyholder.title"
            : "policyNumberRegistration:passwordValidation.register.start",
        )}
      </ButtonLink>
    </Notice>
  );
}

function leadOf({ flow, fact, isUbi }: WithFlowInfo<PasswordValidationData>) {
  if (fact === null) return "policyNumberRegistration:passwordValidation.lead.household";
  if (!isUbi && flow.id === "link") return "policyNumberRegistration:passwordValidation.lead";
  return fact === "cellPhone"
    ? "policyNumberRegistration:passwordValidation.lead.driver.cellPhone"
    : "policyNumberRegistration:passwordValidation.lead.driver";
}

/** A script submits the ticket to the gateway; without one the person presses a button. */
export function HandOffScreen(handOff: TicketHandOff) {
  const t = useTranslate();
  return (
    <div className="stack stack-wide">
      <PageOpening title={t("policyNumberRegistration:handOff.title")} />
      <HandOffForm {...handOff} />
    </div>
  );
}

/** Posts the password in this page's memory to an external gateway, once. */
export function SelfPostedPassword(handOff: HandOff) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    sendToGateway(form.current, consumeChosenPassword());
  }, []);
  return <GatewayForm form={form} handOff={handOff} />;
}
