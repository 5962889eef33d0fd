import { Link } from "react-router";
import { EmailLine } from "../../../design/email-line.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { contactChangedPath } from "../../../roadblock/action-path.table.ts";
import { identificationPath, type WithFlowInfo } from "../flow/flow-info.ts";
import { type NameLength, useNamedTitle } from "../parts/named-title.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";

export interface WelcomeBackData {
  firstName: string;
  /**
   * The account's e-mail, unmasked because a code has verified its owner. Undefined if the form was submitted twice,
   * because only the first response contains it.
   */
  username: string | undefined;
  nameLength: NameLength;
  /** Whether a code has verified the person. Before that, the page shows the typed name and no e-mail. */
  isProven: boolean;
}

/** Shows that an account exists, its e-mail, and the links to sign in or reset the password. */
export function WelcomeBackScreen({ data }: { data: WithFlowInfo<WelcomeBackData> }) {
  const t = useTranslate();
  const { flow, firstName, username, nameLength, isProven } = data;
  const named = useNamedTitle("registration:welcomeBack.title", { name: firstName, length: nameLength });
  const lead = t(isProven ? "registration:welcomeBack.lead" : "registration:welcomeBack.lead.unproven");
  return (
    <RegistrationPage
      flow={flow}
      {...(firstName === "" ? { title: t("registration:welcomeBack.lead") } : { ...named, lead })}
    >
      {username === undefined ? null : <EmailLine label={t("registration:welcomeBack.username")} email={username} />}
      <div className="stack stack-tight">
        <PostButton kind="primary" sends={{ next: "login" }}>
          {t("registration:welcomeBack.login")}
        </PostButton>
        {isProven ? null : (
          <PostButton kind="quiet" action={identificationPath} sends={{ method: "accountEmail" }}>
            {t("registrationError:ACCOUNT_ALREADY_EXISTS.find")}
          </PostButton>
        )}
        <PostButton kind="quiet" sends={{ next: "forgot" }}>
          {t("registration:welcomeBack.forgot")}
        </PostButton>
        {isProven ? (
          <PostButton action={contactChangedPath} sends={{ from: "welcomeBack" }}>
            {t("registration:welcomeBack.lost")}
          </PostButton>
        ) : (
          <p>
            <Link to={identificationPath}>{t("registration:welcomeBack.notMe")}</Link>
          </p>
        )}
      </div>
    </RegistrationPage>
  );
}
