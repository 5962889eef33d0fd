import type { SupportReferenceBody } from "@vestibule/contract/v1/support.schema.ts";
import { loginNameHashes } from "../accounts/login-name.rule.ts";
import { type OpaqueIdPurpose, readOpaqueId } from "../accounts/opaque-id.rule.ts";
import type { ApiDeps } from "../deps.ts";
import { findLink } from "../links/link.store.ts";
import type { JourneyBehind } from "./support-reference.store.ts";

const kinds = {
  registration: "register-legacy",
  recovery: "recover",
  link: "link",
  "sign-in": "sign-in",
} as const satisfies Record<OpaqueIdPurpose, JourneyBehind["kind"]>;
const purposes = Object.keys(kinds) as OpaqueIdPurpose[];

/** Resolves the ids in the browser to a journey; undefined for an invalid id or one of another brand. */
export async function journeyBehind(
  deps: Pick<ApiDeps, "database" | "keys">,
  { brandId, journey, handle, link }: Pick<SupportReferenceBody, "journey" | "handle" | "link"> & { brandId: string },
): Promise<JourneyBehind | undefined> {
  if (journey !== undefined) return { kind: "register", id: journey };
  if (link !== undefined) {
    const found = await findLink(deps, deps.database, { token: link, brandId });
    return found && { kind: "link", id: found.id };
  }
  return handle === undefined ? undefined : journeyOfHandle(deps, { brandId, handle });
}

function journeyOfHandle({ keys }: Pick<ApiDeps, "keys">, of: { brandId: string; handle: string }) {
  for (const purpose of purposes) {
    const opened = readOpaqueId(keys.secretHash, { purpose, brandId: of.brandId, text: of.handle });
    if (opened === undefined) continue;
    const id = opened.kind === "account" ? opened.accountId : undefined;
    const kind = kinds[purpose];
    const { email } = opened;
    const named =
      email === undefined ? {} : { loginNameHashes: loginNameHashes(keys.lookupHash, { brandId: of.brandId, email }) };
    if (id === undefined) return { kind, ...named };
    return kind === "sign-in" ? { kind, accountId: id, ...named } : { kind, id };
  }
  return undefined;
}
