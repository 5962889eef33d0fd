import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { loopbackServer } from "../../test/loopback-server.ts";
import { sampleBrandId } from "../../test/sample-brand.ts";
import { temporaryFolder } from "../bench-server.ts";
import type { Drill, DrillResult } from "./drill.ts";
import { type DrillPortal, openDemoPortal } from "./drill-portal.ts";
import { type DatabaseKind, startDrillPostgres } from "./drill-postgres.ts";
import { portalOrigin } from "./kill-point.ts";

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
  const silent = opened.adopt(await receiver(() => isSilent), (own) => own.close());
  const healthy = opened.adopt(await receiver(() => false), (own) => own.close());
  const postgres = opened.adopt(await startDrillPostgres({ kind }), (postgres) => postgres.remove());
  const settings = clientSettings({ silent: silent.origin, healthy: healthy.origin });
  const portal = await openDemoPortal(opened, { databaseUrl: postgres.url(), settings });
  await endSessions(portal, "silent", endedSessions);
  let longestSeconds = 0;
  for (let turn = 0; turn < signOuts; turn += 1) {
    longestSeconds = Math.max(longestSeconds, await secondsUntilReceived(portal, "healthy", healthy.sids));
    await pause(500);
  }
  console.log(`  longest delay of another application: ${longestSeconds.toFixed(1)} s`);
  isSilent = false;
  const recoverySeconds = await secondsUntilReceived(portal, "silent", silent.sids);
  const violations =
    longestSeconds <= maxDelaySeconds ? [] : [`another application waited ${longestSeconds.toFixed(1)} s`];
  return { serversEnded: portal.countEnded(), lost: 0, duplicated: 0, recoverySeconds, violations };
}

/** An application that receives sign-outs. While it is silent, it keeps the connection open and does not answer. */
async function receiver(isSilent: () => boolean) {
  const sids = new Set<string>();
  const server = await loopbackServer(({ body }, response) => {
    const [, payload = ""] = (new URLSearchParams(body).get("logout_token") ?? "").split(".");
    if (isSilent()) return;
    sids.add(JSON.parse(Buffer.from(payload, "base64url").toString()).sid);
    response.writeHead(200).end();
  });
  return { origin: server.origin, close: server.close, sids };
}

/** Settings with an application of the default brand at each origin. */
function clientSettings(origins: Record<string, string>): Record<string, string> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, sampleBrandId));
  for (const [id, origin] of Object.entries(origins)) {
    const client = {
      name: { en: id, fr: id },
      type: "public",
      redirectUris: [`https://${id}.example/callback`],
      backchannelLogoutUri: `${origin}/logout`,
    };
    writeFileSync(join(folder, sampleBrandId, `${id}.json`), JSON.stringify(client));
  }
  return { OIDC_CLIENTS_DIR: folder };
}

/** Adds sessions that ended, as those of deleted accounts are kept. Returns the id of the last one. */
async function endSessions({ database }: DrillPortal, client: string, count: number): Promise<string> {
  const sid = randomUUID();
  await sql`
    insert into oidc_artifact (id_hash, model, issuer, session_uid, payload, expires_at)
    select id, 'Session', ${`${portalOrigin}/oidc`}, id, jsonb_build_object('accountId', gen_random_uuid(),
      'brandId', ${sampleBrandId}::text, 'authorizations', jsonb_build_object(${client}::text,
        jsonb_build_object('sid', ${sid}::text))), app_now() + interval '1 day'
    from (select gen_random_uuid()::text as id from generate_series(1, ${count}::int)) ended`.execute(database);
  return sid;
}

async function secondsUntilReceived(portal: DrillPortal, client: string, sids: ReadonlySet<string>): Promise<number> {
  const since = performance.now();
  while (performance.now() - since < longestWaitMillis) {
    const sid = await endSessions(portal, client, 1);
    for (let waited = 0; waited < 100; waited += 1) {
      if (sids.has(sid)) return (performance.now() - since) / 1000;
      await pause(100);
    }
  }
  return Number.POSITIVE_INFINITY;
}
