import { sql } from "kysely";
import type { Limits, LimitWindow } from "../limits/limit.port.ts";
import { isBlocked, type Passkey, signCount } from "../passkeys/passkey.store.ts";
import { firstRow } from "../platform/database.adapter.ts";
import type { Db } from "../platform/database.table.ts";
import { type Account, type AccountRow, accountIn, accountSelection, settledBefore } from "./account.store.ts";
import { forgottenBrowsers } from "./known-browser.store.ts";
import type { SignInFacts } from "./sign-in.store.ts";

export interface PasskeySignInFacts extends Pick<SignInFacts, "forgottenBrowsers"> {
  /** A passkey for this relying party, with its account. One whose removal cannot be undone any more is not found. */
  found: { passkey: Passkey; isRemoved: boolean; account: Account } | undefined;
}

/** Counts a sign-in by passkey against a limit and reads the passkey with its account, in one statement. */
export async function readPasskeySignInFacts(
  { database, limits }: { database: Db; limits: Limits },
  {
    window,
    ...query
  }: {
    window: LimitWindow;
    credentialId: string;
    relyingParty: string;
    browserHashes: string[];
  },
): Promise<PasskeySignInFacts & { isLimitReached: boolean }> {
  const limit = await limits.consume(database, window);
  const { rows } = await sql<FactsRow>`
      select ${accountSelection}, passkey.id as "passkeyId", public_key as "publicKey", ${signCount} as "signCount",
        backup_eligible as "isBackupEligible", ${isBlocked} as "isBlocked",
        removed_at is not null as "isRemoved", ${forgottenBrowsers(query.browserHashes)} as "forgottenBrowsers"
      from (select) one left join (passkey join account on account.id = passkey.account_id
          and (removed_at is null or removed_at > ${settledBefore}))
        on passkey.credential_id = ${query.credentialId} and passkey.relying_party = ${query.relyingParty}`.execute(
    database,
  );
  const row = firstRow(rows);
  const { passkeyId, publicKey } = row;
  const account = accountIn(row);
  return {
    isLimitReached: limit.kind === "exceeded",
    forgottenBrowsers: row.forgottenBrowsers,
    found: account && {
      account,
      isRemoved: row.isRemoved,
      passkey: {
        id: passkeyId,
        accountId: account.id,
        credentialId: query.credentialId,
        publicKey,
        signCount: row.signCount,
        isBackupEligible: row.isBackupEligible,
        isBlocked: row.isBlocked,
      },
    },
  };
}

/** Without a passkey of the credential id, the columns of account and passkey are null. */
type FactsRow = AccountRow &
  Pick<PasskeySignInFacts, "forgottenBrowsers"> &
  Pick<Passkey, "publicKey" | "signCount" | "isBackupEligible" | "isBlocked"> & {
    passkeyId: string;
    isRemoved: boolean;
  };
