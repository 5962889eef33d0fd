import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { AuthenticationBody, SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import { policyRole } from "../../capabilities/accounts/new-account.rule.ts";
import { enterByPassword, loginDifficulties } from "../../capabilities/accounts/password-entry.rule.ts";
import { weighAgainst } from "../../capabilities/accounts/password-verdict.rule.ts";
import { counterState } from "../../capabilities/accounts/sign-in-failure.store.ts";
import { nameKeys } from "../../capabilities/accounts/sign-in-name.rule.ts";
import type { Account } from "../../capabilities/accounts/user-registry.port.ts";
import { countWrongPassword, watchForSpraying } from "../../capabilities/accounts/wrong-password.rule.ts";
import { factAtCreation } from "../../capabilities/identity-facts/identity-fact.rule.ts";
import { countAccountMail } from "../../capabilities/links/link-mail.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { refuseClaim } from "./asked-fact.journey.ts";
import { goneOrDone, holdRegistration, openRegistration } from "./hold-registration.journey.ts";
import type { LegacyCall, LegacyMove, LegacyRefusal } from "./legacy-call.port.ts";
import { mailLegacyLink } from "./mail-link.journey.ts";

export type JoinEnding = ({ kind: "signedIn" } & SignedIn) | LegacyRefusal;

interface Joining extends LegacyCall {
  account: Account;
  counterKeys: readonly string[];
  freshHash?: string;
}

/**
 * Adds the profile of a registration to an account of the household, for whoever knows its password; a driver shows
 * the mobile number on file first. A wrong password counts here and, like any sign-in, on the account's name.
 */
export async function joinAccount(
  parts: ProvingParts,
  visit: Visit,
  order: { id: string; body: AuthenticationBody },
): Promise<JoinEnding> {
  const ending = await tryToJoin(parts, visit, order);
  return ending.kind === "gone" ? goneOrDone(parts, visit, { id: order.id, how: "joined" }) : ending;
}

async function tryToJoin(
  parts: ProvingParts,
  visit: Visit,
  { id, body }: { id: string; body: AuthenticationBody },
): Promise<JoinEnding> {
  const counted = await parts.limits.take(parts.database, { limit: "verifyAddress", subject: visit.address });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  const opened = await openRegistration(parts, visit, id);
  if (opened.kind === "gone") return opened;
  const { question } = opened.session.state;
  const accountId = question?.method === "ASKPASSWORD" ? question.accountId : undefined;
  const account = accountId && (await parts.users.findById(parts.database, accountId));
  if (!account) return { kind: "gone" };
  if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
  const counterKeys = nameKeys(parts.keys.lookupHash, { brandId: account.brandId, email: account.email });
  const state = await counterState(parts.database, counterKeys);
  if (state.kind !== "open") return loginDifficulties(state);
  // Before the password: whoever does not know the person's own fact learns nothing of somebody else's password.
  const asksMobile = factAtCreation(opened.policies) === "cellPhone";
  const refusal = asksMobile ? await refuseClaim(parts, opened, body) : undefined;
  if (refusal) return refusal;
  const { kind, ...fresh } = await weighAgainst(parts, account, { ...body, client: visit.address });
  const joining = { ...opened, account, counterKeys, ...fresh };
  const ending = await holdRegistration<JoinEnding>(parts, opened, (transaction, session) =>
    kind === "wrong"
      ? refuse(parts, transaction, { ...joining, session })
      : join(parts, transaction, { ...joining, session }),
  );
  if (kind === "wrong") await watchForSpraying(parts);
  return ending;
}

async function join(parts: ProvingParts, transaction: Trx, joining: Joining): Promise<LegacyMove<JoinEnding>> {
  const { account, person } = joining;
  const entered = await enterByPassword(parts, transaction, joining);
  if (entered.kind === "changed") return { ending: { kind: "wrongSecret" } };
  if (entered.kind !== "signedIn") return { ending: entered };
  const count = await parts.users.addPolicies(transaction, account.id, [policyRole(person)]);
  const facts = { how: "legacy", count };
  return {
    ending: entered,
    endedHow: "joined",
    events: [{ event: "account.policiesAdded", result: "ok", accountId: account.id, facts }],
  };
}

/** The fifth wrong password, or the one that locks the account's name, ends the registration; a link goes to the person's own address. */
async function refuse(parts: ProvingParts, transaction: Trx, joining: Joining): Promise<LegacyMove<JoinEnding>> {
  const { visit, session, account, counterKeys } = joining;
  const wrongPasswords = session.state.wrongPasswords + 1;
  const { brandId } = account;
  const counter = await countWrongPassword(parts, transaction, { brandId, origin: visit.origin, account, counterKeys });
  const state = { ...session.state, wrongPasswords };
  const triesLeft = limitRows.passwordConfirmationSession.limit - wrongPasswords;
  // The account's own limit is drawn and may come first: only the last try shows.
  if (triesLeft > 0 && counter.kind === "open")
    return { ending: { kind: "wrongSecret", ...(triesLeft === 1 && { triesLeft }) }, state };
  await tellPerson(parts, transaction, joining);
  return { ending: loginDifficulties(counter), state, endedHow: "wrongPasswords" };
}

/** LOCKED_ACCOUNT by e-mail, to the address on file or else the account's, with a link that goes on without the registration. */
async function tellPerson(parts: ProvingParts, transaction: Trx, joining: Joining): Promise<void> {
  const { person, account } = joining;
  const recipient =
    person.email === null
      ? { email: account.email, typed: account.emailTyped }
      : { email: person.email, typed: person.emailTyped ?? person.email };
  if (!(await countAccountMail(parts.limits, transaction, { email: recipient.email }))) return;
  const order = { action: "ASKPASSWORD", account, recipient, mails: 0, message: "lockedAccount" } as const;
  await mailLegacyLink(parts, transaction, { ...joining, ...order, cause: "wrongPasswords" });
}
