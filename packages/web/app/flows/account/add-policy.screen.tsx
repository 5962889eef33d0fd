import { Link, useActionData } from "react-router";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { CodeField } from "../../form/code-field.tsx";
import type { FormError } from "../../form/form-error.ts";
import { RadioCards } from "../../form/radio-cards.tsx";
import { PostalCodeField, TextField } from "../../form/text-field.tsx";
import type { TimeLimit } from "../../form/use-expiry-warning.ts";
import { CustomerTelephone } from "../../frame/telephone.tsx";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import { AccountForm } from "./account-form.tsx";
import { accountPagePath } from "./account-path.table.ts";
import { addPolicyRules, policyCodeRules } from "./add-policy.rule.ts";

export function AddPolicyScreen() {
  const t = useTranslate();
  const formError = useActionData<FormError>();
  const options = (["EMAIL", "SMS"] as const).map((value) => ({
    value,
    label: t(`account:add-policy.channel.${value}`),
  }));
  return (
    <AccountForm title={t("account:add-policy.title")} lead={t("account:add-policy.lead")} rules={addPolicyRules}>
      {formError?.alert === "policyNotFound" ? (
        <Notice tone="calm" takesFocus>
          <p>
            <RichText text="account:add-policy.notFound" parts={{ number: <CustomerTelephone /> }} />
          </p>
        </Notice>
      ) : null}
      <TextField name="policyNumber" autoCapitalize="characters" width="medium" help={null} />
      <TextField name="lastName" label={t("account:add-policy.lastName")} autoComplete="family-name" help={null} />
      <PostalCodeField />
      <RadioCards name="codeOption" label={t("account:add-policy.channel")} options={options} />
      <Button busyText={t("common:sending")}>{t("account:add-policy.submit")}</Button>
    </AccountForm>
  );
}

export function AddPolicyCodeScreen({ recipient, limit }: { recipient: string; limit: TimeLimit }) {
  const t = useTranslate();
  const parts = { recipient: <strong className="email">{recipient}</strong>, time: limit.endsAt };
  const lead = <RichText text="account:add-policy.code.lead" parts={parts} />;
  return (
    <>
      <AccountForm title={t("account:add-policy.code.title")} lead={lead} rules={policyCodeRules}>
        <CodeField name="securityCode" />
        <Button busyText={t("common:checking")}>{t("account:add-policy.code.submit")}</Button>
      </AccountForm>
      <p>
        {t("account:add-policy.code.none")}{" "}
        <Link to={accountPagePath("add-policy")}>{t("account:add-policy.code.again")}</Link>
      </p>
    </>
  );
}
