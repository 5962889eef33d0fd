import { Link } from "react-router";
import { RichText } from "../../../visit/rich-text.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { MailedLink } from "../../../visit/visit.ts";
import { LateLink } from "../../email-link/parts/late-link.tsx";
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
      <LateLink
        said={said}
        done={say("legacyRegistration:emailSent.sentAgain")}
        title={say("legacyRegistration:emailSent.late")}
        text={say("legacyRegistration:emailSent.late.text")}
        action={sendAgainPath}
        label={say("legacyRegistration:emailSent.again")}
      >
        <p>
          <Link to={changesAt}>{say("legacyRegistration:emailSent.change")}</Link>
        </p>
      </LateLink>
    </LegacyPage>
  );
}
