import { appNow, incrementColumn } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import type { BookRowName } from "./person.rule.ts";

/** Ends the requests of an account that were not confirmed; returns their ids. */
export async function endPolicyAdditions(transaction: Trx, accountId: string): Promise<string[]> {
  const rows = await transaction
    .updateTable("policy_addition")
    .set({ ended_at: appNow })
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

export interface PolicyAddition {
  id: string;
  row: BookRowName;
  /** The e-mail or mobile number on the policy that the code was sent to. */
  contact: string;
  wrongCodeLimit: number;
}

export async function insertPolicyAddition(
  transaction: Trx,
  { row, ...addition }: Omit<PolicyAddition, "id"> & { accountId: string; sessionIdHash: string },
): Promise<string> {
  const { id } = await transaction
    .insertInto("policy_addition")
    .values({
      account_id: addition.accountId,
      session_id_hash: addition.sessionIdHash,
      company: row.company,
      policy_number: row.policyNumber,
      role: row.role,
      person_key: row.personKey,
      contact: addition.contact,
      wrong_code_limit: addition.wrongCodeLimit,
      requested_at: appNow,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The open request of a session; `lock`: with a row lock. */
export async function findPolicyAddition(
  database: DbOrTrx,
  of: { accountId: string; sessionIdHash: string; lock?: true },
): Promise<PolicyAddition | undefined> {
  const found = await database
    .selectFrom("policy_addition")
    .select(["id", "company", "policy_number as policyNumber", "role", "person_key as personKey"])
    .select(["contact", "wrong_code_limit as wrongCodeLimit"])
    .where("account_id", "=", of.accountId)
    .where("session_id_hash", "=", of.sessionIdHash)
    .where("ended_at", "is", null)
    .$if(of.lock === true, (query) => query.forUpdate())
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { id, contact, wrongCodeLimit, ...row } = found;
  return { id, contact, wrongCodeLimit, row };
}

export function countWrongAdditionCode(transaction: Trx, id: string): Promise<number> {
  return incrementColumn(transaction, "policy_addition", { id, column: "wrong_codes" });
}
