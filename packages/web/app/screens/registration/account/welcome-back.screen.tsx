import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import { Link } from "react-router";
import { OwnAddress } from "../../../design/own-address.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { contactChangedPath } from "../../../visit/contact-page.table.ts";
import { RichText } from "../../../visit/rich-text.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { OnJourney } from "../flow/journey-facts.ts";
import { identificationPath } from "../flow/journey-path.table.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { type NameLength, ShortName } from "../parts/short-name.tsx";

export interface WelcomeBackData {
  firstName: string;
  /** The account's address, whole: its owner has given a right code. Absent where that was answered before. */
  username: string | undefined;
  nameLength: NameLength;
  /** A code was right. Before one, the name is the one that was typed, and the address is not shown. */
  isProven: boolean;
}

/** Somebody who has an account already: the address it uses, and the ways in. */
export function WelcomeBackScreen({ data }: { data: OnJourney<WelcomeBackData> }) {
  const say = useSay();
  const { firstName, username, nameLength, isProven } = data;
  const named = {
    title: (
      <RichText
        text="registration:welcomeBack.title"
        parts={{ name: <ShortName name={firstName} length={nameLength} /> }}
      />
    ),
    documentTitle: say("registration:welcomeBack.title", { name: shortenName(firstName, nameLength.narrow) }),
    lead: say(isProven ? "registration:welcomeBack.lead" : "registration:welcomeBack.lead.unproven"),
  };
  return (
    <JourneyPage
      journey={data.journey}
      {...(firstName === "" ? { title: say("registration:welcomeBack.lead") } : named)}
      leaves="nothing"
    >
      {username === undefined ? null : <OwnAddress label={say("registration:welcomeBack.username")} email={username} />}
      <div className="stack stack-tight">
        <StepForm kind="primary" sends={{ next: "login" }}>
          {say("registration:welcomeBack.login")}
        </StepForm>
        {isProven ? null : (
          <StepForm kind="quiet" action={identificationPath} sends={{ method: "accountAddress" }}>
            {say("registrationError:ACCOUNT_ALREADY_EXISTS.find")}
          </StepForm>
        )}
        <StepForm kind="quiet" sends={{ next: "forgot" }}>
          {say("registration:welcomeBack.forgot")}
        </StepForm>
        {isProven ? (
          <StepForm action={contactChangedPath} sends={{ from: "welcomeBack" }}>
            {say("registration:welcomeBack.lost")}
          </StepForm>
        ) : (
          <p>
            <Link to={identificationPath}>{say("registration:welcomeBack.notMe")}</Link>
          </p>
        )}
      </div>
    </JourneyPage>
  );
}
