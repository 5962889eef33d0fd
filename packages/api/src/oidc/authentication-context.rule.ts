import { type SecondFactorId, secondFactorIds, secondFactors } from "@vestibule/catalogue/second-factor.table.ts";
import { type AcrLevel, acrLevels } from "@vestibule/contract/brand/oidc-client.schema.ts";

const [passwordAcr, secondFactorAcr, passkeyAcr] = acrLevels;
const levels: readonly string[] = acrLevels;
const levelOf = (acr: string) => levels.indexOf(acr);

/** Values of `acr` and `amr` (RFC 8176) by which a proof may be described. */
interface AuthenticationContext {
  acr: AcrLevel;
  amr: readonly string[];
}

/** `secondFactor`: the method that followed the password or ticket. A ticket follows a code and a new password. */
export interface Proof {
  by: "password" | "ticket" | "passkey";
  secondFactor?: SecondFactorId | null;
}

/** Describes a proof, strongest first. A passkey is two proofs by itself, for an application that insists on two. */
export function authenticationContextsOf({
  by,
  secondFactor,
}: Proof): [AuthenticationContext, ...AuthenticationContext[]] {
  const { amr } = secondFactors.passkey;
  if (by === "passkey")
    return [
      { acr: passkeyAcr, amr },
      { acr: secondFactorAcr, amr: [...amr, "mfa"] },
    ];
  if (secondFactor) return [{ acr: secondFactorAcr, amr: secondFactors[secondFactor].amr }];
  return [{ acr: passwordAcr, amr: by === "ticket" ? ["pwd", "otp"] : ["pwd"] }];
}

/** The proof that a token's `acr` and `amr` describe; of several methods with one `amr`, the weakest. */
export function proofOf({ acr, amr = [] }: { acr?: string | undefined; amr?: readonly string[] | undefined }) {
  const described = (proof: Proof) =>
    authenticationContextsOf(proof).some((one) => one.acr === acr && one.amr.join() === amr.join());
  if (described({ by: "passkey" })) return { openedBy: "passkey", secondFactor: null } as const;
  const [secondFactor = null] = secondFactorIds
    .filter((id) => described({ by: "password", secondFactor: id }))
    .sort((one, other) => secondFactors[one].strength - secondFactors[other].strength);
  return { openedBy: "password", secondFactor } as const;
}

/** The `acr` member of a `claims` parameter (OpenID Connect Core 5.5.1.1). */
interface AcrRequest {
  essential?: boolean;
  value?: unknown;
  values?: unknown;
}

/** Whether any offered value of `acr_values` is stronger than the current sign-in. */
export function asksForStronger(requested: unknown, acr = ""): boolean {
  const levels = String(requested ?? "")
    .split(" ")
    .map(levelOf)
    .filter((level) => level >= 0);
  return levels.length > 0 && levels.every((level) => level > levelOf(acr));
}

/**
 * Whether an essential `acr` allows one of these values; true where none is essential. It is as strict as the library,
 * which asks without end for what no sign-in satisfies: `value` and `values` both apply, and an empty list allows none.
 */
export function isAcrAllowed(request: AcrRequest | null | undefined, offered: readonly string[]): boolean {
  if (!request?.essential) return true;
  const { value, values } = request;
  return offered.some((acr) => (!value || value === acr) && (!values || [values].flat().includes(acr)));
}

/** What an application requests of `acr`: voluntarily, in the parameter `claims`, and in its file. */
export interface AcrRequests {
  acrValues?: string | undefined;
  acrClaim?: AcrRequest | undefined;
  minimumAcr?: AcrLevel | undefined;
}

/** Reads the requests for an `acr` from the parameters of an authorization request. An essential one counts alone. */
export function readAcrRequests({ acr_values: acrValues, claims }: Record<string, unknown>): AcrRequests {
  const acrClaim = acrClaimOf(claims);
  const isVoluntary = acrValues !== undefined && !acrClaim?.essential;
  return { acrValues: isVoluntary ? String(acrValues) : undefined, acrClaim };
}

function acrClaimOf(claims: unknown): AcrRequest | undefined {
  try {
    return JSON.parse(String(claims))?.id_token?.acr ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether an `acr` is as strong as the weakest one that an application accepts. */
export function reachesMinimum(minimumAcr: AcrLevel | undefined, acr = ""): boolean {
  return minimumAcr === undefined || levelOf(acr) >= levelOf(minimumAcr);
}

/** Whether a sign-in has the requested `acr`. */
export function satisfiesAcr({ acrValues, acrClaim, minimumAcr }: AcrRequests, acr: string): boolean {
  return !asksForStronger(acrValues, acr) && isAcrAllowed(acrClaim, [acr]) && reachesMinimum(minimumAcr, acr);
}

/** Whether a second proof would satisfy an application that this `acr` does not satisfy. */
export function asksForSecondProof(requested: AcrRequests, acr: string): boolean {
  return !satisfiesAcr(requested, acr) && satisfiesAcr(requested, secondFactorAcr);
}
