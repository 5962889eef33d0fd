import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import type { LoaderFunctionArgs } from "react-router";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { requestContextKey } from "../../../request/request-context.ts";
import { linkSlice } from "../../../shared-slices/link-slices.server.ts";
import { mailedLinkSlice } from "../../../shared-slices/registration-slices.server.ts";
import type { Route } from "./+types/email-sent.route";
import { type EmailSentData, EmailSentScreen } from "./email-sent.screen.tsx";
import { linkFlowInfo, policyNumberFlowInfo, policyNumberTexts } from "./flow-info.server.ts";
import { redirectToIdentification, requirePage } from "./page-guard.server.ts";
import { requestingPage } from "./question-page.server.ts";

/** Opens only in the browser in which the e-mail was typed. Otherwise it redirects to the first page. */
export function loader(args: LoaderFunctionArgs) {
  const requestContext = args.context.get(requestContextKey);
  const mailedLink = requestContext.session.get(mailedLinkSlice);
  const link = requestContext.session.get(linkSlice);
  if (mailedLink === undefined) throw redirectToIdentification(requestContext, args.url);
  const attempt = link === undefined ? requirePage(args, "EMAIL_SENT").attempt : undefined;
  const { email, flash } = mailedLink;
  delete mailedLink.flash;
  const data: EmailSentData = { email, flash, changesAt: policyNumberFlow[requestingPage(attempt ?? {})].path };
  const flow = attempt ? policyNumberFlowInfo(requestContext, "EMAIL_SENT") : linkFlowInfo(requestContext);
  return { ...data, flow, texts: policyNumberTexts(requestContext, []) };
}

export const handle: ScreenHandle = { isOfLink: true };

export default function EmailSentRoute({ loaderData }: Route.ComponentProps) {
  return <EmailSentScreen data={loaderData} />;
}
