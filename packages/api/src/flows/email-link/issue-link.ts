import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { readEmailOnFile } from "@vestibule/contract/fields/email.rule.ts";
import { notifyAccount } from "../../accounts/notify-account.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { ApiDeps } from "../../deps.ts";
import type { IssueRefusal } from "../../links/issue-refusal.table.ts";
import type { MailedLinkFacts } from "../../links/link.store.ts";
import type { LinkOrder } from "../../links/link-order.port.ts";
import { fingerprintAccount } from "../../links/link-owner.rule.ts";
import { sendLink } from "../../links/send-link.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { findLinkTarget, type LinkTarget } from "./link-target.adapter.ts";

export type IssueLinkResult =
  | { kind: "issued"; token: string; url: string }
  | { kind: "refused"; refusal: IssueRefusal };

export type IssueLinkDeps = Pick<
  ApiDeps,
  "database" | "brands" | "directory" | "keys" | "random" | "notifier" | "auditor" | "originOf"
>;

/** A link that may be issued, with its person, recipient and action. */
export interface LinkPlan {
  kind: "planned";
  order: LinkOrder;
  brand: Brand;
  origin: string;
  target: Extract<LinkTarget, { kind: "found" }>;
  facts: MailedLinkFacts;
}

/** Issues a link for a person of the policy directory: link, message and audit event in one transaction. */
export async function issueLinkFor(deps: IssueLinkDeps, order: LinkOrder): Promise<IssueLinkResult> {
  const plan = await planLink(deps, order);
  return plan.kind === "refused"
    ? plan
    : transact(deps.database, (transaction) => issuePlannedLink(deps, transaction, plan));
}

/** Checks an order against accounts and the policy directory, without writing. */
export async function planLink(
  deps: IssueLinkDeps,
  order: LinkOrder,
): Promise<LinkPlan | { kind: "refused"; refusal: IssueRefusal }> {
  const refused = (refusal: IssueRefusal) => ({ kind: "refused", refusal }) as const;
  const brand = brandOf(deps, order);
  if (typeof brand === "string") return refused(brand);
  const typedEmail = order.email === undefined ? undefined : readEmailOnFile(order.email);
  if (order.email !== undefined && typedEmail === undefined) return refused("emailMalformed");
  const origin = deps.originOf(brand);
  if (origin === undefined) return refused("originMissing");
  const target = await findLinkTarget(deps, brand, { ...order, typedEmail });
  if (target.kind === "refused") return target;
  return { kind: "planned", order, brand, origin, target, facts: factsOf(deps, brand, { order, target }) };
}

export async function issuePlannedLink(
  deps: IssueLinkDeps,
  transaction: Trx,
  { order, brand, origin, target, facts }: LinkPlan,
): Promise<Extract<IssueLinkResult, { kind: "issued" }>> {
  const link = await sendLink(deps, transaction, {
    origin,
    facts,
    lifetimeMinutes: (order.expiresInHours ?? ttl.linkHours) * 60,
    message: order.message === "sent" ? "link" : "withheld",
    firstName: target.person.firstName,
  });
  // The reader of that inbox can still stop the change.
  if (facts.changesEmail && target.account)
    await notifyAccount(deps, transaction, { notification: "emailChangeAsked", account: target.account, origin });
  await deps.auditor.record(transaction, {
    event: "link.issued",
    result: "ok",
    brandId: brand.id,
    ...(facts.accountId && { accountId: facts.accountId }),
    journeyId: link.id,
    actor: order.actor,
    auditContext: createAuditContext("link", facts),
    facts: {
      action: order.action,
      source: order.src,
      message: order.message,
      role: order.role,
      expiresAt: link.expiresAt.toISOString(),
      ...(facts.changesEmail && { changesEmail: true }),
    },
  });
  return { kind: "issued", token: link.token, url: link.url };
}

function brandOf({ brands }: IssueLinkDeps, { brand, company }: LinkOrder): Brand | IssueRefusal {
  const hasCompany = (one: Brand) => one.companies.includes(company);
  if (brand === undefined) return brands.brands.find(hasCompany) ?? "companyUnknown";
  const knownBrand = brands.byId(brand);
  if (knownBrand === undefined) return "brandUnknown";
  return hasCompany(knownBrand) ? knownBrand : "companyUnknown";
}

function factsOf(
  { keys }: IssueLinkDeps,
  brand: Brand,
  { order, target }: { order: LinkOrder; target: Extract<LinkTarget, { kind: "found" }> },
): MailedLinkFacts {
  const { person, rows, account, recipient } = target;
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
    accountFingerprint: fingerprintAccount(keys.lookupHash, { account, rows }),
  };
}
