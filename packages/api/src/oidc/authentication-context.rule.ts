/** Values of `acr` and `amr` (RFC 8176) for each way to open a session. A ticket follows a code and a new password. */
export const authenticationContexts = {
  password: { acr: "urn:vestibule:password", amr: ["pwd"] },
  ticket: { acr: "urn:vestibule:password", amr: ["pwd", "otp"] },
  passkey: { acr: "urn:vestibule:passkey", amr: ["pop", "user"] },
};

/** Values of `acr`, weakest first. */
export const acrValues = [...new Set(Object.values(authenticationContexts).map(({ acr }) => acr))];

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
    .map((value) => acrValues.indexOf(value))
    .filter((level) => level >= 0);
  return levels.length > 0 && levels.every((level) => level > acrValues.indexOf(acr));
}

/** Whether an essential `acr` allows one of these values; true where none is essential. */
export function isAcrAllowed(request: AcrRequest | null | undefined, offered: readonly string[]): boolean {
  if (!request?.essential) return true;
  const allowed = [request.value ?? [], request.values ?? []].flat();
  return allowed.length === 0 || offered.some((acr) => allowed.includes(acr));
}

/** What an application requests of `acr`: voluntarily, and in the parameter `claims`. */
export interface AcrRequests {
  acrValues?: string | undefined;
  acrClaim?: AcrRequest | undefined;
}

/** Reads the requests for an `acr` from the parameters of an authorization request. */
export function readAcrRequests({ acr_values: acrValues, claims }: Record<string, unknown>): AcrRequests {
  return { acrValues: acrValues === undefined ? undefined : String(acrValues), acrClaim: acrClaimOf(claims) };
}

function acrClaimOf(claims: unknown): AcrRequest | undefined {
  try {
    return JSON.parse(String(claims))?.id_token?.acr ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether a sign-in has the requested `acr`. */
export function satisfiesAcr({ acrValues, acrClaim }: AcrRequests, acr: string): boolean {
  return !asksForStronger(acrValues, acr) && isAcrAllowed(acrClaim, [acr]);
}
