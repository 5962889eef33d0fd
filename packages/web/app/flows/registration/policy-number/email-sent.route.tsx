import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { LoaderFunctionArgs } from "react-router";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { requestContextKey } from "../../../request/request-context.ts";
import type { Route } from "./+types/email-sent.route";
import { type EmailSentData, EmailSentScreen } from "./email-sent.screen.tsx";
import { linkFlowInfo, policyNumberFlowInfo, policyNumberTexts } from "./flow-info.server.ts";
import { pageThatAsked } from "./open-question.rule.ts";
import { redirectToCurrentPage, toIdentification } from "./page-guard.server.ts";

/** Opens only in the browser in which the e-mail was typed. */
export function loader(args: LoaderFunctionArgs) {
  const requestContext = args.context.get(requestContextKey);
  const { mailedLink, link } = requestContext.session;
  if (mailedLink === undefined) throw toIdentification(args.url);
  const legacy = link === undefined ? redirectToCurrentPage(args, "EMAIL_SENT").legacy : undefined;
  const { email, flash } = mailedLink;
  delete mailedLink.flash;
  const data: EmailSentData = { email, flash, changesAt: legacyFlow[pageThatAsked(legacy ?? {})].path };
  const journey = legacy ? policyNumberFlowInfo(requestContext, "EMAIL_SENT") : linkFlowInfo(requestContext);
  return { ...data, journey, texts: policyNumberTexts(requestContext, []) };
}

export const handle: ScreenHandle = { isOfLink: true };

export default function EmailSentRoute({ loaderData }: Route.ComponentProps) {
  return <EmailSentScreen data={loaderData} />;
}
