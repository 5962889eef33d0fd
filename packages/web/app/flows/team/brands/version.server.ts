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
  const acts = canPublish && !isOwn ? actsOn[isIncluded(brand, version) ? "former" : version.state] : [];
  return {
    kind: "version",
    brand: head,
    isOwn,
    version: versionFacts(requestContext, brand, version),
    includes: acts.length > 0 ? unseenVersionsIn(brand, version) : [],
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

/** Earlier versions that a version includes and people do not see. */
function unseenVersionsIn(brand: TeamBrand, { basedOn }: Version): number[] {
  const seen = versionsIn(brand, brand.published);
  return versionsIn(brand, basedOn).filter((number) => !seen.includes(number));
}

/** A version and those that it was drafted on, the oldest first. */
function versionsIn(brand: TeamBrand, number: number | undefined): number[] {
  if (number === undefined || number === folderVersion) return [];
  const version = brand.versions.find((one) => one.number === number);
  return [...versionsIn(brand, version?.basedOn), number];
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

/** Whether people see an approved version as a part of a later one. */
const isIncluded = (brand: TeamBrand, { number, state }: Version) =>
  state === "approved" && versionsIn(brand, brand.published).includes(number);

function stateInWords(requestContext: PortalRequestContext, brand: TeamBrand, version: Version): string {
  return isIncluded(brand, version)
    ? translate(requestContext, "team:state.included", { number: brand.published })
    : translate(requestContext, `team:state.${version.state}`);
}

/** Times are those of the brand's own province, whichever brand's portal the member has opened. */
export function versionFacts(requestContext: PortalRequestContext, brand: TeamBrand, version: Version): VersionFacts {
  const { number, state, reason, author, approvedBy, createdAt, publishedAt } = version;
  const moment = (at: string) => formatMoment(requestContext, brand, at);
  return {
    number,
    state: stateInWords(requestContext, brand, version),
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
