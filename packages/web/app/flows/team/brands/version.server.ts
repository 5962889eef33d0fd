import type { TeamBrand } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { translate } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { brandChanges } from "./brand-changes.rule.ts";
import { type BrandDesk, formatMoment, readFiles, viewOfFailure, zoneOf } from "./brand-desk.server.ts";
import type { UnavailableView, VersionAct, VersionFacts, VersionView } from "./brands-view.ts";
import { titledScreens } from "./pictures.server.ts";
import { withProductSentences } from "./sentence.server.ts";

type Version = TeamBrand["versions"][number];

/** What a version changes, and what the member may do with it. */
export async function versionView(desk: BrandDesk): Promise<VersionView | UnavailableView | undefined> {
  const { requestContext, session, brand, head, canPublish, query } = desk;
  const version = brand.versions.find(({ number }) => String(number) === query.get("number"));
  if (version === undefined) return undefined;
  const [before, after] = await Promise.all([readFiles(desk, version.basedOn), readFiles(desk, version.number)]);
  if (before.kind !== "ok") return viewOfFailure(before);
  if (after.kind !== "ok") return viewOfFailure(after);
  const isOwn = version.state === "draft" && version.author === session.agentId;
  const acts = canPublish && !isOwn ? actsOn[version.state] : [];
  return {
    kind: "version",
    brand: head,
    isOwn,
    version: versionFacts(requestContext, brand, version),
    changes: withProductSentences(brandChanges(before.data.files, after.data.files)),
    screens: (await titledScreens(requestContext, version.screens)).map((screen) => ({
      ...screen,
      isSeen: version.seenScreens.includes(screen.id),
    })),
    acts,
    canTry: canPublish && isTriable(version),
    ...(acts.some((act) => act === "publish" || act === "rollBack") && { planZone: zoneOf(requestContext, brand) }),
  };
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
