import { roles } from "@vestibule/catalogue/account.table.ts";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { provinceIds } from "@vestibule/catalogue/province.table.ts";
import { imaginedFacts } from "@vestibule/catalogue/team.table.ts";
import { maintenanceEndpoints } from "@vestibule/contract/internal/maintenance.endpoint.ts";
import { teamExplainEndpoints } from "@vestibule/contract/internal/team-explain.endpoint.ts";
import type { AccountCallResult } from "@vestibule/contract/v1/account.endpoint.ts";
import { endingText, endingTexts } from "@vestibule/wording/explain-ending.rule.ts";
import { data, redirect } from "react-router";
import { isRejected } from "../../api/error-handling.rule.ts";
import type { FormValues } from "../../form/form-values.ts";
import { retryAt, translate } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { type SignedInAgent, staffApi } from "../../staff/agent-session.server.ts";
import type { ExplainPage, ExplainResult } from "./explain-view.ts";

/** The brands to choose from; undefined while that is unknown. */
export async function readBrands(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
): Promise<ExplainPage["brands"]> {
  const result = await staffApi(requestContext, session, maintenanceEndpoints).list();
  if (result.kind !== "ok") return undefined;
  return result.data.brands.map(({ id, name }) => ({ value: id, label: name[requestContext.language] }));
}

type Refused = Extract<ExplainResult, { kind: "refused" }>;

/** Performs a form of the page. A row is in the response, and in no URL. */
export async function explain(requestContext: PortalRequestContext, session: SignedInAgent, values: FormValues) {
  const api = staffApi(requestContext, session, teamExplainEndpoints);
  const { language } = requestContext;
  const { act, brand = "", row = "" } = values;
  const refuse = (why: Refused["why"], status: number, time?: string) =>
    data({ kind: "refused", why, ...(time && { time }), values } as const satisfies Refused, { status });
  const refuseResult = (result: AccountCallResult<unknown>) => {
    if (isRejected(result, { status: 403 })) return redirect("/team/explain", 303);
    if (isRejected(result, { status: 429 }))
      return refuse("limited", 429, retryAt(requestContext, result.retryAfterSeconds));
    if (isRejected(result, { status: 404 })) return refuse("unknown", 404);
    if (isRejected(result, { status: 400 })) return refuse("required", 400);
    return refuse("unavailable", 503);
  };

  if (act === "row") {
    const result = await api.row({ brand, row });
    if (result.kind !== "ok") return refuseResult(result);
    const cases = result.data.rows.map(({ policyNumber, role, province, endings, closedDays }, at) => ({
      id: `${at}`,
      title: translate(requestContext, "teamDesk:explain.row", {
        policy: policyNumber,
        role: translate(requestContext, `personExport:role.${role}`),
        province: translate(requestContext, `common:inProvince.${province}`),
      }),
      lines: endingTexts(endings, closedDays, language),
    }));
    return data({ kind: "explained", cases, values } as const satisfies ExplainResult);
  }
  if (act === "imagined") {
    const role =
      idsOf(roles)
        .map((id) => roles[id])
        .find((one) => `${one}` === values.role) ?? roles.policyHolder;
    const facts = imaginedFacts.filter((fact) => values[`has-${fact}`] !== undefined);
    const province = provinceIds.find((id) => id === values.province) ?? requestContext.province;
    const result = await api.imagined({ brand, province, role, facts });
    if (result.kind !== "ok") return refuseResult(result);
    const title = translate(requestContext, "teamDesk:explain.imaginedTitle");
    const cases = [{ id: "0", title, lines: endingTexts(result.data.endings, result.data.closedDays, language) }];
    return data({ kind: "explained", cases, values } as const satisfies ExplainResult);
  }
  const result = await api.book({ brand });
  if (result.kind !== "ok") return refuseResult(result);
  const format = (count: number) => new Intl.NumberFormat(`${language}-CA`).format(count);
  return data({
    kind: "counted",
    title: translate(requestContext, "teamDesk:explain.people", {
      count: result.data.people,
      people: format(result.data.people),
    }),
    rows: idsOf(result.data.endings).map((ending) => ({
      name: endingText(ending, language),
      count: format(result.data.endings[ending] ?? 0),
    })),
    values,
  } as const satisfies ExplainResult);
}
