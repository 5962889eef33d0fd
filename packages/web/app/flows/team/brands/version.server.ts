import { folderVersion, type TeamBrand } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { isSameStaff } from "@vestibule/contract/internal/staff-role.rule.ts";
import { translate } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { brandChanges } from "./brand-changes.rule.ts";
import { type BrandDesk, formatMoment, readFiles, viewOfFailure, zoneOf } from "./brand-desk.server.ts";
import type { UnavailableView, VersionAct, VersionFacts, VersionView } from "./brands-view.ts";
import { namedChanges } from "./change-name.server.ts";
import { titledScreens } from "./pictures.server.ts";

type Version = TeamBrand["versions"][number];

/** What a version changes, and what the member may do with it. */
export async function versionView(desk: BrandDesk): Promise<VersionView | UnavailableView | undefined> {
  const { requestContext, session, brand, head, canPublish, query } = desk;
  const version = brand.versions.find(({ number }) => String(number) === query.get("number"));
  if (version === undefined) return undefined;
  const [before, after] = await Promise.all([readFiles(desk, version.basedOn), readFiles(desk, version.number)]);
  if (before.kind !== "ok") return viewOfFailure(before);
  if (after.kind !== "ok") return viewOfFailure(after);
  const isOwn = version.state === "draft" && isSameStaff(version.author, session.agentId);
  const acts = canPublish && !isOwn ? actsOn[version.state] : [];
  return {
    kind: "version",
    brand: head,
    isOwn,
    version: versionFacts(requestContext, brand, version),
    ...(acts.length > 0 && includedVersions(requestContext, brand, version)),
    changes: namedChanges(requestContext, brandChanges(before.data.files, after.data.files)),
    screens: (await titledScreens(requestContext, version.screens)).map((screen) => ({
      ...screen,
      isSeen: version.seenScreens.includes(screen.id),
    })),
    acts,
    canTry: canPublish && isTriable(version),
    ...(acts.some((act) => act === "publish" || act === "rollBack") && { planZone: zoneOf(requestContext, brand) }),
  };
}

/** Earlier versions that a version includes and people do not see, in words; a version is drafted on the newest one. */
function includedVersions(
  { language }: PortalRequestContext,
  { versions, published }: TeamBrand,
  { basedOn }: Version,
): Pick<VersionView, "includes"> {
  const basisOf = (number: number) => versions.find((version) => version.number === number)?.basedOn;
  const chainFrom = (number: number | undefined): number[] =>
    number === undefined || number === folderVersion ? [] : [number, ...chainFrom(basisOf(number))];
  const seen = new Set(chainFrom(published));
  const unseen = chainFrom(basedOn).filter((number) => !seen.has(number));
  if (unseen.length === 0) return {};
  const list = new Intl.ListFormat(`${language}-CA`, { type: "conjunction" });
  return { includes: list.format(unseen.reverse().map(String)) };
}

const actsOn: Record<Version["state"], readonly VersionAct[]> = {
  draft: ["approve"],
  approved: ["publish"],
  planned: ["publish", "cancel"],
  published: [],
  former: ["rollBack"],
};

/** Whether an experiment may try a version. */
export const isTriable = ({ state }: Version) => state === "approved" || state === "former";

/** Times are those of the brand's own province, whichever brand's portal the member has opened. */
export function versionFacts(requestContext: PortalRequestContext, brand: TeamBrand, version: Version): VersionFacts {
  const { number, state, reason, author, approvedBy, createdAt, publishedAt } = version;
  const moment = (at: string) => formatMoment(requestContext, brand, at);
  return {
    number,
    state: translate(requestContext, `team:state.${state}`),
    reason,
    drafted: translate(requestContext, "team:version.drafted", { member: author, moment: moment(createdAt) }),
    ...(approvedBy && { approved: translate(requestContext, "team:version.approved", { member: approvedBy }) }),
    ...(publishedAt && {
      published: translate(requestContext, `team:version.${state === "planned" ? "planned" : "published"}`, {
        moment: moment(publishedAt),
      }),
    }),
  };
}
