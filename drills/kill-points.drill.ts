import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@vestibule/contract/api.client.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { defaultBrandId } from "@vestibule/vestibule/settings/settings.schema.ts";
import type { BenchServer } from "../bench/bench-server.ts";
import { newClientIp } from "../bench/http-call.ts";
import { password, personOf } from "../bench/people.ts";
import { countRows, createBody, Registrant, type RegistrationCall } from "../bench/registrant.ts";
import { signIn } from "../bench/sign-in.ts";
import { type Cut, startTcpProxy, type TcpProxy } from "../test/tcp-proxy.ts";
import type { Drill, DrillResult } from "./drill.ts";
import { type DrillPortal, startDrillPortal } from "./drill-portal.ts";
import { type DatabaseKind, startDrillPostgres } from "./drill-postgres.ts";
import { findContradictions } from "./invariants.ts";

/** A call whose server is killed; the other server gets the repeated call. */
interface KilledCall {
  /** Sends it once more; undefined when the server was killed before it answered. */
  send(): Promise<number | undefined>;
  /** Statuses of a repeated call: whether or not the killed server had committed it. */
  repeated: readonly number[];
  /** Finishes the journey, and returns what is wrong about its rows, one sentence each. */
  finish(): Promise<string[]>;
}

interface KillContext {
  portal: DrillPortal;
  /** The same portal; every call reaches the chosen server. */
  target: BenchServer;
  choose(nth: 0 | 1): void;
}

/** More turns than any call has; a call that has not ended by then repeats for ever. */
const mostTurns = 60;
const sides: readonly Cut["side"][] = ["before", "after"];

export const drills: readonly Drill[] = [
  { id: "verify", prepare: prepareVerify },
  { id: "create", prepare: prepareCreate },
  { id: "reset-code", prepare: prepareResetCode },
  { id: "reset-password", prepare: prepareResetPassword },
].map(({ id, prepare }) => ({
  id,
  name: `F-21 the server of a call (${id}) is killed before and after each of its statements; the client repeats it`,
  maxSecondsUntilServed: 5,
  run: (database) => killAtEachStatement(database, prepare),
}));

/** Seconds until served: the longest time until the other server accepted a repeated call. */
async function killAtEachStatement(
  kind: DatabaseKind,
  prepare: (context: KillContext) => Promise<KilledCall>,
): Promise<DrillResult> {
  const postgres = await startDrillPostgres({ kind });
  const proxy = await startTcpProxy(postgres.target);
  const direct = await startTcpProxy(postgres.target);
  const portal = await startDrillPortal({
    ...{ databaseUrl: postgres.url(direct.port), ownerUrl: postgres.url(), mode: "demo" },
    settings: [{ DATABASE_URL: postgres.url(proxy.port) }, {}],
  });
  const violations = new Set<string>();
  let [kills, secondsUntilServed] = [0, 0];
  try {
    for (const side of sides)
      for (let turn = 1; ; turn += 1) {
        if (turn > mostTurns) throw new Error(`the call has more than ${mostTurns} turns`);
        const { killed, seconds, wrong } = await killOnce({ portal, proxy, prepare, cut: { turn, side } });
        for (const sentence of wrong) violations.add(`${side} statement ${turn}: ${sentence}`);
        if (!killed) break;
        kills += 1;
        secondsUntilServed = Math.max(secondsUntilServed, seconds);
        await portal.restart(0);
      }
    console.log(`  killed at ${kills} points`);
    for (const found of await findContradictions(portal.database)) violations.add(found);
    return { serversEnded: portal.countEnded(), lost: 0, doubled: 0, secondsUntilServed, violations: [...violations] };
  } finally {
    await portal.close();
    await Promise.all([proxy.close(), direct.close()]);
    await postgres.remove();
  }
}

async function killOnce({
  portal,
  proxy,
  prepare,
  cut,
}: {
  portal: DrillPortal;
  proxy: TcpProxy;
  prepare: (context: KillContext) => Promise<KilledCall>;
  cut: Cut;
}): Promise<{ killed: boolean; seconds: number; wrong: string[] }> {
  let chosen: 0 | 1 = 1;
  const choose = (nth: 0 | 1) => {
    chosen = nth;
  };
  const target = Object.assign(Object.create(portal) as BenchServer, { nextPort: () => portal.servers[chosen].port });
  const call = await prepare({ portal, target, choose });
  choose(0);
  let ended: Promise<void> | undefined;
  const stopWaiting = proxy.cutAt(cut, () => {
    ended = portal.end(0, "SIGKILL");
  });
  const status = await call.send();
  const killed = stopWaiting();
  await ended;
  if (!killed) return { killed, seconds: 0, wrong: [...wrongStatus(call, status), ...(await call.finish())] };
  choose(1);
  const since = performance.now();
  let repeated = await call.send();
  for (let attempt = 1; repeated === 503 && attempt < 20; attempt += 1) {
    await pause(250);
    repeated = await call.send();
  }
  const seconds = (performance.now() - since) / 1000;
  return { killed, seconds, wrong: [...wrongStatus(call, repeated), ...(await call.finish())] };
}

const wrongStatus = ({ repeated }: KilledCall, status: number | undefined) =>
  repeated.includes(status ?? 0) ? [] : [`the call was answered ${status}`];

const wrongCount = (what: string, count: number) => (count === 1 ? [] : [`${count} ${what}`]);

async function prepareVerify({ target }: KillContext): Promise<KilledCall> {
  const registrant = new Registrant(target);
  await registrant.toCode();
  const call: RegistrationCall = { name: "verify", body: { securityCode: await registrant.code() } };
  return {
    send: () => sendCall(registrant, call),
    repeated: [200],
    finish: async () => {
      const created = await registrant.call("create", { body: createBody });
      return [
        ...(created.status === 201 ? [] : [`the account was answered ${created.status}`]),
        ...(await findWrongRows(target, registrant)),
      ];
    },
  };
}

async function prepareCreate({ target }: KillContext): Promise<KilledCall> {
  const registrant = new Registrant(target);
  await registrant.toCode();
  await registrant.toCreate();
  return {
    send: () => sendCall(registrant, { name: "create", body: createBody }),
    repeated: [201],
    finish: () => findWrongRows(target, registrant),
  };
}

/** Keeps the token of an answer; undefined when the connection broke. */
async function sendCall(registrant: Registrant, { name, ...call }: RegistrationCall): Promise<number | undefined> {
  return registrant.call(name, call).then(
    ({ status }) => status,
    () => undefined,
  );
}

/** A registration leaves one account, one event for it and for its code, and one welcome. */
async function findWrongRows(target: BenchServer, registrant: Registrant): Promise<string[]> {
  const counts = await countRows(target, [registrant], ["account.created", "code.accepted"]);
  return Object.entries(counts).flatMap(([what, count]) => wrongCount(what, count));
}

const newPassword = "Montagne-77-verte?";

async function startReset({ target }: KillContext) {
  const { email, ...holder } = personOf("holder", target.nextHolder());
  const caller = {
    ...{ apiKey: defaultBrandId, province: "qc", language: "fr" },
    headers: { "x-forwarded-for": newClientIp() },
  } as const;
  const client = () =>
    createClient(recoveryEndpoints, {
      baseUrl: `http://127.0.0.1:${target.nextPort()}`,
      fetch: (request) => fetch(request),
    });
  const begun = await client().reset(caller, { email });
  if (begun.kind !== "ok") throw new Error(`no reset began: ${JSON.stringify(begun)}`);
  const { facts } = await target.database
    .selectFrom("notification")
    .select("facts")
    .where("recipient", "=", email)
    .executeTakeFirstOrThrow();
  const validate = () => client().validate(caller, begun.data.id, { validationValue: facts.code ?? "" });
  const setPassword = (token: string) =>
    client().password(caller, begun.data.id, { password: newPassword, token, postalCode: "H2X 1Y4" });
  return { email, holder, validate, setPassword };
}

type Reply = { kind: "ok" | "error"; status: number } | { kind: "away" };
const statusOf = (reply: Reply) => ("status" in reply ? reply.status : undefined);

async function prepareResetCode(context: KillContext): Promise<KilledCall> {
  const { email, validate, setPassword } = await startReset(context);
  let token = "";
  return {
    send: async () => {
      const reply = await validate();
      if (reply.kind === "ok") token = reply.data.token;
      return statusOf(reply as Reply);
    },
    repeated: [200],
    finish: async () => {
      await setPassword(token);
      return findWrongReset(context, email);
    },
  };
}

async function prepareResetPassword(context: KillContext): Promise<KilledCall> {
  const { email, validate, setPassword } = await startReset(context);
  const proven = await validate();
  if (proven.kind !== "ok") throw new Error(`the code was refused: ${JSON.stringify(proven)}`);
  return {
    send: async () => statusOf((await setPassword(proven.data.token)) as Reply),
    // A token sets one password: a repeated call of a committed one is refused.
    repeated: [200, 403],
    finish: () => findWrongReset(context, email),
  };
}

/** A reset leaves one password, with one event and one notice. */
async function findWrongReset({ portal, target }: KillContext, email: string): Promise<string[]> {
  const { database } = target;
  const events = await database
    .selectFrom("audit_event")
    .innerJoin("account", "account.id", "audit_event.account_id")
    .select("event")
    .where("email", "=", email)
    .where("event", "=", "password.reset")
    .execute();
  const notices = await database
    .selectFrom("notification")
    .select("id")
    .where("recipient", "=", email)
    .where("kind", "=", "passwordChanged")
    .execute();
  const { port } = portal.servers[1];
  const [withNew, withOld] = [
    await signIn(port, { username: email, password: newPassword }),
    await signIn(port, { username: email, password }),
  ].map(({ headers }) => headers.location?.includes("login_success"));
  return [
    ...wrongCount("events password.reset", events.length),
    ...wrongCount("notices of a changed password", notices.length),
    ...(withNew && !withOld ? [] : ["the new password does not sign in, or the old one does"]),
  ];
}
