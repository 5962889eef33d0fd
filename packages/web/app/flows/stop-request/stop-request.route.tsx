import { provinces } from "@vestibule/catalogue/province.table.ts";
import { stopLinkEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import { beforeMidnight } from "@vestibule/wording/format.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { apiClient } from "../../api/api-client.server.ts";
import { describeLinkFailure, type LinkFailure, statusOfLinkPage } from "../../api/link-failure.server.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { CustomerTelephone } from "../../frame/telephone.tsx";
import { momentWithZone, textsFor } from "../../i18n/localize.server.ts";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { moveLinkToken } from "../../session/link-token.server.ts";
import type { Route } from "./+types/stop-request.route";
import { stopRequestSlice } from "./session-slice.server.ts";

const path = "/stop-request";

/** State of the request that the link can stop. `ended`: it can no longer be stopped. */
export type StopPage =
  | { kind: "open"; what: "link" | "waiver"; day: string; time: string }
  /** `inForce`, `used`: a waiver of the second proof that was given. */
  | { kind: "inForce" | "stopped" | "sent" | "used" | "ended" }
  | LinkFailure;

/** Opening the page stops nothing. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  moveLinkToken(requestContext.session, url, { parameter: "request", slice: stopRequestSlice, path });
  const page = await readPage(requestContext);
  return data({ page, texts: textsFor(requestContext, ["stopRequest"]) }, { status: statusOfLinkPage(page) });
}

export async function action({ context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const token = requestContext.session.get(stopRequestSlice)?.token;
  if (token !== undefined) await apiClient(requestContext, stopLinkEndpoints).stop(token);
  // The page shows the state of the request, so the result of this call is not needed.
  return redirect(path, 303);
}

async function readPage(requestContext: PortalRequestContext): Promise<StopPage> {
  const token = requestContext.session.get(stopRequestSlice)?.token;
  if (token === undefined) return { kind: "unknown" };
  const result = await apiClient(requestContext, stopLinkEndpoints).read(token);
  if (result.kind !== "ok") return describeLinkFailure(requestContext, result);
  const { state, what, dueAt } = result.data;
  if (state === "sent" && what === "waiver") return { kind: "used" };
  if (state !== "open" || dueAt === undefined) return { kind: state === "open" ? "unavailable" : state };
  const { timeZone } = provinces[requestContext.province];
  const moment = beforeMidnight(new Date(dueAt), timeZone);
  return { kind: "open", what, ...momentWithZone(requestContext, moment) };
}

/** Asks whether to stop what an agent has requested. Only pressing the button stops it. */
export default function StopRequest({ loaderData: { page } }: Route.ComponentProps) {
  const t = useTranslate();
  const parts = { number: <CustomerTelephone />, ...(page.kind === "wait" && { time: page.time }) };
  const isRefused = page.kind === "unknown" || page.kind === "wait" || page.kind === "unavailable";
  return (
    <div className="stack stack-wide">
      <PageOpening title={t(`stopRequest:${page.kind}.title`)} isRefused={isRefused}>
        <RichText text={explanationOf(page)} parts={parts} />
      </PageOpening>
      {page.kind === "open" ? (
        <p>
          {t(page.what === "waiver" ? "stopRequest:open.when.waiver" : "stopRequest:open.when", {
            day: page.day,
            time: page.time,
          })}
        </p>
      ) : null}
      {page.kind === "open" || page.kind === "inForce" ? (
        <>
          <ScreenForm rules={{}}>
            <Button busyText={t("common:sending")}>{t("stopRequest:open.submit")}</Button>
          </ScreenForm>
          <p>{t("stopRequest:open.you")}</p>
        </>
      ) : null}
      {page.kind === "stopped" ? (
        <Notice tone="success">
          <p>
            <RichText text="stopRequest:stopped.call" parts={parts} />
          </p>
        </Notice>
      ) : null}
    </div>
  );
}

function explanationOf(page: StopPage) {
  if (page.kind !== "open") return `stopRequest:${page.kind}` as const;
  return page.what === "waiver" ? "stopRequest:open.waiver" : "stopRequest:open.what";
}
