import { totpCode } from "@vestibule/api/second-factor/test/totp-code.ts";
import { sql } from "kysely";
import { nextHolderOf, signIn } from "../person.ts";
import type { Portal } from "../portal.ts";
import type { Effect, KillPoint } from "./kill-point.ts";
import { accountOf, caller, dataOf } from "./open-account.ts";

/** Calls of a sign-in that waits for its second proof. */
export const pendingSignInCalls = onPendingSignIn({
  "send-second-factor": async (pending) => ({
    send: () => pending.send(),
    // The next code waits for half a minute.
    statuses: [200, 429],
    effect: async () => ({
      messages: (await pending.codes()).length,
      "the sign-in waits": (await pending.state()) === "waiting",
    }),
  }),
  "verify-second-factor": async (pending) => {
    dataOf(await pending.send());
    const [securityCode = ""] = await pending.codes();
    return {
      send: () => pending.client.verify(pending.caller, { id: "text", securityCode }),
      // A sign-in whose proof was given takes no other.
      statuses: [200, 404],
      effect: () => readProof(pending),
    };
  },
  "add-waived-authenticator": async (pending) => {
    const { client, caller, id, database, count, countEvents } = pending;
    await sql`
      update account set second_factor_waived_until = app_now() + interval '1 day' where id = ${id}`.execute(database);
    const { secret } = dataOf(await client.setUp(caller));
    return {
      send: () => client.add(caller, { name: "App", code: totpCode(secret, new Date()) }),
      statuses: [200, 404],
      effect: async () => ({
        ...(await readProof(pending)),
        "authenticator apps": await count(
          sql`select from authenticator where account_id = ${id} and confirmed_at is not null`,
        ),
        "uses of the waiver": await countEvents("second-factor.waived"),
      }),
    };
  },
});

type Pending = Awaited<ReturnType<typeof openPending>>;

/** Calls of a sign-in that waits for its second proof, at brands that ask for one in new browsers. */
function onPendingSignIn(
  calls: Record<string, (pending: Pending) => ReturnType<KillPoint["prepare"]>>,
): readonly KillPoint[] {
  const settings = { SECOND_FACTOR: "newBrowser" };
  return Object.entries(calls).map(([id, prepare]) => ({
    id,
    settings,
    prepare: async (portal) => prepare(await openPending(portal)),
  }));
}

/** Types the right password of a holder in a new browser. */
async function openPending(portal: Portal) {
  const account = await accountOf(portal, nextHolderOf(portal));
  const { headers } = await signIn(account.port, account.email);
  const pendingSignIn = /pending-sign-in=([^;]+)/.exec(String(headers["set-cookie"]))?.[1];
  if (pendingSignIn === undefined) throw new Error(`no second proof was asked for: ${headers.location}`);
  const client = account.clients.pending;
  const pendingCaller = { ...caller, pendingSignIn };
  return {
    ...account,
    client,
    caller: pendingCaller,
    send: () => client.send(pendingCaller, { id: "text" }),
    state: async () => dataOf(await client.read(pendingCaller)).state,
    /** The codes that were sent for it: several people share a number. */
    codes: async () => {
      const { rows } = await sql<{ code: string }>`
        select notification.facts ->> 'code' as code from notification
        join one_time_code on one_time_code.id = notification.code_id
        join pending_sign_in on pending_sign_in.id = one_time_code.session_id
        where pending_sign_in.account_id = ${account.id}`.execute(account.database);
      return rows.map(({ code }) => code);
    },
  };
}

async function readProof({ countEvents, state }: Pending): Promise<Effect> {
  return {
    "second proofs": await countEvents("second-factor.passed"),
    "the sign-in waits no more": (await state()) !== "waiting",
  };
}
