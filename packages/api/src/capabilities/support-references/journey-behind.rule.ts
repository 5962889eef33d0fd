import type { SupportReferenceBody } from "@vestibule/contract/v1/support.schema.ts";
import type { ApiParts } from "../../parts.ts";
import { type HandlePurpose, openAccountHandle } from "../accounts/account-handle.rule.ts";
import { nameKeys } from "../accounts/sign-in-name.rule.ts";
import { findLink } from "../links/link.store.ts";
import type { JourneyBehind } from "./support-reference.store.ts";

const kinds = {
  registration: "register-legacy",
  recovery: "recover",
  link: "link",
  "sign-in": "sign-in",
} as const satisfies Record<HandlePurpose, JourneyBehind["kind"]>;
const purposes = Object.keys(kinds) as HandlePurpose[];

/** What a person was doing, by the ids that their visit holds. One of another brand, or none of ours, names nothing. */
export async function journeyBehind(
  parts: Pick<ApiParts, "database" | "keys">,
  { brandId, journey, handle, link }: Pick<SupportReferenceBody, "journey" | "handle" | "link"> & { brandId: string },
): Promise<JourneyBehind | undefined> {
  if (journey !== undefined) return { kind: "register", id: journey };
  if (link !== undefined) {
    const found = await findLink(parts, parts.database, { token: link, brandId });
    return found && { kind: "link", id: found.id };
  }
  return handle === undefined ? undefined : behindHandle(parts, { brandId, handle });
}

function behindHandle({ keys }: Pick<ApiParts, "keys">, of: { brandId: string; handle: string }) {
  for (const purpose of purposes) {
    const opened = openAccountHandle(keys.secretHash, { purpose, brandId: of.brandId, text: of.handle });
    if (opened === undefined) continue;
    const id = opened.kind === "account" ? opened.accountId : undefined;
    const kind = kinds[purpose];
    const { email } = opened;
    const named = email === undefined ? {} : { nameKeys: nameKeys(keys.lookupHash, { brandId: of.brandId, email }) };
    if (id === undefined) return { kind, ...named };
    return kind === "sign-in" ? { kind, accountId: id, ...named } : { kind, id };
  }
  return undefined;
}
