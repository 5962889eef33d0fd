import { secondFactorPath } from "@vestibule/catalogue/second-factor.table.ts";
import { useActionData } from "react-router";
import { Button, ButtonLink } from "../../design/button.tsx";
import { newAuthenticatorRules } from "../../form/authenticator.rule.ts";
import { AuthenticatorKey } from "../../form/authenticator-key.tsx";
import { CodeField } from "../../form/code-field.tsx";
import { RetryLaterNotice } from "../../form/email-not-received.tsx";
import type { FormError } from "../../form/form-error.ts";
import { ScreenForm } from "../../form/screen-form.tsx";
import { TextField } from "../../form/text-field.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { Route } from "./+types/set-up.route";

/** Sets up an authenticator app in place of a second proof that two agents have waived. */
export function SetUpScreen({ setup }: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  const formError = useActionData<FormError>();
  const wait = formError?.retryAt === undefined ? undefined : <RetryLaterNotice time={formError.retryAt} />;
  return (
    <div className="stack stack-wide">
      <PageOpening title={t("account:newAuthenticator.title")}>{t("account:newAuthenticator.lead")}</PageOpening>
      <AuthenticatorKey {...setup} />
      <h2 className="heading">{t("account:newAuthenticator.type")}</h2>
      <ScreenForm rules={newAuthenticatorRules} formError={formError} alert={wait}>
        <TextField name="authenticatorName" defaultValue={t("account:newAuthenticator.name")} />
        <CodeField name="securityCode" />
        <Button busyText={t("common:checking")}>{t("twoFactor:setUp.submit")}</Button>
      </ScreenForm>
      <ButtonLink kind="link" to={secondFactorPath}>
        {t("account:newAuthenticator.notNow")}
      </ButtonLink>
    </div>
  );
}
