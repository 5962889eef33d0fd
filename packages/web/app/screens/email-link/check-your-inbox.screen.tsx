import { Link, type LoaderFunctionArgs } from "react-router";
import { Notice } from "../../design/notice.tsx";
import { Opening } from "../../design/text.tsx";
import { ResendForm } from "../../form/resend-form.tsx";
import { freshLinkPath } from "../../visit/link-path.table.ts";
import { textsFor } from "../../visit/page-texts.server.ts";
import { PageTitle } from "../../visit/page-title.tsx";
import { sendToLogin } from "../../visit/send-to-login.server.ts";
import { useSay } from "../../visit/texts.tsx";
import { type FreshLink, visitContext } from "../../visit/visit.ts";
import type { Route } from "./+types/check-your-inbox.screen";

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
      <Said said={loaderData.said} />
      <section className="stack stack-tight">
        <h2 className="heading">{say("link:inbox.late")}</h2>
        <p className="quiet">{say("link:inbox.late.text")}</p>
        <ResendForm action={freshLinkPath} label={say("link:inbox.again")} wait={() => ""} waitSeconds={0} sentAt="" />
      </section>
      <p>
        <Link to="/">{say("common:backToLogin")}</Link>
      </p>
    </div>
  );
}

function Said({ said }: { said: FreshLink["said"] }) {
  const say = useSay();
  if (said === undefined) return null;
  if (said === "askedAgain")
    return (
      <Notice tone="success" takesFocus>
        {say("link:inbox.askedAgain")}
      </Notice>
    );
  return (
    <Notice tone="caution" title={say("link:wait.title")} takesFocus>
      {say("link:wait", { time: said.againAt })}
    </Notice>
  );
}
