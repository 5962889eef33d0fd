import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { LoaderFunctionArgs } from "react-router";
import type { ScreenHandle } from "../../../../frame/frame.tsx";
import { requestContextKey } from "../../../../request/request-context.ts";
import { redirectToCurrentPage, toIdentification } from "../flow/legacy-guard.server.ts";
import { journeyAt, legacyTexts } from "../flow/legacy-journey.server.ts";
import { pageThatAsked } from "../flow/open-question.rule.ts";
import type { Route } from "./+types/email-sent.route";
import { type EmailSentData, EmailSentScreen } from "./email-sent.screen.tsx";

/** Opens only in the browser in which the e-mail was typed. */
export function loader(args: LoaderFunctionArgs) {
  const requestContext = args.context.get(requestContextKey);
  const { mailedLink, link } = requestContext.session;
  if (mailedLink === undefined) throw toIdentification(args.url);
  const legacy = link === undefined ? redirectToCurrentPage(args, "EMAIL_SENT").legacy : undefined;
  const { email, flash } = mailedLink;
  delete mailedLink.flash;
  const data: EmailSentData = {
    journey: legacy && journeyAt(requestContext, "EMAIL_SENT"),
    email,
    flash,
    changesAt: legacyFlow[pageThatAsked(legacy ?? {})].path,
  };
  return { ...data, texts: legacyTexts(requestContext, []) };
}

export const handle: ScreenHandle = { isOfLink: true };

export default function EmailSentRoute({ loaderData }: Route.ComponentProps) {
  return <EmailSentScreen data={loaderData} />;
}
