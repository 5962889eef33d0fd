import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import { Link } from "react-router";
import { DirectionIsolatedEmail } from "../../../design/direction-isolated-email.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { RichText } from "../../../i18n/rich-text.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { contactChangedPath } from "../../../roadblock/action-path.table.ts";
import { identificationPath, type WithFlowInfo } from "../flow/flow-info.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { type NameLength, ShortName } from "../parts/short-name.tsx";

export interface WelcomeBackData {
  firstName: string;
  /**
   * The account's e-mail, unmasked because a right code verified its owner. Absent where the first of two identical
   * requests received it.
   */
  username: string | undefined;
  nameLength: NameLength;
  /** A code was right. Before that, the page shows the typed name and no e-mail. */
  isProven: boolean;
}

/** Shows that an account exists, its e-mail, and the links to sign in or reset the password. */
export function WelcomeBackScreen({ data }: { data: WithFlowInfo<WelcomeBackData> }) {
  const t = useTranslate();
  const { firstName, username, nameLength, isProven } = data;
  const named = {
    title: (
      <RichText
        text="registration:welcomeBack.title"
        parts={{ name: <ShortName name={firstName} length={nameLength} /> }}
      />
    ),
    documentTitle: t("registration:welcomeBack.title", { name: shortenName(firstName, nameLength.narrow) }),
    lead: t(isProven ? "registration:welcomeBack.lead" : "registration:welcomeBack.lead.unproven"),
  };
  return (
    <JourneyPage
      journey={data.journey}
      {...(firstName === "" ? { title: t("registration:welcomeBack.lead") } : named)}
      leaves="nothing"
    >
      {username === undefined ? null : (
        <DirectionIsolatedEmail label={t("registration:welcomeBack.username")} email={username} />
      )}
      <div className="stack stack-tight">
        <PostButton kind="primary" sends={{ next: "login" }}>
          {t("registration:welcomeBack.login")}
        </PostButton>
        {isProven ? null : (
          <PostButton kind="quiet" action={identificationPath} sends={{ method: "accountAddress" }}>
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
    </JourneyPage>
  );
}
