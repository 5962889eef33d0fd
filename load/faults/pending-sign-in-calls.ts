import { totpCode } from "@vestibule/api/second-factor/test/totp-code.ts";
import { pendingSignInEndpoints } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import { sql } from "kysely";
import { countRows } from "../count-rows.ts";
import { password, personOf } from "../people.ts";
import { signIn } from "../sign-in.ts";
import {
  caller,
  clientOf,
  dataOf,
  type KillContext,
  type KilledCall,
  type KillPoint,
  statusOf,
  violationUnless,
  violationUnlessOne,
} from "./kill-point.ts";
import { countEvents } from "./signed-in-account.ts";

/** Calls of a sign-in that waits for its second proof, at brands that ask for one in new browsers. */
export const pendingSignInCalls: readonly KillPoint[] = [
  { id: "send-second-factor", prepare: prepareSend },
  { id: "verify-second-factor", prepare: prepareVerify },
  { id: "add-waived-authenticator", prepare: prepareAddWaived },
];

/** Types the right password of a holder in a new browser. */
async function openPending(context: KillContext) {
  const { target, portal } = context;
  const { email } = personOf("holder", target.nextHolder());
  const { headers } = await signIn(portal.servers[1].port, { username: email, password });
  const pendingSignIn = /pending-sign-in=([^;]+)/.exec(String(headers["set-cookie"]))?.[1];
  if (pendingSignIn === undefined) throw new Error(`no second proof was asked for: ${headers.location}`);
  const { database } = target;
  const { id: accountId } = await database
    .selectFrom("account")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const client = clientOf(context, pendingSignInEndpoints);
  return { accountId, database, client, caller: { ...caller, pendingSignIn } };
}

type Pending = Awaited<ReturnType<typeof openPending>>;

const isWaiting = async ({ client, caller }: Pending) => dataOf(await client.read(caller)).state === "waiting";

async function findWrongProofs(pending: Pending): Promise<string[]> {
  return [
    ...violationUnlessOne("second proofs", await countEvents(pending, { event: "second-factor.passed" })),
    ...violationUnless(!(await isWaiting(pending)), "the sign-in still waits"),
  ];
}

/** The messages with a code of the sign-in: several people share a number. */
const messagesOf = ({ accountId }: Pending) => sql`
  select notification.facts ->> 'code' as code from notification
  join one_time_code on one_time_code.id = notification.code_id
  join pending_sign_in on pending_sign_in.id = one_time_code.session_id
  where pending_sign_in.account_id = ${accountId}`;

async function prepareSend(context: KillContext): Promise<KilledCall> {
  const pending = await openPending(context);
  const { client, caller, database } = pending;
  return {
    send: async () => statusOf(await client.send(caller, { id: "text" })),
    // The next code waits for half a minute.
    repeatStatuses: [200, 429],
    finish: async () => [
      ...violationUnlessOne("messages", await countRows(database, messagesOf(pending))),
      ...violationUnless(await isWaiting(pending), "the sign-in does not wait"),
    ],
  };
}

async function prepareVerify(context: KillContext): Promise<KilledCall> {
  const pending = await openPending(context);
  const { client, caller, database } = pending;
  dataOf(await client.send(caller, { id: "text" }));
  const { rows } = await sql<{ code: string }>`${messagesOf(pending)}`.execute(database);
  const securityCode = rows[0]?.code ?? "";
  return {
    send: async () => statusOf(await client.verify(caller, { id: "text", securityCode })),
    // A sign-in whose proof was given takes no other.
    repeatStatuses: [200, 404],
    finish: () => findWrongProofs(pending),
  };
}

async function prepareAddWaived(context: KillContext): Promise<KilledCall> {
  const pending = await openPending(context);
  const { client, caller, database, accountId } = pending;
  await sql`update account set second_factor_waived_until = app_now() + interval '1 day' where id = ${accountId}`.execute(
    database,
  );
  const { secret } = dataOf(await client.setUp(caller));
  return {
    send: async () => statusOf(await client.add(caller, { name: "App", code: totpCode(secret, new Date()) })),
    repeatStatuses: [200, 404],
    finish: async () => [
      ...(await findWrongProofs(pending)),
      ...violationUnlessOne(
        "authenticator apps",
        await countRows(
          database,
          sql`select from authenticator where account_id = ${accountId} and confirmed_at is not null`,
        ),
      ),
      ...violationUnlessOne("uses of the waiver", await countEvents(pending, { event: "second-factor.waived" })),
    ],
  };
}
