import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { PortalSession } from "../../../visit/request-context.ts";
import type { ResetKind } from "./reset-start.table.ts";

/** What lets this browser set a new password: a code, a temporary password, or a link from an e-mail. */
export interface ResetGround {
  kind: ResetKind;
  /** Id of the journey, the account or the link in the API's paths. */
  id: string;
  token: string;
  /** ISO times until which a code or a temporary password holds, and at the latest. */
  endsAt?: string;
  latestEndsAt?: string | undefined;
  /** Whole where its owner has proven it. */
  email?: string;
  /** All that a link tells of it. */
  maskedEmail?: string;
  /** Asked beside the password. */
  fact?: Extract<IdentityFact, "postalCode" | "cellPhone">;
}

/** The newest ground: a link that arrived after the code stands, since a right code takes an older link away. */
export function groundOf({ link, recovery }: PortalSession): ResetGround | undefined {
  if (link?.answer.action === "RESETPWD_LOGIN") {
    const { id, email, identityFact } = link.answer;
    return {
      ...{ kind: "link", id, token: link.token, fact: asked(identityFact) },
      ...(email !== undefined && { maskedEmail: email }),
    };
  }
  if (recovery?.proof === undefined) return undefined;
  const { how, id, proof } = recovery;
  const { token, email, identityFact, endsAt, latestEndsAt } = proof;
  return {
    ...{ kind: how === "temporary" ? "temporary" : "code", id, token, email, endsAt, latestEndsAt },
    ...(identityFact !== undefined && { fact: asked(identityFact) }),
  };
}

/** A reset asks for one fact. */
function asked(fact: IdentityFact): NonNullable<ResetGround["fact"]> {
  return fact === "cellPhone" ? "cellPhone" : "postalCode";
}
