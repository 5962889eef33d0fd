import { useActionData } from "react-router";
import { Button, ButtonLink } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { newAuthenticatorRules } from "../../../form/authenticator.rule.ts";
import { AuthenticatorKey } from "../../../form/authenticator-key.tsx";
import { CodeField } from "../../../form/code-field.tsx";
import { RetryLaterNotice } from "../../../form/email-not-received.tsx";
import type { FormError } from "../../../form/form-error.ts";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { PageOpening } from "../../../frame/page-opening.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { accountPagePath } from "../account-path.table.ts";
import type { Route } from "./+types/new-authenticator.route";

type View = Route.ComponentProps["loaderData"];
type Alert = "tooMany" | "expired";

/** Shows a QR code and the same key as text, then asks for a code of the app. */
export function NewAuthenticatorScreen({ setup }: View) {
  const t = useTranslate();
  const formError = useActionData<FormError<Alert | "wait">>();
  const alert = setup === undefined ? "tooMany" : formError?.alert;
  const wait = formError?.retryAt === undefined ? undefined : <RetryLaterNotice time={formError.retryAt} />;
  return (
    <>
      <PageOpening title={t("account:newAuthenticator.title")} isRefused={alert !== undefined}>
        {t("account:newAuthenticator.lead")}
      </PageOpening>
      {alert === undefined || alert === "wait" ? null : (
        <Notice tone="caution" title={t(`account:newAuthenticator.${alert}.title`)} takesFocus>
          {t(`account:newAuthenticator.${alert}`)}
        </Notice>
      )}
      {setup === undefined ? null : (
        <>
          <AuthenticatorKey {...setup} />
          <h2 className="heading">{t("account:newAuthenticator.type")}</h2>
          <ScreenForm rules={newAuthenticatorRules} formError={formError} alert={wait}>
            <TextField name="authenticatorName" defaultValue={t("account:newAuthenticator.name")} />
            <CodeField name="securityCode" />
            <Button busyText={t("common:checking")}>{t("account:newAuthenticator.submit")}</Button>
          </ScreenForm>
        </>
      )}
      <ButtonLink kind="link" to={accountPagePath("second-factors")}>
        {t("account:newAuthenticator.notNow")}
      </ButtonLink>
    </>
  );
}
