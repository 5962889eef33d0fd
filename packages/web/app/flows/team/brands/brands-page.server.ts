import type { TeamBrand } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { teamRolesOf } from "@vestibule/contract/internal/staff-role.rule.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import type { FailedResult } from "../../../api/error-handling.rule.ts";
import { sessionLimit } from "../../../form/expiry.server.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { textsFor } from "../../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../../request/request-context.ts";
import { notFound, rejectUnknownPost } from "../../../roadblock/not-found.server.ts";
import { readAgentSession, type SignedInAgent } from "../../../staff/agent-session.server.ts";
import { brandView } from "./brand.server.ts";
import { type BrandDesk, brandApi, openBrandDesk } from "./brand-desk.server.ts";
import type {
  BrandsPage,
  BrandView,
  PreviewedForm,
  RefusedForm,
  RefusedReason,
  UnavailableView,
} from "./brands-view.ts";

const brandTexts = [
  "team",
  "brandField:token",
  "brandFault",
  "agent:signOut",
  "agent:endsAt",
  "agent:ending",
  "fields",
] as const;

/** Creates the loader of a page of the brands. Without a view, what its URL names does not exist. */
export function brandsLoader<View extends object>(
  read: (
    requestContext: PortalRequestContext,
    session: SignedInAgent,
    brands: readonly TeamBrand[],
    args: LoaderFunctionArgs,
  ) => Promise<View | UnavailableView | undefined>,
) {
  return async (args: LoaderFunctionArgs) => {
    const requestContext = args.context.get(requestContextKey);
    const session = await readAgentSession(requestContext);
    if (session.kind === "closed") return notFound(requestContext);
    const texts = textsFor(requestContext, brandTexts);
    const unavailable = () =>
      data({ page: { kind: "unavailable" } satisfies UnavailableView, texts, isCompact: true }, { status: 503 });
    if (session.kind === "unavailable") return unavailable();
    // The first page of the team says who may do what, and lets people log in.
    if (session.kind === "signedOut" || teamRolesOf(session.roles).length === 0) throw redirect("/team");
    const listed = await brandApi(requestContext, session).brands();
    if (listed.kind !== "ok") return unavailable();
    const view = await read(requestContext, session, listed.data.brands, args);
    if (view === undefined) return notFound(requestContext);
    if (isUnavailable(view)) return unavailable();
    const { agentId: who, idleEndsAt: idle, endsAt: latest } = session;
    const limit = sessionLimit(requestContext, { idle, latest });
    const page: BrandsPage<View> = { who, roles: teamRolesOf(session.roles), limit, ...view };
    return data({ page, texts, isCompact: true }, { status: 200 });
  };
}

const isUnavailable = (view: object): view is UnavailableView => "kind" in view && view.kind === "unavailable";

/** Creates the loader of a page of one brand. */
export function brandLoader<View extends object>(
  load: (desk: BrandDesk, request: Request) => Promise<View | UnavailableView | undefined>,
) {
  return brandsLoader<View>(async (requestContext, session, brands, { request, params, url }) => {
    const desk = openBrandDesk(requestContext, session, { brands, brandId: params.brand, query: url.searchParams });
    return desk && load(desk, request);
  });
}

/** Creates the loader of a page that leads to a change. A member who may not change the brand is shown the brand. */
export function editLoader<View extends object>(
  load: (desk: BrandDesk) => Promise<View | UnavailableView | undefined>,
) {
  return brandLoader<View | BrandView>((desk) => (desk.canEdit ? load(desk) : brandView(desk)));
}

/** A form of one brand that a signed-in member has sent. */
export interface SentForm {
  requestContext: PortalRequestContext;
  session: SignedInAgent;
  brandId: string;
  query: URLSearchParams;
  values: FormValues;
  file: File | undefined;
}

/** Creates the action of a page of one brand, by the values of the field `act`. */
export function brandAction(acts: Readonly<Record<string, (form: SentForm) => Promise<FormResult>>>) {
  return async ({ request, params, url, context }: ActionFunctionArgs): Promise<FormResult> => {
    const requestContext = context.get(requestContextKey);
    const session = await readAgentSession(requestContext);
    if (session.kind === "closed") return rejectUnknownPost();
    if (session.kind === "signedOut") return redirect("/team", 303);
    const { values, file } = await readTypedForm(request);
    if (session.kind === "unavailable") return refuseFailedCall(values, session);
    const perform = new Map(Object.entries(acts)).get(values.act ?? "");
    const sent = { requestContext, session, brandId: params.brand ?? "", query: url.searchParams, values, file };
    return perform?.(sent) ?? rejectUnknownPost();
  };
}

/** Values as they were typed: a no-break space or a dash is part of a sentence. */
async function readTypedForm(request: Request): Promise<Pick<SentForm, "values" | "file">> {
  const form = await request.formData();
  const file = form.get("file");
  const values = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value.replaceAll("\r\n", "\n").trim()]] : [],
    ),
  );
  return { values, file: file instanceof File ? file : undefined };
}

type FormResult = Response | ReturnType<typeof rejectUnknownPost> | ReturnType<typeof refused>;

/** Handles a form with the brand that it is about; refuses it where the brand cannot be read. */
export function withDesk(handle: (desk: BrandDesk, sent: SentForm) => Promise<FormResult>) {
  return async (sent: SentForm): Promise<FormResult> => {
    const { requestContext, session, brandId, query, values } = sent;
    const listed = await brandApi(requestContext, session).brands();
    if (listed.kind !== "ok") return refuseFailedCall(values, listed);
    const desk = openBrandDesk(requestContext, session, { brands: listed.data.brands, brandId, query });
    return desk === undefined ? rejectUnknownPost() : handle(desk, sent);
  };
}

/** Handles a form about the version that its field `number` names; refuses it without one. */
export function withNumber(handle: (sent: SentForm, number: number) => Promise<FormResult>) {
  return async (sent: SentForm): Promise<FormResult> => {
    const { number = "" } = sent.values;
    if (!/^\d{1,9}$/.test(number)) return refused({ values: sent.values, refusal: "other" }, 409);
    return handle(sent, Number(number));
  };
}

/** The page again, with what was typed and why the API refused it. */
export function refuseFailedCall(values: FormValues, failed: FailedResult | { kind: "unavailable" }) {
  if (failed.kind === "unavailable" || failed.status >= 500) return refused({ values, refusal: "unavailable" }, 503);
  if (failed.status === 403) return refused({ values, refusal: "role" }, 403);
  if (failed.status === 413) return refused({ values, refusal: "tooLarge" }, 413);
  const { basedOn, screens, earlier, at, experiment, files } = failed.error.fields ?? {};
  if (screens !== undefined) return refused({ values, refusal: "screens" }, 409);
  if (earlier !== undefined) return refused({ values, refusal: "earlier" }, 409);
  if (experiment !== undefined) return refused({ values, refusal: "experiment" }, 409);
  if (files !== undefined && failed.status === 409) return refused({ values, refusal: "files" }, 409);
  if (at !== undefined) return refused({ values, refusal: "atPast" }, 409);
  return refused({ values, refusal: basedOn === undefined ? "other" : "basedOn" }, 409);
}

/** More reasons than anyone mends at once. */
const mostReasons = 50;

export function refused(
  { reasons = [], ...form }: Omit<RefusedForm, "reasons" | "moreReasons"> & { reasons?: RefusedReason[] },
  status: number,
) {
  const more = reasons.length - mostReasons;
  const listed = reasons.slice(0, mostReasons);
  return data<SentResult>(
    { refused: { ...form, reasons: listed, ...(more > 0 && { moreReasons: more }) } },
    { status },
  );
}

/** The page again, with what was typed and the screens that it changes. */
export const previewed = (form: Omit<PreviewedForm, "reasons">) =>
  data<SentResult>({ previewed: { reasons: [], ...form } });

interface SentResult {
  refused?: RefusedForm;
  previewed?: PreviewedForm;
}
