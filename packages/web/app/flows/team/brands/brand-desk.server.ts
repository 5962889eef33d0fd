import {
  type BrandFiles,
  brandVersionEndpoints,
  folderVersion,
  type TeamBrand,
} from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { teamRolesOf } from "@vestibule/contract/internal/staff-role.rule.ts";
import type { AccountCallResult } from "@vestibule/contract/v1/account.endpoint.ts";
import { formatDay, formatTime, nameTimeZone, nameTimeZoneOf } from "@vestibule/wording/format.ts";
import { type FailedResult, isRejected } from "../../../api/error-handling.rule.ts";
import { translate } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { type SignedInAgent, staffApi } from "../../../staff/agent-session.server.ts";
import type { BrandHead, UnavailableView } from "./brands-view.ts";

/** A signed-in member of the team at one brand. */
export interface BrandDesk {
  requestContext: PortalRequestContext;
  session: SignedInAgent;
  brand: TeamBrand;
  head: BrandHead;
  canEdit: boolean;
  canPublish: boolean;
  query: URLSearchParams;
}

export function brandApi(requestContext: PortalRequestContext, session: SignedInAgent) {
  return staffApi(requestContext, session, brandVersionEndpoints);
}

/** Undefined for a brand that is not listed. */
export function openBrandDesk(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
  { brands, brandId, query }: { brands: readonly TeamBrand[]; brandId: string | undefined; query: URLSearchParams },
): BrandDesk | undefined {
  const brand = brands.find(({ id }) => id === brandId);
  if (brand === undefined) return undefined;
  const roles = teamRolesOf(session.roles);
  return {
    requestContext,
    session,
    brand,
    query,
    head: headOf(requestContext, brand),
    canEdit: brand.isEditable && roles.includes("edit"),
    canPublish: brand.isEditable && roles.includes("publish"),
  };
}

export function headOf(requestContext: PortalRequestContext, brand: TeamBrand): BrandHead {
  const { id, name, published, notLoaded, experiment } = brand;
  return {
    id,
    name: name[requestContext.language],
    published:
      published === folderVersion
        ? translate(requestContext, "team:brand.folder")
        : translate(requestContext, "team:brand.published", { number: published }),
    ...(experiment && {
      experiment: translate(requestContext, "team:experiment.running", {
        number: experiment.tried,
        share: (experiment.share / 100).toLocaleString(`${requestContext.language}-CA`, { style: "percent" }),
      }),
    }),
    notLoaded: notLoaded.map(({ server, shown, failedAt }) =>
      translate(requestContext, shown === folderVersion ? "team:brand.notLoaded.folder" : "team:brand.notLoaded", {
        ...{ server, shown, number: published },
        moment: formatMoment(requestContext, brand, failedAt),
      }),
    ),
  };
}

/** Day and time, with the zone of the brand. */
export function formatMoment(requestContext: PortalRequestContext, brand: TeamBrand, at: string): string {
  const format = { timeZone: brand.timeZone, language: requestContext.language };
  return translate(requestContext, "team:version.moment", {
    day: formatDay(new Date(at), format),
    time: `${formatTime(new Date(at), format)} (${nameTimeZoneOf(brand.timeZone, requestContext.language, new Date(at))})`,
  });
}

export const zoneOf = ({ language, now }: PortalRequestContext, { timeZone }: TeamBrand) =>
  nameTimeZone(timeZone, language, now);

/** The version that a draft would change. */
export const newestOf = ({ versions }: TeamBrand) => versions[0]?.number ?? folderVersion;

export function readFiles(
  { requestContext, session, brand }: BrandDesk,
  number: number,
): Promise<AccountCallResult<{ files: BrandFiles }>> {
  return brandApi(requestContext, session).files(brand.id, String(number));
}

/** The page in place of one whose call failed; undefined where what it shows does not exist. */
export function viewOfFailure(result: FailedResult): UnavailableView | undefined {
  return isRejected(result, { status: 404 }) ? undefined : { kind: "unavailable" };
}
