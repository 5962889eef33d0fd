import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { PortalSession } from "../../../portal-session.server.ts";
import type { ResetKind } from "../parts/recovery-path.table.ts";

/** What authorises this browser to set a new password: a code, a temporary password, or a link from an e-mail. */
export interface ResetAuthorization {
  kind: ResetKind;
  /** Id of the journey, the account or the link in the API's paths. */
  id: string;
  token: string;
  /** ISO times: the current expiry, and the latest one to which it can be extended. */
  endsAt?: string;
  latestEndsAt?: string | undefined;
  /** Unmasked, where its owner is verified. */
  email?: string;
  /** Masked e-mail of a link, which does not reveal more. */
  maskedEmail?: string;
  /** Knowledge check that is asked beside the password. */
  fact?: Extract<IdentityFact, "postalCode" | "cellPhone">;
}

/** The authorisation in the session. A link takes precedence, because verifying a code removes any older link. */
export function resetAuthorization({ link, recovery }: PortalSession): ResetAuthorization | undefined {
  if (link?.answer.action === "RESETPWD_LOGIN") {
    const { id, email, identityFact } = link.answer;
    return {
      kind: "link",
      id,
      token: link.token,
      fact: knowledgeCheckOf(identityFact),
      ...(email !== undefined && { maskedEmail: email }),
    };
  }
  if (recovery?.proof === undefined) return undefined;
  const { how, id, proof } = recovery;
  const { token, email, identityFact, endsAt, latestEndsAt } = proof;
  return {
    kind: how === "temporary" ? "temporary" : "code",
    id,
    token,
    email,
    endsAt,
    latestEndsAt,
    ...(identityFact !== undefined && { fact: knowledgeCheckOf(identityFact) }),
  };
}

/** A reset asks for one fact only. */
function knowledgeCheckOf(fact: IdentityFact): NonNullable<ResetAuthorization["fact"]> {
  return fact === "cellPhone" ? "cellPhone" : "postalCode";
}
