import { lineTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { useRouteLoaderData } from "react-router";
import { BackToLogin } from "../../design/text.tsx";
import { formatWeekHours } from "../../frame/format-hours.server.ts";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { createSupportReference } from "../../frame/help-api.server.ts";
import { ContactOptions } from "../../frame/help-panel.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { Telephone } from "../../frame/telephone.tsx";
import { RelayServices, WeekHoursTable } from "../../frame/week-hours.tsx";
import { textsFor } from "../../i18n/localize.server.ts";
import { useTranslate } from "../../i18n/translate.tsx";
import { requestContextKey } from "../../request/request-context.ts";
import { flowInProgress } from "../../roadblock/flow-in-progress.server.ts";
import { openRowAt } from "../../roadblock/roadblock-data.server.ts";
import type { loader as rootLoader } from "../../root.tsx";
import type { Route } from "./+types/help.screen";

export const handle: ScreenHandle = { isHelp: true };

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  return {
    week: await formatWeekHours(requestContext),
    technical: lineTelephone(requestContext.brand, { line: "technical", province: requestContext.province }),
    texts: textsFor(requestContext, ["help"]),
  };
}

/** Creates a support reference for this browser session. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const path = (await request.formData()).get("page");
  const page = typeof path === "string" && /^\/[A-Za-z0-9/_-]{0,150}$/.test(path) ? path : undefined;
  const agentCode = openRowAt(page)?.agentCode;
  const reference = await createSupportReference(requestContext, {
    page,
    agentCode,
    ...flowInProgress(requestContext.session, page),
  });
  return { reference };
}

/** Lists all contact options. A reference that is requested without a script is shown here. */
export default function Help({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const frame = useRouteLoaderData<typeof rootLoader>("root");
  if (frame === undefined) return null;
  return (
    <div className="stack stack-wide">
      <PageOpening title={t("frame:help.title")}>{t("frame:help.lead")}</PageOpening>
      <ContactOptions help={frame.help} webview={frame.webview} created={actionData} />
      <WeekHoursTable {...loaderData.week} />
      <RelayServices telephone={frame.help.telephone} />
      {loaderData.technical === frame.help.telephone ? null : <TechnicalSupport number={loaderData.technical} />}
      <BackToLogin />
    </div>
  );
}

/** The telephone number for problems with the portal, which differs from the one for questions about a policy. */
function TechnicalSupport({ number }: { number: string }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight">
      <h2 className="week-title">{t("help:technical.title")}</h2>
      <p className="prose">
        {t("help:technical.text")} <Telephone number={number} />
      </p>
    </section>
  );
}
