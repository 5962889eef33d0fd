import { useActionData } from "react-router";
import { ButtonLink } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import type { FormError } from "../../../form/form-error.ts";
import { NewAuthenticatorForm } from "../../../form/new-authenticator-form.tsx";
import { PageOpening } from "../../../frame/page-opening.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { accountPagePath } from "../account-path.table.ts";
import type { Route } from "./+types/new-authenticator.route";

/** Shows a QR code and the same key as text, then asks for a code of the app. */
export function NewAuthenticatorScreen({ setup }: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  const formError = useActionData<FormError<"tooMany" | "expired" | "wait">>();
  const alert = setup === undefined ? "tooMany" : formError?.alert;
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
        <NewAuthenticatorForm setup={setup} submit={t("account:newAuthenticator.submit")} />
      )}
      <ButtonLink kind="link" to={accountPagePath("second-factors")}>
        {t("account:newAuthenticator.notNow")}
      </ButtonLink>
    </>
  );
}
