import { passkeyResponse } from "@vestibule/contract/account/passkey.schema.ts";
import { parseJson } from "@vestibule/contract/api.client.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { RelyingParty } from "@vestibule/contract/brand/relying-party.rule.ts";
import { knownBrowserHashes } from "../../accounts/known-browser.store.ts";
import { loginEligibility } from "../../accounts/login-eligibility.rule.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { readPasskeySignInFacts } from "../../accounts/passkey-sign-in.store.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { ApiDeps } from "../../deps.ts";
import { isCopy } from "../../passkeys/passkey.store.ts";
import { userHandleOf } from "../../passkeys/passkey-options.rule.ts";
import { reportCopy } from "../../passkeys/report-copy.ts";
import { verifyPasskeyResponse } from "../../passkeys/verify-passkey.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { Credentials } from "./credentials.rule.ts";
import { type ProvenSignInResult, type SignInDeps, signInWithProof } from "./sign-in-with-proof.ts";
import { hasOwnShare, knownDevice } from "./trusted-device.ts";

export interface PasskeyCredentials extends Pick<Credentials, "clientIp" | "devices" | "session" | "locale"> {
  brand: Credentials["brand"] & Pick<Brand, "companies">;
  party: RelyingParty;
  /** The device's answer, as JSON. */
  response: string;
  /** Hashes of the browser's pending sign-in; none without its cookie. */
  pendingIdHashes: readonly string[];
}

/**
 * Signs in with a passkey. A lock after wrong passwords does not apply, because there is nothing to guess; the state of
 * the account does. Throws database errors.
 */
export async function signInByPasskey(
  deps: SignInDeps & Pick<ApiDeps, "directory">,
  attempt: PasskeyCredentials,
): Promise<ProvenSignInResult | { kind: "unknownPasskey" | "passkeyOff" }> {
  const { party, clientIp } = attempt;
  const window = { limit: "loginClientIp", subject: clientIp } as const;
  const response = passkeyResponse.safeParse(parseJson(attempt.response)).data;
  if (response === undefined) {
    const { kind } = await deps.limits.consume(deps.database, window);
    return { kind: kind === "exceeded" ? "unavailable" : "malformed" };
  }
  const facts = await readPasskeySignInFacts(deps, {
    window,
    credentialId: response.id,
    relyingParty: party.id,
    browserHashes: [...attempt.devices.values()].flatMap((one) => knownBrowserHashes(deps.keys.secretHash, one)),
  });
  const { isLimitReached } = facts;
  const found = facts.found?.account.brandId === party.brandId ? facts.found : undefined;
  const device = knownDevice(deps, facts, attempt.devices.get(found?.account.id ?? ""));
  if (isLimitReached && !(await hasOwnShare(deps, { device }))) return { kind: "unavailable" };

  const auditContext = createAuditContext("signIn", attempt.locale);
  const { brand, session, pendingIdHashes } = attempt;
  const refuse = async () => {
    await transact(deps.database, (transaction) =>
      deps.auditor.record(transaction, {
        event: "sign-in.refused",
        result: "passkey",
        brandId: party.brandId,
        ...(found && { accountId: found.account.id }),
        actor: "person",
        auditContext,
        facts: { how: "passkey", ...session.device },
      }),
    );
    return { kind: "invalidCredentials" } as const;
  };
  if (found === undefined) {
    const refused = await refuse();
    // A host may serve another brand later, such as one in demo mode, whose passkeys still belong to an account.
    return facts.found === undefined ? { kind: "unknownPasskey" } : refused;
  }
  const { passkey, account, isRemoved } = found;
  const isOfAccount = response.response.userHandle === userHandleOf(account.id).toString("base64url");
  if (isRemoved || !isOfAccount) return refuse();
  const verified = await verifyPasskeyResponse(deps, { party, purpose: "signIn" }, { passkey, response });
  if (verified === undefined) return refuse();
  const use = { passkey, ...verified };
  const isNewCopy = !passkey.isBlocked && isCopy(use);
  if (isNewCopy) await reportCopy(deps, { use, brand, account, origin: party.origin, device: session.device });
  if (passkey.isBlocked || isNewCopy) {
    await refuse();
    // Only a device that has proven its passkey learns why it is refused.
    const eligibility = loginEligibility(account);
    return { kind: eligibility === "ok" ? "passkeyOff" : eligibility };
  }
  const nameKeys = loginNameHashes(deps.keys.lookupHash, { brandId: account.brandId, email: account.email });
  const entry = { account, brand, origin: party.origin, auditContext, session, device };
  return (await signInWithProof(deps, entry, { kind: "passkey", use, nameKeys, pendingIdHashes })) ?? refuse();
}
