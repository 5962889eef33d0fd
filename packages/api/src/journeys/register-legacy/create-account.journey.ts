import type { AccountCreateBody } from "@vestibule/contract/v1/link.schema.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import { newAccountOf, policyRole, welcomeNotice } from "../../capabilities/accounts/new-account.rule.ts";
import { checkPasswordForAccount } from "../../capabilities/passwords/password-check.rule.ts";
import { passwordRefusal } from "../../capabilities/passwords/password-refusal.rule.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { refuseClaim } from "./asked-fact.journey.ts";
import { goneOrDone, holdRegistration, openRegistration } from "./hold-registration.journey.ts";
import type { LegacyCall, LegacyMove, LegacyParts, LegacyRefusal } from "./legacy-call.port.ts";

export type RegisteredEnding = ({ kind: "created" } & SignedIn) | LegacyRefusal;
type Username = { email: string; emailTyped: string };

/**
 * Makes the account of a person who was proven, under the address that was. In this order: the registration, the body,
 * the identity fact, the password's rules; what is refused uses nothing up. Of several at once one is made.
 */
export async function createRegistered(
  parts: LegacyParts,
  visit: Visit,
  order: { id: string; body: AccountCreateBody },
): Promise<RegisteredEnding> {
  const ending = await tryToCreate(parts, visit, order);
  return ending.kind === "gone" ? goneOrDone(parts, visit, { id: order.id, how: "created" }) : ending;
}

async function tryToCreate(
  parts: LegacyParts,
  visit: Visit,
  { id, body }: { id: string; body: AccountCreateBody },
): Promise<RegisteredEnding> {
  const counted = await parts.limits.take(parts.database, { limit: "verifyAddress", subject: visit.address });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  const opened = await openRegistration(parts, visit, id);
  if (opened.kind === "gone") return opened;
  const { username } = opened.session.state;
  if (username === undefined) return { kind: "gone" };
  if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
  const refusal =
    (await refuseClaim(parts, opened, body)) ?? (await refusePassword(parts, { visit, username }, body.password));
  if (refusal) return refusal;
  const passwordHash = await parts.hashing.hash(body.password);
  return holdRegistration<RegisteredEnding>(parts, opened, (transaction) =>
    create(parts, transaction, { ...opened, username, passwordHash, terms: body.terms }),
  );
}

async function refusePassword(
  parts: LegacyParts,
  { visit, username }: { visit: Visit; username: Username },
  password: string,
): Promise<LegacyRefusal | undefined> {
  const { passwordPolicy: policy } = visit.brand;
  const fault = await checkPasswordForAccount(parts, { password, email: username.email, policy, previousHashes: [] });
  return fault && passwordRefusal(fault);
}

async function create(
  { users, directory }: LegacyParts,
  transaction: Trx,
  call: LegacyCall & Pick<AccountCreateBody, "terms"> & { username: Username; passwordHash: string },
): Promise<LegacyMove<RegisteredEnding>> {
  const { visit, person, policies } = call;
  const account = newAccountOf(call);
  const creation = await users.create(transaction, account);
  if (creation.kind === "emailTaken") return { ending: { kind: "addressTaken" } };
  if (creation.kind === "personHasAccount") {
    // Made meanwhile by another way: the account that is there has all of the person's policies, as by any way.
    const own = await users.findByPerson(transaction, { brandId: visit.brand.id, personKey: person.personKey });
    if (own) await users.addPolicies(transaction, own.id, policies.map(policyRole));
    return { ending: { kind: "addressTaken" } };
  }
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
