import { secondFactorPath } from "@vestibule/catalogue/second-factor.table.ts";
import { ButtonLink } from "../../design/button.tsx";
import { NewAuthenticatorForm } from "../../form/new-authenticator-form.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { Route } from "./+types/set-up.route";

/** Sets up an authenticator app in place of a second proof that two agents have waived. */
export function SetUpScreen({ setup }: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  return (
    <div className="stack stack-wide">
      <PageOpening title={t("account:newAuthenticator.title")}>{t("account:newAuthenticator.lead")}</PageOpening>
      <NewAuthenticatorForm setup={setup} submit={t("twoFactor:setUp.submit")} />
      <ButtonLink kind="link" to={secondFactorPath}>
        {t("account:newAuthenticator.notNow")}
      </ButtonLink>
    </div>
  );
}
