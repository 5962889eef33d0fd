import type { TeamBrand } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { momentWithZone, translate } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { brandChanges } from "./brand-changes.rule.ts";
import { type BrandDesk, readFiles, viewOfFailure } from "./brand-desk.server.ts";
import type { UnavailableView, VersionAct, VersionFacts, VersionView } from "./brands-view.ts";

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
  return {
    ...{ kind: "version", brand: head, isOwn },
    version: versionFacts(requestContext, version),
    changes: brandChanges(before.data.files, after.data.files),
    acts: canPublish && !isOwn ? actsOn[version.state] : [],
  };
}

const actsOn: Record<Version["state"], readonly VersionAct[]> = {
  draft: ["approve"],
  approved: ["publish"],
  planned: ["publish"],
  published: [],
  former: ["rollBack"],
};

export function versionFacts(requestContext: PortalRequestContext, version: Version): VersionFacts {
  const { number, state, reason, author, approvedBy, createdAt, publishedAt } = version;
  const moment = (at: string) => translate(requestContext, "team:version.moment", momentWithZone(requestContext, at));
  return {
    number,
    state: translate(requestContext, `team:state.${state}`),
    reason,
    drafted: translate(requestContext, "team:version.drafted", { member: author, moment: moment(createdAt) }),
    ...(approvedBy && { approved: translate(requestContext, "team:version.approved", { member: approvedBy }) }),
    ...(publishedAt && {
      published: translate(requestContext, "team:version.published", { moment: moment(publishedAt) }),
    }),
  };
}
