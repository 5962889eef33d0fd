import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { loopbackServer } from "../../test/loopback-server.ts";
import { sampleBrandId } from "../../test/sample-brand.ts";
import { waitUntil } from "../../test/wait-until.ts";
import { portalOrigin } from "../http.ts";
import { type Portal, startPortal } from "../portal.ts";
import { type DatabaseKind, startPostgres } from "../postgres.ts";
import { clientSettings } from "./brand-settings.ts";
import type { Drill, DrillResult } from "./drill.ts";

const endedSessions = 3000;
const signOuts = 15;
const maxDelaySeconds = 10;
const longestWaitMillis = 120_000;

export const silentApplication: Drill = {
  id: "application-silent",
  name: "F-37 an application does not answer while 3,000 of its people sign out, and works again",
  // The circuit breaker stays open for half a minute.
  maxRecoverySeconds: 45,
  run: runSilence,
};

async function runSilence(kind: DatabaseKind): Promise<DrillResult> {
  await using opened = new AsyncDisposableStack();
  let isSilent = true;
  const silent = opened.adopt(await receiver("silent", () => isSilent), (application) => application.close());
  const healthy = opened.adopt(await receiver("healthy", () => false), (application) => application.close());
  const postgres = opened.use(await startPostgres({ kind }));
  const settings = clientSettings(silent.client, healthy.client);
  const people = { visitor: 1, holder: 1 };
  const portal = opened.use(await startPortal({ postgresUrl: postgres.url(), people, settings: () => settings }));
  await endSessions(portal, silent.client.id, endedSessions);
  let longestSeconds = 0;
  for (let turn = 0; turn < signOuts; turn += 1) {
    longestSeconds = Math.max(longestSeconds, await secondsUntilReceived(portal, healthy));
    await pause(500);
  }
  console.log(`  longest delay of another application: ${longestSeconds.toFixed(1)} s`);
  isSilent = false;
  const recoverySeconds = await secondsUntilReceived(portal, silent);
  const violations =
    longestSeconds <= maxDelaySeconds ? [] : [`another application waited ${longestSeconds.toFixed(1)} s`];
  return { serversEnded: portal.countEnded(), lost: 0, duplicated: 0, recoverySeconds, violations };
}

type Receiver = Awaited<ReturnType<typeof receiver>>;

/** An application that receives sign-outs. While it is silent, it keeps the connection open and does not answer. */
async function receiver(id: string, isSilent: () => boolean) {
  const sids = new Set<string>();
  const server = await loopbackServer(({ body }, response) => {
    const [, payload = ""] = (new URLSearchParams(body).get("logout_token") ?? "").split(".");
    if (isSilent()) return;
    sids.add(JSON.parse(Buffer.from(payload, "base64url").toString()).sid);
    response.writeHead(200).end();
  });
  const client = {
    id,
    name: { en: id, fr: id },
    type: "public",
    redirectUris: [`https://${id}.example/callback`],
    backchannelLogoutUri: `${server.origin}/logout`,
  };
  return { client, close: server.close, sids };
}

/** Adds sessions that ended, as those of deleted accounts are kept. Returns the id of the last one. */
async function endSessions({ database }: Portal, client: string, count: number): Promise<string> {
  const sid = randomUUID();
  await sql`
    insert into oidc_artifact (id_hash, model, issuer, session_uid, payload, expires_at)
    select id, 'Session', ${`${portalOrigin}/oidc`}, id, jsonb_build_object('accountId', gen_random_uuid(),
      'brandId', ${sampleBrandId}::text, 'authorizations', jsonb_build_object(${client}::text,
        jsonb_build_object('sid', ${sid}::text))), app_now() + interval '1 day'
    from (select gen_random_uuid()::text as id from generate_series(1, ${count}::int)) ended`.execute(database);
  return sid;
}

async function secondsUntilReceived(portal: Portal, { client, sids }: Receiver): Promise<number> {
  const since = performance.now();
  while (performance.now() - since < longestWaitMillis) {
    const sid = await endSessions(portal, client.id, 1);
    if (await waitUntil(() => sids.has(sid), { seconds: 10 })) return (performance.now() - since) / 1000;
  }
  return Number.POSITIVE_INFINITY;
}
