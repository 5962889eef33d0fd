import { Link } from "react-router";
import { Notice } from "../../../design/notice.tsx";
import { ResendForm } from "../../../form/resend-form.tsx";
import { RichText } from "../../../visit/rich-text.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { MailedLink } from "../../../visit/visit.ts";
import type { LegacyJourney } from "../flow/legacy-journey.ts";
import { sendAgainPath } from "../flow/legacy-path.table.ts";
import { LegacyPage } from "../parts/legacy-page.tsx";

export interface EmailSentData {
  /** Absent where a link from a message led here. */
  journey: LegacyJourney | undefined;
  /** Whole: it was typed here. */
  email: string;
  said: MailedLink["said"];
  /** The page that asked for the address. */
  changesAt: string;
}

export function EmailSentScreen({ data }: { data: EmailSentData }) {
  const say = useSay();
  const { journey, email, said, changesAt } = data;
  return (
    <LegacyPage
      journey={journey}
      title={say("legacyRegistration:emailSent.title")}
      lead={
        <RichText
          text="legacyRegistration:emailSent.lead"
          parts={{ email: <strong className="address">{email}</strong> }}
        />
      }
    >
      <Said said={said} />
      <section className="stack stack-tight away">
        <h2 className="heading">{say("legacyRegistration:emailSent.late")}</h2>
        <p className="quiet">{say("legacyRegistration:emailSent.late.text")}</p>
        <ResendForm
          action={sendAgainPath}
          label={say("legacyRegistration:emailSent.again")}
          wait={() => ""}
          waitSeconds={0}
          sentAt=""
        />
        <p>
          <Link to={changesAt}>{say("legacyRegistration:emailSent.change")}</Link>
        </p>
      </section>
    </LegacyPage>
  );
}

function Said({ said }: { said: MailedLink["said"] }) {
  const say = useSay();
  if (said === undefined) return null;
  if (said === "sentAgain")
    return (
      <Notice tone="success" takesFocus>
        {say("legacyRegistration:emailSent.sentAgain")}
      </Notice>
    );
  return (
    <Notice tone="caution" title={say("link:wait.title")} takesFocus>
      {say("link:wait", { time: said.againAt })}
    </Notice>
  );
}
