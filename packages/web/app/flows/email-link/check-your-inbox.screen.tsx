import { Link, type LoaderFunctionArgs } from "react-router";
import { Opening } from "../../design/text.tsx";
import { EmailNotReceived } from "../../form/email-not-received.tsx";
import { freshLinkPath } from "../../visit/link-path.table.ts";
import { textsFor } from "../../visit/page-texts.server.ts";
import { PageTitle } from "../../visit/page-title.tsx";
import { visitContext } from "../../visit/request-context.ts";
import { sendToLogin } from "../../visit/send-to-login.server.ts";
import { useTranslate } from "../../visit/texts.tsx";
import type { Route } from "./+types/check-your-inbox.screen";

/** Opens only right after a new link was requested in this browser. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const requestContext = context.get(visitContext);
  const { freshLink } = requestContext.session;
  if (freshLink === undefined) throw sendToLogin(url);
  const { said } = freshLink;
  delete freshLink.said;
  return { said, texts: textsFor(requestContext, ["link"]) };
}

export default function CheckYourInbox({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  return (
    <div className="stack stack-wide">
      <PageTitle>{t("link:inbox.title")}</PageTitle>
      <Opening title={t("link:inbox.title")}>{t("link:inbox.lead")}</Opening>
      <EmailNotReceived
        said={loaderData.said}
        done={t("link:inbox.askedAgain")}
        title={t("link:inbox.late")}
        text={t("link:inbox.late.text")}
        action={freshLinkPath}
        label={t("link:inbox.again")}
      />
      <p>
        <Link to="/">{t("common:backToLogin")}</Link>
      </p>
    </div>
  );
}
