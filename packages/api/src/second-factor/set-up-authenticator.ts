import type { AuthenticatorSetup } from "@vestibule/contract/account/authenticator.schema.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import type { Account } from "../accounts/account.store.ts";
import { notifyAccount } from "../accounts/notify-account.ts";
import { startSettling } from "../accounts/settling.store.ts";
import type { LimitedDeps, RequestContext } from "../deps.ts";
import type { Trx } from "../platform/database.table.ts";
import { openSecret, sealSecret } from "../platform/sealed-secret.adapter.ts";
import { confirmSetup, hasRoomForAuthenticator, insertSetup, lockSetup } from "./authenticator.store.ts";
import { acceptedStep, clockFault, generateTotpSecret, totpUri } from "./totp.adapter.ts";

/** An account, which the caller has locked, and what sets the app up: a session, or a pending sign-in. */
export interface AuthenticatorOwner {
  account: Account;
  setUpBy: string;
}

type StartDeps = LimitedDeps<"keys" | "random">;

/** Starts to set up an app, or returns what was started: the page may be loaded again. */
export async function startSetup(
  deps: StartDeps,
  transaction: Trx,
  { account, setUpBy: sessionIdHash, issuer }: AuthenticatorOwner & { issuer: Brand["name"]["en"] },
): Promise<{ kind: "started"; setup: AuthenticatorSetup } | { kind: "tooManyMethods" }> {
  const accountId = account.id;
  if (!(await hasRoomForAuthenticator(transaction, accountId))) return { kind: "tooManyMethods" };
  const started = await lockSetup(transaction, { accountId, sessionIdHash });
  const owner = accountId;
  let secret = started && (await openSecret(deps.keys.storedSecret, { owner, sealed: started.secret }));
  if (secret === undefined) {
    secret = generateTotpSecret(deps.random);
    const sealed = await sealSecret(deps.keys.storedSecret, { owner, secret });
    await insertSetup(transaction, { accountId, sessionIdHash, ...sealed });
  }
  return { kind: "started", setup: { secret, uri: totpUri({ secret, issuer, label: account.emailAsTyped }) } };
}

interface TypedSetup extends AuthenticatorOwner, Pick<RequestContext, "origin" | "device"> {
  name: string;
  code: string;
  /** Further e-mails that hear of the app. */
  alsoTo: readonly string[];
}

export type CompleteSetupResult =
  /** `id`: of the app. */
  | { kind: "added"; id: string }
  | { kind: "wrongCode"; reason?: "clockAhead" | "clockBehind" }
  | { kind: "notFound" | "tooManyMethods" };

/** Adds the app that was set up, given a code that it shows, and notifies the owner. */
export async function completeSetup(
  deps: LimitedDeps<"keys" | "notifier">,
  transaction: Trx,
  { account, setUpBy: sessionIdHash, name, ...typed }: TypedSetup,
): Promise<CompleteSetupResult> {
  const accountId = account.id;
  const code = normaliseCode(typed.code);
  const setup = await lockSetup(transaction, { accountId, sessionIdHash });
  const secret = setup && (await openSecret(deps.keys.storedSecret, { owner: accountId, sealed: setup.secret }));
  if (setup === undefined || secret === undefined) return { kind: "notFound" };
  const { id, now } = setup;
  const step = acceptedStep(secret, { code, now });
  if (step === undefined) {
    const fault = clockFault(secret, { code, now });
    return { kind: "wrongCode", ...(fault && { reason: fault === "ahead" ? "clockAhead" : "clockBehind" }) };
  }
  const changeCount = await deps.limits.consume(transaction, { limit: "methodChangeAccount", subject: accountId });
  if (changeCount.kind === "exceeded" || !(await hasRoomForAuthenticator(transaction, accountId)))
    return { kind: "tooManyMethods" };
  await confirmSetup(transaction, { id, name, step });
  await startSettling(transaction, accountId);
  const { origin, device, alsoTo } = typed;
  await notifyAccount(deps, transaction, { notification: "authenticatorAdded", account, origin, device, alsoTo });
  return { kind: "added", id };
}
