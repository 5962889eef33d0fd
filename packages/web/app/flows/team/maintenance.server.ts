import { languages, provinces } from "@vestibule/catalogue/province.table.ts";
import { type BrandMaintenance, maintenanceEndpoints } from "@vestibule/contract/internal/maintenance.endpoint.ts";
import { momentOfLocalTime } from "@vestibule/contract/local-time.rule.ts";
import type { AccountCallResult } from "@vestibule/contract/v1/account.endpoint.ts";
import { nameTimeZone } from "@vestibule/wording/format.ts";
import { data, redirect } from "react-router";
import { isRejected } from "../../api/error-handling.rule.ts";
import type { FormValues } from "../../form/form-values.ts";
import { momentWithZone } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { showRoadblock } from "../../roadblock/lockout-end.server.ts";
import { displayedWords } from "../../roadblock/roadblock-words.server.ts";
import { PortalSession } from "../../session/portal-session.server.ts";
import { type SignedInAgent, staffApi } from "../../staff/agent-session.server.ts";
import { brandField, type MaintenanceResult, type MaintenanceView, type MaintenanceWords } from "./team-view.ts";

export const maintenancePath = "/team/maintenance";

const maintenanceApi = (requestContext: PortalRequestContext, session: SignedInAgent) =>
  staffApi(requestContext, session, maintenanceEndpoints);

/** Which brands are closed; undefined while that is unknown. */
export async function readMaintenance(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
): Promise<MaintenanceView | undefined> {
  const result = await maintenanceApi(requestContext, session).list();
  if (result.kind !== "ok") return undefined;
  const { language, province, now } = requestContext;
  return {
    zone: nameTimeZone(provinces[province].timeZone, language, now),
    brands: result.data.brands.map(({ id, name, isClosed, until }) => ({
      id,
      name: name[language],
      isClosed,
      until: until === undefined ? undefined : momentWithZone(requestContext, until),
    })),
  };
}

/** Performs a form of the maintenance page. What it shows next is in its response, and in no URL. */
export async function changeMaintenance(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
  values: FormValues,
) {
  const api = maintenanceApi(requestContext, session);
  const { brand = "" } = values;
  if (values.act === "open") return done(await api.open({ brands: [brand] }), values);
  if (values.act === "bypass") {
    const result = await api.issueBypass({ brands: [brand] });
    const link = result.kind === "ok" ? result.data.links[0] : undefined;
    if (result.kind !== "ok" || link === undefined) return failed(result, values);
    return data({
      kind: "bypass",
      brand,
      url: link.url,
      until: momentWithZone(requestContext, result.data.endsAt),
    } as const);
  }
  const listed = await api.list();
  const order = readOrder(requestContext, values, listed);
  if (order === undefined) return failed(listed, values);
  if ("why" in order) return data({ kind: "refused", values, why: order.why } as const, { status: 400 });
  const { brands, until } = order;
  const { language } = requestContext;
  if (values.act === "close") return done(await api.close({ brands: brands.map(({ id }) => id), ...until }), values);
  return data({
    kind: "preview",
    values,
    names: brands.map(({ name }) => name[language]),
    screens: [language, ...languages.filter((one) => one !== language)].map((one) =>
      previewIn({ ...requestContext, language: one }, until.until),
    ),
  } as const);
}

type Order = { brands: BrandMaintenance[]; until: { until?: string } };

/** The chosen brands and the announced end of the form, or why it cannot be used. */
function readOrder(
  { province, now }: PortalRequestContext,
  values: FormValues,
  listed: AccountCallResult<{ brands: BrandMaintenance[] }>,
): Order | { why: Extract<MaintenanceResult, { kind: "refused" }>["why"] } | undefined {
  if (listed.kind !== "ok") return undefined;
  const brands = listed.data.brands.filter(({ id }) => values[brandField(id)] !== undefined);
  if (brands.length === 0) return { why: "noBrand" };
  if (!values.until) return { brands, until: {} };
  const end = momentOfLocalTime(values.until, provinces[province].timeZone);
  if (end === undefined) return { why: "format" };
  return end > now ? { brands, until: { until: end.toISOString() } } : { why: "past" };
}

/** The sentences of the maintenance page, as people without a journey read them. */
function previewIn(requestContext: PortalRequestContext, until: string | undefined): MaintenanceWords {
  const displayed = { id: "maintenance", planned: true, ...(until && { until }) } as const;
  const { title, what, affected, next } = displayedWords(
    requestContext,
    showRoadblock({ ...requestContext, session: new PortalSession([], {}) }, displayed),
  );
  return {
    language: requestContext.language,
    title,
    sentences: [what, affected, next].filter((sentence) => sentence !== undefined),
  };
}

function done(result: AccountCallResult<unknown>, values: FormValues) {
  if (result.kind === "ok" || isRejected(result, { status: 403 })) return redirect(maintenancePath, 303);
  return failed(result, values);
}

function failed(result: AccountCallResult<unknown>, values: FormValues) {
  if (!isRejected(result, { status: 400 })) return data({ kind: "failed" } as const, { status: 503 });
  const why = result.error.fields?.until === undefined ? "noBrand" : "past";
  return data({ kind: "refused", values, why } as const, { status: 400 });
}
