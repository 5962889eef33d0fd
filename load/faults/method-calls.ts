import { totpCode } from "@vestibule/api/second-factor/test/totp-code.ts";
import { sql } from "kysely";
import { countMessages, countRows } from "../count-rows.ts";
import {
  dataOf,
  type KillContext,
  type KilledCall,
  type KillPoint,
  newestMessage,
  statusOf,
  violationUnless,
  violationUnlessOne,
} from "./kill-point.ts";
import {
  countEvents,
  countOpenSessions,
  findWrongEventsAndNotices,
  openAccount,
  type SignedIn,
} from "./signed-in-account.ts";

/** Calls that change the methods of a second proof, and the one that gives it. */
export const methodCalls: readonly KillPoint[] = [
  { id: "add-authenticator", prepare: prepareAdd },
  { id: "remove-authenticator", prepare: prepareRemove },
  { id: "undo-removal", prepare: prepareUndoRemoval },
  { id: "make-recovery-codes", prepare: prepareMakeCodes },
  { id: "prove-by-recovery-code", prepare: prepareProveByRecoveryCode },
];

const codeNow = (secret: string) => totpCode(secret, new Date());

async function prepareAdd(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  const { client, caller } = signedIn;
  const { secret } = dataOf(await client.setUpAuthenticator(caller));
  return {
    send: async () => statusOf(await client.addAuthenticator(caller, { name: "App", code: codeNow(secret) })),
    // A setup is confirmed once: afterwards the session has none.
    repeatStatuses: [201, 404],
    finish: async () => [
      ...violationUnlessOne("authenticator apps", await countApps(signedIn)),
      ...(await findWrongEventsAndNotices(signedIn, { event: "authenticator.added", notice: "authenticatorAdded" })),
    ],
  };
}

async function openWithApp(context: KillContext) {
  const signedIn = await openAccount(context);
  const { client, caller } = signedIn;
  const { secret } = dataOf(await client.setUpAuthenticator(caller));
  dataOf(await client.addAuthenticator(caller, { name: "App", code: codeNow(secret) }));
  const [app] = dataOf(await client.secondFactors(caller)).authenticators;
  return { signedIn, id: app?.id ?? "" };
}

const countApps = async ({ client, caller }: SignedIn) =>
  dataOf(await client.secondFactors(caller)).authenticators.length;

async function prepareRemove(context: KillContext): Promise<KilledCall> {
  const { signedIn, id } = await openWithApp(context);
  return {
    send: async () => statusOf(await signedIn.client.removeAuthenticator(signedIn.caller, id)),
    repeatStatuses: [200, 404],
    finish: async () => [
      ...violationUnless((await countApps(signedIn)) === 0, "the app is still there"),
      ...(await findWrongEventsAndNotices(signedIn, {
        event: "authenticator.removed",
        notice: "authenticatorRemoved",
      })),
    ],
  };
}

async function prepareUndoRemoval(context: KillContext): Promise<KilledCall> {
  const { signedIn, id } = await openWithApp(context);
  dataOf(await signedIn.client.removeAuthenticator(signedIn.caller, id));
  const { link = "" } = await newestMessage(signedIn.database, signedIn.email, "authenticatorRemoved");
  const token = new URL(link).searchParams.get("removal") ?? "";
  return {
    send: async () => statusOf(await signedIn.client.undoRemoval(signedIn.caller, token)),
    repeatStatuses: [200],
    finish: async () => [
      ...violationUnlessOne(
        "apps that are there again",
        await countRows(
          signedIn.database,
          sql`select from authenticator where account_id = ${signedIn.accountId} and removed_at is null`,
        ),
      ),
      ...violationUnless((await countOpenSessions(signedIn)) === 0, "a session is open after the undo"),
      ...(await findWrongEventsAndNotices(signedIn, { event: "method.removalUndone", notice: "removalUndone" })),
    ],
  };
}

async function prepareMakeCodes(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  let sent = 0;
  return {
    send: async () => {
      sent += 1;
      return statusOf(await signedIn.client.makeRecoveryCodes(signedIn.caller));
    },
    // A repeated call makes a new set, which replaces the one that was not received.
    repeatStatuses: [200],
    finish: async () => {
      const left = dataOf(await signedIn.client.secondFactors(signedIn.caller)).recoveryCodes?.left;
      const events = await countEvents(signedIn, { event: "recoveryCodes.made" });
      const notices = await countMessages(signedIn.database, { to: signedIn.email, kind: "recoveryCodesMade" });
      return [
        ...violationUnless(left === 10, `${left} codes are usable`),
        ...violationUnless(
          events >= 1 && events <= sent && notices === events,
          `${sent} calls have ${events} events and ${notices} notices`,
        ),
      ];
    },
  };
}

async function prepareProveByRecoveryCode(context: KillContext): Promise<KilledCall> {
  const signedIn = await openAccount(context);
  const { client, caller } = signedIn;
  const [code = ""] = dataOf(await client.makeRecoveryCodes(caller)).codes;
  return {
    send: async () => statusOf(await client.proveByCode(caller, { code })),
    // A code that the killed server committed is used up.
    repeatStatuses: [204, 400],
    finish: async () => [
      ...violationUnlessOne(
        "used recovery codes",
        await countRows(
          signedIn.database,
          sql`select from recovery_code where account_id = ${signedIn.accountId} and used_at is not null`,
        ),
      ),
      ...violationUnlessOne(
        "second proofs",
        await countEvents(signedIn, { event: "session.proven", how: "recoveryCode" }),
      ),
    ],
  };
}
