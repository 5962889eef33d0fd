import { type Selectable, sql } from "kysely";
import type { Limits, LimitWindow } from "../limits/limit.port.ts";
import { type Passkey, passkeyOf } from "../passkeys/passkey.store.ts";
import type { DatabaseTime } from "../platform/clock.adapter.ts";
import type { Database, Db } from "../platform/database.table.ts";
import { type Account, accountOf } from "./account.store.ts";
import { forgottenBrowsers } from "./known-browser.store.ts";
import type { SignInFacts } from "./sign-in.store.ts";

export interface PasskeySignInFacts extends DatabaseTime, Pick<SignInFacts, "forgottenBrowsers"> {
  /** A passkey of this brand's account for this relying party. */
  found: { passkey: Passkey; account: Account } | undefined;
}

/** Counts a sign-in by passkey against a limit and reads the passkey with its account, in one statement. */
export async function readPasskeySignInFacts(
  { database, limits }: { database: Db; limits: Limits },
  {
    window,
    ...query
  }: {
    window: LimitWindow;
    brandId: string;
    credentialId: string;
    relyingParty: string;
    browserHashes: string[];
  },
): Promise<PasskeySignInFacts & { isLimitReached: boolean }> {
  const {
    limit,
    rows: [row],
  } = await limits.consumeAndRead(
    database,
    [window],
    sql<FactsRow>`
      select account.*, passkey.id as passkey_id, public_key, sign_count, blocked_at, app_now() as read_at,
        ${forgottenBrowsers(query.browserHashes)} as forgotten_browsers
      from (select) one left join (passkey join account on account.id = passkey.account_id)
        on passkey.credential_id = ${query.credentialId} and passkey.relying_party = ${query.relyingParty}
          and account.brand = ${query.brandId}`,
  );
  return {
    isLimitReached: limit.kind === "exceeded",
    now: row.read_at,
    readAtMillis: performance.now(),
    forgottenBrowsers: row.forgotten_browsers,
    found:
      row.passkey_id === null ? undefined : { account: accountOf(row), passkey: passkeyIn(row, row.passkey_id, query) },
  };
}

type FactsRow = Selectable<Database["account"]> &
  Pick<Selectable<Database["passkey"]>, "public_key" | "sign_count" | "blocked_at"> & {
    /** Null where the credential id has no passkey. */
    passkey_id: string | null;
    read_at: Date;
    forgotten_browsers: string[];
  };

const passkeyIn = (row: FactsRow, id: string, { credentialId }: { credentialId: string }) =>
  passkeyOf({ ...row, id, account_id: row.id, credential_id: credentialId });
