import { Link, type LoaderFunctionArgs } from "react-router";
import { Opening } from "../../design/text.tsx";
import { freshLinkPath } from "../../visit/link-path.table.ts";
import { textsFor } from "../../visit/page-texts.server.ts";
import { PageTitle } from "../../visit/page-title.tsx";
import { sendToLogin } from "../../visit/send-to-login.server.ts";
import { useSay } from "../../visit/texts.tsx";
import { visitContext } from "../../visit/visit.ts";
import type { Route } from "./+types/check-your-inbox.screen";
import { LateLink } from "./parts/late-link.tsx";

/** Opens to somebody who has just asked for a fresh link. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const visit = context.get(visitContext);
  const { freshLink } = visit.session;
  if (freshLink === undefined) throw sendToLogin(url);
  const { said } = freshLink;
  delete freshLink.said;
  return { said, texts: textsFor(visit, ["link"]) };
}

export default function CheckYourInbox({ loaderData }: Route.ComponentProps) {
  const say = useSay();
  return (
    <div className="stack stack-wide">
      <PageTitle>{say("link:inbox.title")}</PageTitle>
      <Opening title={say("link:inbox.title")}>{say("link:inbox.lead")}</Opening>
      <LateLink
        said={loaderData.said}
        done={say("link:inbox.askedAgain")}
        title={say("link:inbox.late")}
        text={say("link:inbox.late.text")}
        action={freshLinkPath}
        label={say("link:inbox.again")}
      />
      <p>
        <Link to="/">{say("common:backToLogin")}</Link>
      </p>
    </div>
  );
}
