import "../../staff/staff.css";
import "./team.css";
import { folderVersion, type TeamBrand } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { teamRolesOf } from "@vestibule/contract/internal/staff-role.rule.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { sessionLimit } from "../../form/expiry.server.ts";
import { readForm } from "../../form/form-error.ts";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { textsFor } from "../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { notFound, rejectUnknownPost } from "../../roadblock/not-found.server.ts";
import { RoadblockPage } from "../../roadblock/roadblock-page.tsx";
import { readAgentSession, type SignedInAgent } from "../../staff/agent-session.server.ts";
import type { Route } from "./+types/brands.route";
import { brandChanges } from "./brand-changes.rule.ts";
import { BrandsScreen } from "./brands.screen.tsx";
import {
  brandApi,
  changesOf,
  findSentences,
  newestOf,
  publishedInWords,
  sentenceAt,
  telephoneOf,
  versionView,
} from "./brands.server.ts";
import type { BrandsPage, RefusedDraft, VersionAct } from "./team-view.ts";

const brandTexts = ["team", "agent:signOut", "agent:endsAt", "agent:ending", "fields"] as const;

export async function loader({ params, url, context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const session = await readAgentSession(requestContext);
  if (session.kind === "closed") return notFound(requestContext);
  // The first page of the team says who may do what, and lets people log in.
  if (session.kind !== "signedIn" || teamRolesOf(session.roles).length === 0) return redirect("/team");
  const page = await pageFor(requestContext, session, { brandId: params.brand, query: url.searchParams });
  if (page === undefined) return notFound(requestContext);
  const texts = textsFor(requestContext, brandTexts);
  return data({ page, texts, isCompact: true }, { status: page.kind === "noBrands" ? 503 : 200 });
}

/** Undefined for an unknown brand, version or sentence. */
async function pageFor(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
  { brandId, query }: { brandId: string | undefined; query: URLSearchParams },
): Promise<BrandsPage | undefined> {
  const { agentId: who, idleEndsAt: idle, endsAt: latest } = session;
  const roles = teamRolesOf(session.roles);
  const shared = { who, roles, limit: sessionLimit(requestContext, { idle, latest }) };
  const api = brandApi(requestContext, session);
  const listed = await api.brands();
  if (listed.kind !== "ok") return { kind: "noBrands", ...shared };
  const headOf = (brand: TeamBrand) => ({
    id: brand.id,
    name: brand.name[requestContext.language],
    published: publishedInWords(requestContext, brand),
  });
  if (brandId === undefined) {
    const brands = listed.data.brands.map((brand) => {
      return { ...headOf(brand), drafts: brand.versions.filter(({ state }) => state === "draft").length };
    });
    return { kind: "brands", ...shared, brands };
  }
  const found = listed.data.brands.find(({ id }) => id === brandId);
  if (found === undefined) return undefined;
  const brand = headOf(found);
  const canEdit = found.isEditable && roles.includes("edit");
  const canPublish = found.isEditable && roles.includes("publish");
  const filesOf = async (number: number) => {
    const read = await api.files(found.id, String(number));
    return read.kind === "ok" ? read.data.files : undefined;
  };

  const number = query.get("version");
  if (number !== null) {
    const version = found.versions.find((one) => String(one.number) === number);
    const files = version && (await filesOf(version.number));
    const before = version && (await filesOf(version.basedOn));
    if (version === undefined || files === undefined || before === undefined) return undefined;
    const isOwn = version.author === who;
    const acts: Record<typeof version.state, readonly VersionAct[]> = {
      draft: isOwn ? [] : ["approve"],
      approved: ["publish"],
      planned: ["publish"],
      published: [],
      former: ["rollBack"],
    };
    return {
      ...{ kind: "version", ...shared, brand, isOwn: isOwn && version.state === "draft" },
      version: versionView(requestContext, version),
      changes: brandChanges(before, files),
      acts: canPublish ? acts[version.state] : [],
    };
  }

  const [key, words] = [query.get("key"), query.get("words") ?? ""];
  const isTelephone = query.get("change") === "telephone";
  const basedOn = newestOf(found);
  const files = canEdit ? await filesOf(basedOn) : undefined;
  if (files !== undefined && isTelephone)
    return { kind: "telephone", ...shared, brand, basedOn, number: telephoneOf(files) };
  if (files !== undefined && key !== null) {
    const sentence = sentenceAt(files, key);
    return sentence && { kind: "sentence", ...shared, brand, basedOn, sentence };
  }
  return {
    ...{ kind: "brand", ...shared, brand, isLocked: !found.isEditable },
    versions: found.versions.map((version) => versionView(requestContext, version)),
    ...(files && { search: { words, found: findSentences(files, words) } }),
    canReturnToFolder: canPublish && found.published !== folderVersion,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const session = await readAgentSession(requestContext);
  if (session.kind === "closed") return rejectUnknownPost();
  if (session.kind !== "signedIn") return redirect("/team", 303);
  const { brand = "" } = params;
  const path = `/team/brands/${brand}`;
  const api = brandApi(requestContext, session);
  const { act, number = "", basedOn, reason = "" } = values;
  if (act === "save") {
    const saved = await api.save(brand, { basedOn: Number(basedOn), changes: changesOf(values), reason });
    if (saved.kind === "ok") return redirect(`${path}?version=${saved.data.number}`, 303);
    const { fields = {} } = saved.kind === "error" ? saved.error : {};
    const reasons = Object.entries(fields).map(([place, why]) => `${place}: ${why}`);
    const isInvalid = saved.kind === "error" && saved.status === 400;
    const refusal = fields.basedOn === undefined ? "other" : "basedOn";
    const refused: RefusedDraft = { values, reasons: isInvalid ? reasons : [], ...(!isInvalid && { refusal }) };
    return data({ refused }, { status: isInvalid ? 400 : 409 });
  }
  const done =
    act === "approve"
      ? await api.approve(brand, number)
      : await api.publish(brand, { number: act === "folder" ? folderVersion : Number(number) });
  if (done.kind === "ok") return redirect(act === "approve" ? `${path}?version=${number}` : path, 303);
  return data({ refused: { values, reasons: [], refusal: "other" } satisfies RefusedDraft }, { status: 409 });
}

export const handle: ScreenHandle = { isHelp: true };

export default function BrandsRoute({ loaderData, actionData }: Route.ComponentProps) {
  if ("exits" in loaderData) return <RoadblockPage facts={loaderData} />;
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  return <BrandsScreen page={loaderData.page} refused={refused} />;
}
