import { type RelyingParty, relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import type { ApiDeps } from "../../deps.ts";
import { issueChallenge } from "../challenge.adapter.ts";
import { insertPasskey } from "../passkey.store.ts";
import { userHandleOf } from "../passkey-options.rule.ts";
import { verifyNewPasskey } from "../verify-passkey.adapter.ts";
import { Authenticator, type DeviceOptions } from "./authenticator.ts";

/** Adds a passkey of a new authenticator to an account, and returns the authenticator. */
export async function addTestPasskey(
  deps: ApiDeps,
  { accountId, ...device }: { accountId: string } & DeviceOptions,
): Promise<Authenticator> {
  const party = relyingPartyOf({
    brand: deps.brands.defaultBrand,
    origin: device.origin,
    mode: deps.mode,
  }) as RelyingParty;
  const scope = { party, purpose: "add", session: "a session" } as const;
  const authenticator = new Authenticator();
  const userHandle = userHandleOf(accountId).toString("base64url");
  const verified = await verifyNewPasskey(
    deps,
    scope,
    authenticator.create(issueChallenge(deps, scope), userHandle, device),
  );
  if (verified === undefined) throw new Error("the passkey was refused");
  const { passkey, challenge } = verified;
  const result = await deps.database
    .transaction()
    .execute((transaction) => insertPasskey(transaction, { ...passkey, accountId, name: "iPhone" }, challenge));
  if (typeof result === "string") throw new Error(`the passkey was not added: ${result}`);
  return authenticator;
}
