import { provinces } from "@vestibule/catalogue/province.table.ts";
import { beforeMidnight } from "@vestibule/wording/format.ts";
import type { LoaderFunctionArgs } from "react-router";
import { momentWithZone } from "../../../i18n/localize.server.ts";
import type { Route } from "./+types/policyholder-asked.route";
import { PolicyholderAskedScreen } from "./ask-policyholder.screen.tsx";
import { policyNumberFlowInfo, policyNumberTexts } from "./flow-info.server.ts";
import { redirectToIdentification, requirePage } from "./page-guard.server.ts";

export function loader(args: LoaderFunctionArgs) {
  const { requestContext, attempt } = requirePage(args, "POLICYHOLDER_ASKED");
  const { policyholderAsked: asked, question } = attempt;
  if (asked === undefined) throw redirectToIdentification(requestContext, args.url);
  const end = beforeMidnight(new Date(asked.dueAt), provinces[requestContext.province].timeZone);
  return {
    policyholderEmail: question?.email ?? "",
    email: asked.email,
    until: momentWithZone(requestContext, end),
    flow: policyNumberFlowInfo(requestContext, "POLICYHOLDER_ASKED"),
    texts: policyNumberTexts(requestContext, []),
  };
}

export default function PolicyholderAskedRoute({ loaderData }: Route.ComponentProps) {
  return <PolicyholderAskedScreen data={loaderData} />;
}
