import "../../../staff/staff.css";
import "../team.css";
import { type BrandFiles, folderVersion } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { teamRolesOf } from "@vestibule/contract/internal/staff-role.rule.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { type FailedResult, isRejected } from "../../../api/error-handling.rule.ts";
import { sessionLimit } from "../../../form/expiry.server.ts";
import { readForm } from "../../../form/form-error.ts";
import type { FormValues } from "../../../form/form-values.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { textsFor, translate } from "../../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../../request/request-context.ts";
import { notFound, rejectUnknownPost } from "../../../roadblock/not-found.server.ts";
import { RoadblockPage } from "../../../roadblock/roadblock-page.tsx";
import { readAgentSession, type SignedInAgent } from "../../../staff/agent-session.server.ts";
import { momentOfLocalTime } from "../local-time.rule.ts";
import type { Route } from "./+types/brands.route";
import { brandView } from "./brand.server.ts";
import { type BrandDesk, brandApi, openBrandDesk } from "./brand-desk.server.ts";
import { BrandsScreen } from "./brands.screen.tsx";
import type { BrandsPage, OneBrandView, RefusedForm, RefusedReason, UnavailableView } from "./brands-view.ts";
import { changedWeek, hoursView, weekField, weekFormView } from "./hours.server.ts";
import { brandListView } from "./list.server.ts";
import { changedSentence, sentenceField, sentenceFormView } from "./sentence.server.ts";
import { changedSpecialDay, specialDayField, specialDayFormView } from "./special-day.server.ts";
import { changedTelephone, telephoneField, telephoneFormView } from "./telephone.server.ts";
import { versionView } from "./version.server.ts";

type LoadView = (desk: BrandDesk) => Promise<OneBrandView | UnavailableView | undefined>;

/** A form that drafts the next version. */
interface DraftForm {
  load: LoadView;
  /** The files that the form changes, of the version that it was opened on. */
  change: (files: BrandFiles, values: FormValues) => BrandFiles;
  /** The field of a place that the check names, and its sentence; without one, the check's words are shown. */
  fieldAt: (place: string) => { field: string; text?: TextKey } | undefined;
}

/** The pages of a brand by the last part of their path. One route has all of them, as each adds to the manifest. */
const pages: Readonly<Partial<Record<string, LoadView>>> = { version: versionView };
const forms: Readonly<Partial<Record<string, DraftForm>>> = {
  sentence: { load: sentenceFormView, change: changedSentence, fieldAt: sentenceField },
  telephone: { load: telephoneFormView, change: changedTelephone, fieldAt: telephoneField },
  week: { load: weekFormView, change: changedWeek, fieldAt: weekField },
  "special-day": { load: specialDayFormView, change: changedSpecialDay, fieldAt: specialDayField },
};
/** Pages that lead to a form alone. */
const editPages: Readonly<Partial<Record<string, LoadView>>> = { hours: hoursView };

const brandTexts = ["team", "agent:signOut", "agent:endsAt", "agent:ending", "fields"] as const;

export async function loader({ params, url, context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const session = await readAgentSession(requestContext);
  if (session.kind === "closed") return notFound(requestContext);
  const texts = textsFor(requestContext, brandTexts);
  const respond = (page: BrandsPage) =>
    data({ page, texts, isCompact: true }, { status: page.kind === "unavailable" ? 503 : 200 });
  if (session.kind === "unavailable") return respond({ kind: "unavailable" });
  // The first page of the team says who may do what, and lets people log in.
  if (session.kind === "signedOut" || teamRolesOf(session.roles).length === 0) return redirect("/team");

  const listed = await brandApi(requestContext, session).brands();
  if (listed.kind !== "ok") return respond({ kind: "unavailable" });
  const { brands } = listed.data;
  const brand = brands.find(({ id }) => id === params.brand);
  const desk = brand && openBrandDesk(requestContext, session, { brand, query: url.searchParams });
  const view =
    params.brand === undefined
      ? brandListView(requestContext, brands)
      : desk && (await pageAt(desk, params.part)?.(desk));
  if (view === undefined) return notFound(requestContext);
  const { agentId: who, idleEndsAt: idle, endsAt: latest } = session;
  const limit = sessionLimit(requestContext, { idle, latest });
  return respond(view.kind === "unavailable" ? view : { who, roles: teamRolesOf(session.roles), limit, ...view });
}

/** A member who may not change the brand is shown the brand in place of a form. */
function pageAt(desk: BrandDesk, part: string | undefined): LoadView | undefined {
  if (part === undefined) return brandView;
  const edit = forms[part]?.load ?? editPages[part];
  return edit === undefined || desk.canEdit ? (edit ?? pages[part]) : brandView;
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const session = await readAgentSession(requestContext);
  if (session.kind === "closed") return rejectUnknownPost();
  if (session.kind === "unavailable") return refuse(values, session);
  if (session.kind === "signedOut") return redirect("/team", 303);
  const { brand = "", part = "" } = params;
  const path = `/team/brands/${brand}`;
  const api = brandApi(requestContext, session);
  const { act, number = "" } = values;
  switch (act) {
    case "save":
      return saveDraft(requestContext, session, { brand, form: forms[part], values });
    case "approve": {
      const approved = await api.approve(brand, number);
      return approved.kind === "ok" ? redirect(`${path}/version?number=${number}`, 303) : refuse(values, approved);
    }
    case "publish":
    case "folder": {
      const published = await api.publish(brand, { number: act === "folder" ? folderVersion : Number(number) });
      return published.kind === "ok" ? redirect(path, 303) : refuse(values, published);
    }
    case "plan":
      return planPublication(requestContext, session, { brandId: brand, values });
    case "cancel": {
      const cancelled = await api.cancel(brand);
      return cancelled.kind === "ok" ? redirect(path, 303) : refuse(values, cancelled);
    }
    default:
      return rejectUnknownPost();
  }
}

async function saveDraft(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
  { brand, form, values }: { brand: string; form: DraftForm | undefined; values: FormValues },
) {
  const { basedOn = "", reason = "" } = values;
  if (form === undefined) return rejectUnknownPost();
  const api = brandApi(requestContext, session);
  const read = await api.files(brand, basedOn);
  if (read.kind !== "ok") return refuse(values, read);
  const files = form.change(read.data.files, values);
  const saved = await api.save(brand, { basedOn: Number(basedOn), files, reason });
  if (saved.kind === "ok") return redirect(`/team/brands/${brand}/version?number=${saved.data.number}`, 303);
  if (!isRejected(saved, { status: 400 })) return refuse(values, saved);
  const reasons = Object.entries(saved.error.fields ?? {}).map(([place, why]): RefusedReason => {
    if (place === "reason") return { field: "reason", ...inWords("team:draft.reasonMissing") };
    const { field, text } = form.fieldAt(place) ?? {};
    if (field === undefined) return { text: `${place}: ${why}`, isEnglish: true };
    return { field, ...(text === undefined ? { text: why, isEnglish: true } : inWords(text)) };
  });
  return refused({ values, reasons }, 400);

  function inWords(text: TextKey) {
    return { text: translate(requestContext, text), isEnglish: false };
  }
}

/** Publishes a version at the entered time of the brand's own time zone. */
async function planPublication(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
  { brandId, values }: { brandId: string; values: FormValues },
) {
  const { number = "", at: typed = "" } = values;
  const api = brandApi(requestContext, session);
  const listed = await api.brands();
  if (listed.kind !== "ok") return refuse(values, listed);
  const brand = listed.data.brands.find(({ id }) => id === brandId);
  if (brand === undefined) return rejectUnknownPost();
  const at = momentOfLocalTime(typed, brand.timeZone);
  if (at === undefined) return refused({ values, refusal: "atFormat" }, 400);
  const planned = await api.publish(brandId, { number: Number(number), at: at.toISOString() });
  if (planned.kind === "ok") return redirect(`/team/brands/${brandId}/version?number=${number}`, 303);
  return refuse(values, planned);
}

/** The page again, with what was typed and why the API refused it. */
function refuse(values: FormValues, failed: FailedResult | { kind: "unavailable" }) {
  if (failed.kind === "unavailable" || failed.status >= 500) return refused({ values, refusal: "unavailable" }, 503);
  const { basedOn, at } = failed.error.fields ?? {};
  if (at !== undefined) return refused({ values, refusal: "atPast" }, 409);
  return refused({ values, refusal: basedOn === undefined ? "other" : "basedOn" }, 409);
}

const refused = (form: Omit<RefusedForm, "reasons"> & { reasons?: RefusedReason[] }, status: number) =>
  data({ refused: { reasons: [], ...form } satisfies RefusedForm }, { status });

export const handle: ScreenHandle = { isHelp: true };

export default function BrandsRoute({ loaderData, actionData }: Route.ComponentProps) {
  if ("exits" in loaderData) return <RoadblockPage facts={loaderData} />;
  const refusedForm = actionData && "refused" in actionData ? actionData.refused : undefined;
  return <BrandsScreen page={loaderData.page} refused={refusedForm} />;
}
