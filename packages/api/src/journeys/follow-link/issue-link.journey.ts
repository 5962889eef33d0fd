import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { checkEmail, normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { settledText } from "@vestibule/contract/fields/text.rule.ts";
import type { LinkOrderBody } from "@vestibule/contract/v1/link.schema.ts";
import type { Account } from "../../capabilities/accounts/user-registry.port.ts";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import type { LinkFacts } from "../../capabilities/links/link.store.ts";
import { linkBinding } from "../../capabilities/links/link-binding.rule.ts";
import { mailLink } from "../../capabilities/links/link-mail.rule.ts";
import type { ApiParts } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IssueRefusal } from "./issue-refusal.table.ts";
import { findOrdered, type Ordered } from "./ordered-link.rule.ts";

export interface IssueOrder extends LinkOrderBody {
  /** Who orders: service, operator:<name> or agent:<id>. */
  actor: string;
  /** Of the person on the policy, where that is known already. */
  personKey?: string;
  /** Withheld where the insurer's own letter carries the link. */
  message: "sent" | "withheld";
}

export type IssueEnding = { kind: "issued"; token: string; url: string } | { kind: "refused"; refusal: IssueRefusal };

export type IssueParts = Pick<
  ApiParts,
  "database" | "brands" | "users" | "directory" | "keys" | "random" | "notifier" | "auditor" | "originOf"
>;

/** A link that may be issued: for whom, where it goes, and what it leads to. */
export interface LinkPlan {
  kind: "planned";
  order: IssueOrder;
  brand: Brand;
  /** Of the portal that the link opens. */
  origin: string;
  ordered: Extract<Ordered, { kind: "found" }>;
  facts: LinkFacts & { recipient: NonNullable<LinkFacts["recipient"]> };
}

/** Issues a link for a person of the book: the link, its message and the trail in one transaction. */
export async function issueLinkFor(parts: IssueParts, order: IssueOrder): Promise<IssueEnding> {
  const plan = await planLink(parts, order);
  return plan.kind === "refused"
    ? plan
    : transact(parts.database, (transaction) => issuePlannedLink(parts, transaction, plan));
}

/** Checks an order against accounts and book; nothing is written. */
export async function planLink(
  parts: IssueParts,
  order: IssueOrder,
): Promise<LinkPlan | { kind: "refused"; refusal: IssueRefusal }> {
  const refused = (refusal: IssueRefusal) => ({ kind: "refused", refusal }) as const;
  const brand = brandOf(parts, order);
  if (typeof brand === "string") return refused(brand);
  const given = order.email === undefined ? undefined : addressOf(order.email);
  if (order.email !== undefined && given === undefined) return refused("emailMalformed");
  const origin = parts.originOf(brand);
  if (origin === undefined) return refused("originMissing");
  const ordered = await findOrdered(parts, brand, { ...order, given });
  if (ordered.kind === "refused") return ordered;
  return { kind: "planned", order, brand, origin, ordered, facts: factsOf(parts, brand, { order, ordered }) };
}

export async function issuePlannedLink(
  parts: IssueParts,
  transaction: Trx,
  { order, brand, origin, ordered, facts }: LinkPlan,
): Promise<Extract<IssueEnding, { kind: "issued" }>> {
  const link = await mailLink(parts, transaction, {
    brand,
    origin,
    facts,
    lifetimeMinutes: (order.expiresInHours ?? lifetimes.linkHours) * 60,
    message: order.message === "sent" ? "link" : "withheld",
    firstName: ordered.person.firstName,
  });
  if (facts.changesEmail && ordered.account) await warnOwner(parts, transaction, { origin, account: ordered.account });
  await parts.auditor.record(transaction, {
    event: "link.issued",
    result: "ok",
    brandId: brand.id,
    ...(facts.accountId && { accountId: facts.accountId }),
    journeyId: link.id,
    actor: order.actor,
    lived: livedIn("link", facts),
    facts: {
      action: order.action,
      source: order.src,
      message: order.message,
      role: order.role,
      ...(facts.changesEmail && { changesEmail: true }),
    },
  });
  return { kind: "issued", token: link.token, url: link.url };
}

/** To the address that the account has now: whoever reads mail there alone learns of it while it can be stopped. */
async function warnOwner(
  { notifier }: IssueParts,
  transaction: Trx,
  { origin, account }: { origin: string; account: Account },
): Promise<void> {
  const { brandId, language, province, email } = account;
  await notifier.notify(transaction, {
    ...{ notification: "emailChangeAsked", channel: "EMAIL", recipient: email, brandId, language },
    facts: { origin, province },
  });
}

function brandOf({ brands }: IssueParts, { brand, company }: IssueOrder): Brand | IssueRefusal {
  const sells = (one: Brand) => one.companies.includes(company);
  if (brand === undefined) return brands.brands.find(sells) ?? "companyUnknown";
  const named = brands.byId(brand);
  if (named === undefined) return "brandUnknown";
  return sells(named) ? named : "companyUnknown";
}

function addressOf(typed: string): { email: string; typed: string } | undefined {
  const email = checkEmail(typed) === undefined ? normaliseEmail(typed) : undefined;
  return email === undefined ? undefined : { email, typed: settledText(typed) };
}

function factsOf(
  { keys }: IssueParts,
  brand: Brand,
  { order, ordered }: { order: IssueOrder; ordered: Extract<Ordered, { kind: "found" }> },
): LinkFacts & { recipient: NonNullable<LinkFacts["recipient"]> } {
  const { person, rows, account, recipient } = ordered;
  const { company, policyNumber, role } = person;
  const province = Object.hasOwn(brand.provinces, person.province) ? person.province : brand.defaults.province;
  return {
    brandId: brand.id,
    action: order.action,
    source: order.src,
    personKey: person.personKey,
    policy: { company, policyNumber, role },
    ...(account && { accountId: account.id }),
    recipient,
    ...(order.action === "RESETPWD_LOGIN" && account?.email !== recipient.email && { changesEmail: true as const }),
    ubi: person.ubi,
    language: person.language ?? account?.language ?? brand.defaults.language,
    province,
    boundTo: linkBinding(keys.lookupHash, { account, rows }),
  };
}
