import type { LoaderFunctionArgs } from "react-router";
import { BackToLogin } from "../../design/text.tsx";
import { EmailNotReceived } from "../../form/email-not-received.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { textsFor } from "../../i18n/localize.server.ts";
import { useTranslate } from "../../i18n/translate.tsx";
import { redirectToLogin } from "../../request/cookie-check.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import { reissueLinkPath } from "../../roadblock/action-path.table.ts";
import { reissuedLinkSlice } from "../../shared-slices/link-slices.server.ts";
import type { Route } from "./+types/check-your-inbox.screen";

/** Opens only in a browser that has requested a new link. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const reissuedLink = requestContext.session.get(reissuedLinkSlice);
  if (reissuedLink === undefined) throw redirectToLogin(requestContext, url);
  const { flash } = reissuedLink;
  delete reissuedLink.flash;
  return { flash, texts: textsFor(requestContext, ["link"]) };
}

export default function CheckYourInbox({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  return (
    <div className="stack stack-wide">
      <PageOpening title={t("link:inbox.title")}>{t("link:inbox.lead")}</PageOpening>
      <EmailNotReceived
        flash={loaderData.flash}
        done={t("link:inbox.askedAgain")}
        title={t("link:inbox.late")}
        text={t("link:inbox.late.text")}
        action={reissueLinkPath}
        label={t("link:inbox.again")}
      />
      <BackToLogin />
    </div>
  );
}
