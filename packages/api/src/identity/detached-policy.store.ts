import { sql } from "kysely";
import type { PolicyRole } from "../accounts/account-policy.store.ts";
import type { Auditor } from "../audit/auditor.port.ts";
import type { Db, Trx } from "../platform/database.table.ts";
import { transact } from "../platform/transaction.adapter.ts";

export interface DetachedPolicy {
  brand: string;
  accountId: string;
  company: string;
  policyNumber: string;
  role: number;
  detachedAt: Date;
}

/** Policies that only names and date of birth had joined to an account, oldest first. */
export async function listDetachedPolicies(database: Db): Promise<DetachedPolicy[]> {
  return database
    .selectFrom("detached_policy")
    .innerJoin("account", "account.id", "detached_policy.account_id")
    .select(["account.brand", "account_id as accountId", "company", "policy_number as policyNumber", "role"])
    .select("detached_at as detachedAt")
    .orderBy("detached_at")
    .orderBy("account_id")
    .orderBy("policy_number")
    .execute();
}

export interface UncheckedAccount {
  id: string;
  brandId: string;
}

/** Accounts whose policies a migration could not check, since another system knows who is on them. */
export async function findUncheckedAccounts(database: Db): Promise<UncheckedAccount[]> {
  return database
    .selectFrom("account")
    .select(["id", "brand as brandId"])
    .where(sql<boolean>`policies_unchecked`)
    .orderBy("id")
    .execute();
}

export async function markChecked(transaction: Trx, accountId: string): Promise<void> {
  await transaction.updateTable("account").set({ policies_unchecked: false }).where("id", "=", accountId).execute();
}

export async function detachPolicies(
  transaction: Trx,
  accountId: string,
  policies: readonly PolicyRole[],
): Promise<void> {
  for (const { company, policyNumber: policy_number, role } of policies) {
    const policy = { account_id: accountId, company, policy_number, role };
    await transaction
      .deleteFrom("account_policy")
      .where((one) => one.and(policy))
      .execute();
    await transaction
      .insertInto("detached_policy")
      .values(policy)
      .onConflict((on) => on.doNothing())
      .execute();
  }
}

const batch = 500;

/** Writes an audit event for each policy that a migration detached, also where an earlier run was interrupted. */
export async function recordDetachedPolicies(deps: { database: Db; auditor: Auditor }): Promise<void> {
  for (let recorded = batch; recorded === batch; )
    recorded = await transact(deps.database, async (transaction) => {
      const { rows } = await sql<{ brand: string; accountId: string; company: string; role: number }>`
        with due as (
          select detached.*, account.brand from detached_policy detached join account on account.id = account_id
          where recorded_at is null limit ${batch} for update of detached
        )
        update detached_policy detached set recorded_at = app_now() from due
        where (detached.account_id, detached.company, detached.policy_number, detached.role)
          = (due.account_id, due.company, due.policy_number, due.role)
        returning due.brand, due.account_id as "accountId", due.company, due.role`.execute(transaction);
      const events = rows.map(({ brand: brandId, accountId, company, role }) => ({
        ...({ event: "account.policyDetached", result: "ok", actor: "system" } as const),
        brandId,
        accountId,
        facts: { company, role },
      }));
      await deps.auditor.record(transaction, ...events);
      return rows.length;
    });
}
