import type { SupportReferenceBody } from "@vestibule/contract/v1/support.schema.ts";
import { loginNameHashes } from "../accounts/login-name.rule.ts";
import { type OpaqueIdPurpose, readOpaqueId } from "../accounts/opaque-id.rule.ts";
import type { ApiDeps } from "../deps.ts";
import { findLink } from "../links/link.store.ts";
import type { ReferencedJourney } from "./support-reference.store.ts";

const purposes = ["policyNumberRegistration", "recovery", "link", "signIn"] as const satisfies OpaqueIdPurpose[];

/** Resolves the ids in the browser to a journey; undefined for an invalid id or one of another brand. */
export async function findReferencedJourney(
  deps: Pick<ApiDeps, "database" | "keys">,
  { brandId, journey, handle, link }: Pick<SupportReferenceBody, "journey" | "handle" | "link"> & { brandId: string },
): Promise<ReferencedJourney | undefined> {
  if (journey !== undefined) return { kind: "registration", id: journey };
  if (link !== undefined) {
    const found = await findLink(deps, deps.database, { token: link, brandId });
    return found && { kind: "link", id: found.id };
  }
  return handle === undefined ? undefined : journeyOfHandle(deps, { brandId, handle });
}

function journeyOfHandle({ keys }: Pick<ApiDeps, "keys">, of: { brandId: string; handle: string }) {
  for (const kind of purposes) {
    const opened = readOpaqueId(keys.secretHash, { purpose: kind, brandId: of.brandId, text: of.handle });
    if (opened === undefined) continue;
    const { id, email } = opened;
    const named =
      email === undefined ? {} : { loginNameHashes: loginNameHashes(keys.lookupHash, { brandId: of.brandId, email }) };
    if (id === undefined) return { kind, ...named };
    return kind === "signIn" ? { kind, accountId: id, ...named } : { kind, id };
  }
  return undefined;
}
