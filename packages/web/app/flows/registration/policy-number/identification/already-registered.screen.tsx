import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import { ButtonLink } from "../../../../design/button.tsx";
import { PostButton } from "../../../../form/post-button.tsx";
import { useTranslate } from "../../../../i18n/translate.tsx";
import type { LegacyJourney } from "../flow/legacy-journey.ts";
import { LegacyPage } from "../parts/legacy-page.tsx";

/** Shown in place of the form where the person has an account: log in, find its e-mail, or reset its password. */
export function AlreadyRegisteredScreen({ journey }: { journey: LegacyJourney }) {
  const t = useTranslate();
  const toLogin = t("legacyRegistration:identification.known");
  return (
    <LegacyPage
      journey={{ ...journey, stage: null }}
      title={t("legacyRegistration:identification.known.title")}
      lead={`${toLogin} ${t("registrationError:ACCOUNT_ALREADY_EXISTS.which")}`}
      leaves="nothing"
    >
      <div className="stack stack-tight">
        <ButtonLink to={recoveryFlow.LOGIN.path}>{t("registration:welcomeBack.login")}</ButtonLink>
        <PostButton kind="quiet" action={legacyFlow.IDENTIFICATION.path} sends={{ method: "accountAddress" }}>
          {t("registrationError:ACCOUNT_ALREADY_EXISTS.find")}
        </PostButton>
        <ButtonLink kind="quiet" to={recoveryFlow.FORGOT.path}>
          {t("registration:welcomeBack.forgot")}
        </ButtonLink>
        <PostButton action={legacyFlow.IDENTIFICATION.path} sends={{ details: "change" }}>
          {t("registration:welcomeBack.notMe")}
        </PostButton>
      </div>
    </LegacyPage>
  );
}
