import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { useMemo } from "react";
import { Link } from "react-router";
import { Button } from "../../../../design/button.tsx";
import { useReady } from "../../../../design/ready.ts";
import type { FormValues } from "../../../../form/form-values.ts";
import { IdentityFactFields } from "../../../../form/identity-fact-fields.tsx";
import { MaskedAddress } from "../../../../form/masked-address.tsx";
import { PasswordField } from "../../../../form/password-field.tsx";
import { ScreenForm } from "../../../../form/screen-form.tsx";
import { useLastTry } from "../../../../form/use-last-try.tsx";
import { useTranslate } from "../../../../visit/texts.tsx";
import { keepChosenPassword, useChosenPassword } from "../../account/chosen-password.ts";
import type { QuestionFrame } from "../flow/legacy-journey.ts";
import type { LegacyRefusal } from "../flow/legacy-refusal.ts";
import { LegacyNotice } from "../parts/legacy-notice.tsx";
import { LegacyPage } from "../parts/legacy-page.tsx";
import { passwordValidationRules } from "./password-validation.rule.ts";

export interface PasswordValidationData extends QuestionFrame {
  /** Masked. */
  email: string | undefined;
  /** Null where only the password is asked. */
  fact: IdentityFact | null;
  /** A driver signs in to the policyholder's account. */
  isUbi: boolean;
  /** In the province's time zone, YYYY-MM-DD. */
  today: string;
  gateway: "builtIn" | "outside";
}

export function PasswordValidationScreen({
  data,
  refusal,
}: {
  data: PasswordValidationData;
  refusal?: LegacyRefusal | undefined;
}) {
  const t = useTranslate();
  const lastTry = useLastTry(refusal);
  const ready = useReady();
  const { journey, linkEnds, email, fact, today, gateway } = data;
  const keep = ({ loginPassword = "" }: FormValues) => keepChosenPassword(loginPassword);
  useChosenPassword();
  const rules = useMemo(() => passwordValidationRules({ fact, today }), [fact, today]);
  return (
    <LegacyPage
      journey={journey}
      linkEnds={linkEnds}
      title={t("legacyRegistration:passwordValidation.title")}
      lead={t(leadOf(data))}
    >
      <LegacyNotice refusal={refusal} />
      <ScreenForm rules={rules} answer={refusal} also={lastTry} onSend={gateway === "outside" ? keep : undefined}>
        {ready ? <input type="hidden" name="handOff" value="script" /> : null}
        {email === undefined ? null : <MaskedAddress label={t("legacyRegistration:account.label")} email={email} />}
        <PasswordField name="loginPassword" autoComplete="current-password" enterKeyHint="next" />
        {fact === null ? null : <IdentityFactFields fact={fact} />}
        <Button busyText={t("common:checking")}>
          {t(
            journey === undefined
              ? "legacyRegistration:passwordValidation.submit"
              : "legacyRegistration:passwordValidation.join",
          )}
        </Button>
      </ScreenForm>
      <p>
        <Link to="/forgot">{t("legacyRegistration:passwordValidation.forgot")}</Link>
      </p>
    </LegacyPage>
  );
}

function leadOf({ journey, fact, isUbi }: PasswordValidationData) {
  if (fact === null) return "legacyRegistration:passwordValidation.lead.household";
  if (!isUbi && journey === undefined) return "legacyRegistration:passwordValidation.lead";
  return fact === "cellPhone"
    ? "legacyRegistration:passwordValidation.lead.driver.cellPhone"
    : "legacyRegistration:passwordValidation.lead.driver";
}
