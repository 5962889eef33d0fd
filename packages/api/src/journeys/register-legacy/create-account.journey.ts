import type { AccountCreateBody } from "@vestibule/contract/v1/link.schema.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import { newAccountOf, welcomeNotice } from "../../capabilities/accounts/new-account.rule.ts";
import { checkPasswordForAccount } from "../../capabilities/passwords/password-check.rule.ts";
import { passwordRefusal } from "../../capabilities/passwords/password-refusal.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { refuseClaim } from "./asked-fact.journey.ts";
import { goneOrDone, holdRegistration, openRegistration } from "./hold-registration.journey.ts";
import type { LegacyCall, LegacyMove, LegacyRefusal, Validated } from "./legacy-call.port.ts";
import { welcomeBack } from "./proven.journey.ts";
import { provenBefore } from "./what-follows.rule.ts";

/** `validated`: the person has an account since a moment ago, by another way or browser, and is told which. */
export type RegisteredEnding = ({ kind: "created" } & SignedIn) | (Validated & { id: string }) | LegacyRefusal;
type TriedEnding = Exclude<RegisteredEnding, Validated> | Validated;
type Username = { email: string; emailTyped: string };

/**
 * Makes the account of a person who was proven, under the address that was. In this order: the registration, the body,
 * the identity fact, the password's rules; what is refused uses nothing up. Of several at once one is made.
 */
export async function createRegistered(
  parts: ProvingParts,
  visit: Visit,
  order: { id: string; body: AccountCreateBody },
): Promise<RegisteredEnding> {
  const ending = await tryToCreate(parts, visit, order);
  if (ending.kind === "validated") return { ...ending, id: order.id };
  return ending.kind === "gone" ? goneOrDone(parts, visit, { id: order.id, how: "created" }) : ending;
}

async function tryToCreate(
  parts: ProvingParts,
  visit: Visit,
  { id, body }: { id: string; body: AccountCreateBody },
): Promise<TriedEnding> {
  const counted = await parts.limits.take(parts.database, { limit: "verifyAddress", subject: visit.address });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  const opened = await openRegistration(parts, visit, id);
  if (opened.kind === "gone") return opened;
  const { username, welcomed } = opened.session.state;
  if (welcomed) return provenBefore({ ...opened, state: opened.session.state });
  if (username === undefined) return { kind: "gone" };
  if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
  const refusal =
    (await refuseClaim(parts, opened, body)) ?? (await refusePassword(parts, { visit, username }, body.password));
  if (refusal) return refusal;
  const passwordHash = await parts.hashing.hash(body.password, visit.address);
  return holdRegistration<TriedEnding>(parts, opened, (transaction, session) =>
    create(parts, transaction, { ...opened, session, username, passwordHash, terms: body.terms }),
  );
}

async function refusePassword(
  parts: ProvingParts,
  { visit, username }: { visit: Visit; username: Username },
  password: string,
): Promise<LegacyRefusal | undefined> {
  const { passwordPolicy: policy } = visit.brand;
  const fault = await checkPasswordForAccount(parts, {
    password,
    email: username.email,
    policy,
    previousHashes: [],
    clientIp: visit.address,
  });
  return fault && passwordRefusal(fault);
}

async function create(
  parts: ProvingParts,
  transaction: Trx,
  call: LegacyCall & Pick<AccountCreateBody, "terms"> & { username: Username; passwordHash: string },
): Promise<LegacyMove<TriedEnding>> {
  const { users, directory } = parts;
  const { visit, policies } = call;
  const account = newAccountOf(call);
  const creation = await users.create(transaction, account);
  if (creation.kind === "emailTaken") return { ending: { kind: "addressTaken" } };
  if (creation.kind === "personHasAccount") return existsMeanwhile(parts, transaction, call);
  const { accountId } = creation;
  await directory.spendPins(
    transaction,
    policies.map((row) => row.id),
  );
  const ticket = await users.issueTicket(transaction, { accountId });
  const facts = { how: "legacy", policies: account.policies.length };
  return {
    ending: { kind: "created", email: account.emailTyped, ticket },
    endedHow: "created",
    notices: [welcomeNotice(visit, account)],
    events: [{ event: "account.created", result: "ok", accountId, facts }],
  };
}

/** Another registration of the same person was first: its account has all of the person's policies, and its owner has proven who they are. */
async function existsMeanwhile(
  parts: ProvingParts,
  transaction: Trx,
  call: LegacyCall,
): Promise<LegacyMove<Validated | LegacyRefusal>> {
  const query = { brandId: call.visit.brand.id, personKey: call.person.personKey };
  const account = await parts.users.findByPerson(transaction, query);
  if (account === undefined) return { ending: { kind: "addressTaken" } };
  const { username: _proven, ...state } = call.session.state;
  return welcomeBack(parts, transaction, { ...call, state, account });
}
