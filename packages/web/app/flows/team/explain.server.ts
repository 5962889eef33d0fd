import { roles } from "@vestibule/catalogue/account.table.ts";
import type { ExplainEnding } from "@vestibule/catalogue/explain-ending.table.ts";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { imaginedFacts, type WeekPart } from "@vestibule/catalogue/team.table.ts";
import { maintenanceEndpoints } from "@vestibule/contract/internal/maintenance.endpoint.ts";
import { teamExplainEndpoints } from "@vestibule/contract/internal/team-explain.endpoint.ts";
import type { AccountCallResult } from "@vestibule/contract/v1/account.endpoint.ts";
import { endingText } from "@vestibule/wording/explain-ending.rule.ts";
import { data, redirect } from "react-router";
import { isRejected } from "../../api/error-handling.rule.ts";
import type { FormValues } from "../../form/form-values.ts";
import { retryAt, translate } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { type SignedInAgent, staffApi } from "../../staff/agent-session.server.ts";
import { endingSentences } from "./explain-sentence.table.ts";
import type { ExplainLine, ExplainPage, ExplainResult } from "./explain-view.ts";

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
    const explained = result.data.rows.map(async ({ policyNumber, role, province, ...row }, at) => ({
      id: `${at}`,
      title: translate(requestContext, "teamDesk:explain.row", {
        policy: policyNumber,
        role: translate(requestContext, `personExport:role.${role}`),
        province: translate(requestContext, `common:inProvince.${province}`),
      }),
      lines: await linesOf(requestContext, { brand, province, ...row }),
    }));
    return data({ kind: "explained", cases: await Promise.all(explained), values } as const satisfies ExplainResult);
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
    const cases = [{ id: "0", title, lines: await linesOf(requestContext, { brand, province, ...result.data }) }];
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

interface ExplainedPerson {
  brand: string;
  province: ProvinceId;
  endings: readonly ExplainEnding[];
  closedDays: readonly WeekPart[];
}

/** Each ending with the first screen that shows it, as people of the brand and the province see it now. */
function linesOf(
  { screens, language }: PortalRequestContext,
  { brand, province, endings, closedDays }: ExplainedPerson,
): Promise<ExplainLine[]> {
  const lines = endings.map(async (ending) => {
    const text = endingText(ending, language, closedDays);
    const key = endingSentences[ending];
    const [id] = key === undefined ? [] : ((await screens?.find([`wording.json ${language} ${key}`])) ?? []);
    const title = id === undefined ? undefined : await screens?.title(id, language);
    if (id === undefined || title === undefined) return { text };
    const to = `/team/brands/${brand}/screen?${new URLSearchParams({ screen: id, at: province })}`;
    return { text, screen: { title, to } };
  });
  return Promise.all(lines);
}
