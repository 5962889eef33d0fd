import { denialEndpoints } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { apiClient } from "../../api/api-client.server.ts";
import { describeLinkFailure, type LinkFailure, statusOfLinkPage } from "../../api/link-failure.server.ts";
import { Button, ButtonLink } from "../../design/button.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { CustomerTelephone } from "../../frame/telephone.tsx";
import { momentWithZone, nameDevice, textsFor, translate } from "../../i18n/localize.server.ts";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { moveLinkToken } from "../../session/link-token.server.ts";
import type { Route } from "./+types/this-wasnt-me.route";
import { denialPath } from "./second-factor-path.table.ts";
import { denialSlice } from "./session-slice.server.ts";

/** The sign-in of the link. `open` and `passed` can be refused. */
export type DenialPage =
  | { kind: "open" | "passed"; day: string; time: string; device: string }
  | { kind: "denied" | "over" }
  | LinkFailure;

/** Opening the page refuses nothing. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  moveLinkToken(requestContext.session, url, { parameter: "login", slice: denialSlice, path: denialPath });
  const page = await readPage(requestContext);
  return data({ page, texts: textsFor(requestContext, ["twoFactor"]) }, { status: statusOfLinkPage(page) });
}

export async function action({ context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const token = requestContext.session.get(denialSlice)?.token;
  if (token !== undefined) await apiClient(requestContext, denialEndpoints).deny(token);
  // The page shows the state of the sign-in, so the result of this call is not needed.
  return redirect(denialPath, 303);
}

async function readPage(requestContext: PortalRequestContext): Promise<DenialPage> {
  const token = requestContext.session.get(denialSlice)?.token;
  if (token === undefined) return { kind: "unknown" };
  const result = await apiClient(requestContext, denialEndpoints).read(token);
  if (result.kind !== "ok") return describeLinkFailure(requestContext, result);
  const { state, at, ...device } = result.data;
  if (state === "denied" || state === "over") return { kind: state };
  const name = nameDevice(requestContext, device) ?? translate(requestContext, "twoFactor:device.none");
  return { kind: state, ...momentWithZone(requestContext, at), device: name };
}

/** Asks whether to refuse a sign-in. Only pressing the button refuses it. */
export default function ThisWasntMe({ loaderData: { page } }: Route.ComponentProps) {
  const t = useTranslate();
  if (page.kind === "open" || page.kind === "passed") return <Refusable page={page} />;
  const parts = { number: <CustomerTelephone />, ...(page.kind === "wait" && { time: page.time }) };
  const isRefused = page.kind === "unknown" || page.kind === "wait" || page.kind === "unavailable";
  return (
    <div className="stack stack-wide">
      <PageOpening title={t(`twoFactor:denial.${page.kind}.title`)} isRefused={isRefused}>
        <RichText text={`twoFactor:denial.${page.kind}`} parts={parts} />
      </PageOpening>
      {isRefused ? null : <ButtonLink to="/forgot">{t("twoFactor:newPassword.button")}</ButtonLink>}
    </div>
  );
}

function Refusable({ page: { kind, day, time, device } }: { page: Extract<DenialPage, { day: string }> }) {
  const t = useTranslate();
  return (
    <div className="stack stack-wide">
      <PageOpening title={t(`twoFactor:denial.${kind}.title`)}>
        {t(`twoFactor:denial.${kind}`, { day, time, device })}
      </PageOpening>
      <p>{t(kind === "passed" ? "twoFactor:denial.what.passed" : "twoFactor:denial.what")}</p>
      <ScreenForm rules={{}}>
        <Button busyText={t("common:sending")}>{t("twoFactor:denial.submit")}</Button>
      </ScreenForm>
      <p>{t("twoFactor:denial.you")}</p>
    </div>
  );
}
