import { provinces } from "@vestibule/catalogue/province.table.ts";
import { householdRequestEndpoints } from "@vestibule/contract/account/household-request.endpoint.ts";
import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import { beforeMidnight } from "@vestibule/wording/format.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { apiClient } from "../../api/api-client.server.ts";
import { describeLinkFailure, type LinkFailure, statusOfLinkPage } from "../../api/link-failure.server.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { readForm } from "../../form/form-error.ts";
import { PostButton } from "../../form/post-button.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { CustomerTelephone } from "../../frame/telephone.tsx";
import { momentWithZone, textsFor } from "../../i18n/localize.server.ts";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { moveLinkToken } from "../../session/link-token.server.ts";
import type { Route } from "./+types/household-request.route";
import { householdRequestSlice } from "./session-slice.server.ts";

const path = "/household-request";

type Moment = { day: string; time: string };

/** State of the request. `paused`: it can be refused only, and approved from `from` where that is known. */
export type HouseholdRequestPage =
  | { kind: "open" | "paused"; driver: string; until: Moment; from?: Moment | undefined }
  | { kind: "approved" | "refused" | "ended" }
  | LinkFailure;

/** Opening the page answers nothing. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  moveLinkToken(requestContext.session, url, { parameter: "request", slice: householdRequestSlice, path });
  const page = await readPage(requestContext);
  return data({ page, texts: textsFor(requestContext, ["household"]) }, { status: statusOfLinkPage(page) });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const token = requestContext.session.get(householdRequestSlice)?.token;
  const { answer } = await readForm(request);
  if (token !== undefined && (answer === "approve" || answer === "refuse"))
    await apiClient(requestContext, householdRequestEndpoints)[answer](token);
  // The page shows the state of the request, so the result of this call is not needed.
  return redirect(path, 303);
}

async function readPage(requestContext: PortalRequestContext): Promise<HouseholdRequestPage> {
  const token = requestContext.session.get(householdRequestSlice)?.token;
  if (token === undefined) return { kind: "unknown" };
  const result = await apiClient(requestContext, householdRequestEndpoints).read(token);
  if (result.kind !== "ok") return describeLinkFailure(requestContext, result);
  const { state, firstName = "", dueAt, pausedUntil } = result.data;
  if (state !== "open" && state !== "paused") return { kind: state };
  const { timeZone } = provinces[requestContext.province];
  return {
    kind: state,
    driver: shortenName(firstName, requestContext.brand.nameLength.narrow),
    until: momentWithZone(requestContext, beforeMidnight(new Date(dueAt ?? requestContext.now), timeZone)),
    from: pausedUntil === undefined ? undefined : momentWithZone(requestContext, pausedUntil),
  };
}

/** Asks the policyholder whether a driver may have an account. Only pressing a button answers. */
export default function HouseholdRequestRoute({ loaderData: { page } }: Route.ComponentProps) {
  const t = useTranslate();
  const parts = { number: <CustomerTelephone />, ...(page.kind === "wait" && { time: page.time }) };
  if (page.kind === "open" || page.kind === "paused") return <OpenRequest page={page} />;
  const isAnswered = page.kind === "approved" || page.kind === "refused";
  return (
    <div className="stack stack-wide">
      <PageOpening title={t(`household:${page.kind}.title`)} isRefused={!isAnswered}>
        <RichText text={`household:${page.kind}`} parts={parts} />
      </PageOpening>
    </div>
  );
}

function OpenRequest({ page }: { page: Extract<HouseholdRequestPage, { driver: string }> }) {
  const t = useTranslate();
  const { kind, driver, until, from } = page;
  const number = <CustomerTelephone />;
  return (
    <div className="stack stack-wide">
      <PageOpening title={t("household:open.title", { driver })}>{t("household:open.what", { driver })}</PageOpening>
      <p>
        {t("household:open.separate", { driver })} {t("household:open.yours")}
      </p>
      <p>{t("household:open.until", until)}</p>
      {kind === "open" ? (
        <ScreenForm rules={{}}>
          <input type="hidden" name="answer" value="approve" />
          <Button busyText={t("common:sending")}>{t("household:open.approve")}</Button>
        </ScreenForm>
      ) : (
        <Notice tone="caution" title={t("household:paused.title")}>
          <p>
            {from === undefined ? (
              <RichText text="household:paused.call" parts={{ number }} />
            ) : (
              t("household:paused.until", from)
            )}
          </p>
        </Notice>
      )}
      <PostButton kind="quiet" sends={{ answer: "refuse" }}>
        {t("household:open.refuse")}
      </PostButton>
      <p>
        <RichText text="household:open.unknownPerson" parts={{ number }} />
      </p>
    </div>
  );
}
