import { availableParallelism } from "node:os";
import type { NewAccount } from "@vestibule/api/accounts/account-store.port.ts";
import type { PasswordHashing } from "@vestibule/api/passwords/password-hashing.port.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { AccountSecret } from "./account-row.rule.ts";
import type { AccountCounts, AccountsImport } from "./accounts-import.schema.ts";
import type { OwnedRow } from "./find-owners.ts";
import { importSession, recordImport } from "./import-session.store.ts";

/** Hashes the new passwords, then writes all accounts in one transaction. A dry run neither hashes nor writes. */
export async function createAccounts(order: AccountsImport, owned: readonly OwnedRow[]): Promise<AccountCounts> {
  const fresh = owned.filter((row) => !row.taken);
  const withoutPolicy = fresh.filter((row) => row.entries.length === 0).length;
  if (order.dryRun) return { added: fresh.length, untouched: owned.length - fresh.length, withoutPolicy };
  const hashes = await hashSecrets(
    order,
    fresh.map((each) => each.row.secret),
  );
  return importSession({ database: order.database, ending: "commit" }, async (transaction) => {
    let added = 0;
    for (const [index, each] of fresh.entries()) {
      const created = await order.accountStore.create(transaction, newAccount(each, hashes[index] ?? ""));
      if (created.kind === "created") added += 1;
      if (index % 100 === 99) order.onProgress?.({ stage: "writing", done: index + 1, total: fresh.length });
    }
    const rows = owned.length;
    await recordImport(transaction, {
      kind: "accounts",
      fingerprint: order.fingerprint ?? null,
      rows,
      added,
      changed: 0,
    });
    return { added, untouched: rows - added, withoutPolicy };
  });
}

/** Hashes as many at a time as the pool has threads, so that no job queues in it. */
async function hashSecrets(
  order: Pick<AccountsImport, "hashing" | "onProgress">,
  secrets: readonly AccountSecret[],
): Promise<string[]> {
  const hashes: string[] = new Array(secrets.length).fill("");
  const queue = secrets.entries();
  let done = 0;
  const lane = async () => {
    for (const [index, secret] of queue) {
      hashes[index] = await hashOf(secret, order.hashing);
      done += 1;
      order.onProgress?.({ stage: "hashing", done, total: secrets.length });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return hashes;
}

async function hashOf(secret: AccountSecret, hashing: PasswordHashing): Promise<string> {
  return secret.kind === "hash" ? secret.hash : hashing.hash(secret.password);
}

/** Province and language come from the newest policy, else from the brand's defaults. */
function newAccount({ row, owner, entries }: OwnedRow, passwordHash: string): NewAccount {
  const { brand, email, emailAsTyped, status } = row;
  const { firstName, lastName, dateOfBirth, personKey } = owner;
  const province = (entries[0]?.province ?? brand.defaults.province) as ProvinceId;
  const language = entries[0]?.language ?? brand.provinces[province]?.languages[0] ?? brand.defaults.language;
  return {
    ...{ brandId: brand.id, email, emailAsTyped, status, passwordHash, province, language: language as Language },
    ...{ firstName, lastName, dateOfBirth, personKey },
    policies: entries.map(({ company, policyNumber, role }) => ({ company, policyNumber, role })),
  };
}
