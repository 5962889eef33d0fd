import { randomUUID } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { issueCertificate } from "../../../../test/issue-certificate.ts";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { readLastAnswers } from "../connections/last-answer.store.ts";
import { announceLogouts, secondsUntilRetry } from "../oidc/announce-logout.ts";
import { leasedSessions } from "../oidc/oidc-session.store.ts";
import { serverMetrics } from "../platform/server-metrics.adapter.ts";
import { afterLogout, belair } from "./test/application.ts";
import { createOidcTestApi, oidcServer } from "./test/oidc-test-api.ts";

/** Ids of the sessions whose end an application received. */
const received: string[] = [];
const healthy = closeAfterTests(
  await loopbackServer(({ body }, response) => {
    received.push(sidIn(body));
    response.writeHead(200).end();
  }),
);
const dead = closeAfterTests(await loopbackServer(() => {}));
/** Accepts a sign-out with an answer that has no end. */
const endless = closeAfterTests(
  await loopbackServer((_request, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write("x".repeat(64_000)), 5);
    response.on("close", () => clearInterval(drip));
  }),
);
const refusing = closeAfterTests(await loopbackServer((_request, response) => response.writeHead(503).end()));

function sidIn(body: string): string {
  const [, payload = ""] = (new URLSearchParams(body).get("logout_token") ?? "").split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString()).sid;
}

/** Its certificate comes from no authority that is known. */
const untrusted = createServer(
  await issueCertificate("untrusted").then(({ key, certificate }) => ({ key, cert: certificate })),
);
await new Promise<void>((resolve) => untrusted.listen(0, "127.0.0.1", resolve));
closeAfterTests({ close: async () => void untrusted.close() });
const untrustedOrigin = `https://127.0.0.1:${(untrusted.address() as AddressInfo).port}`;

const clientAt = (id: string, origin: string) => ({
  id,
  name: { en: id, fr: id },
  type: "public" as const,
  redirectUris: [`https://${id}.example/callback`],
  postLogoutRedirectUris: [afterLogout],
  backchannelLogoutUri: `${origin}/logout`,
  scopes: [],
});
const clients = [
  clientAt("healthy", healthy.origin),
  clientAt("dead", dead.origin),
  clientAt("refusing", refusing.origin),
  clientAt("endless", endless.origin),
  clientAt("untrusted", untrustedOrigin),
];
const testApi = closeAfterTests(await createOidcTestApi({}, clients));

/** A new server for each test, whose circuit breakers are closed. */
let server = newServer();
function newServer() {
  return oidcServer({ ...testApi.deps, metrics: serverMetrics("test") }, clients);
}
let endCalls: () => void;
beforeEach(async () => {
  endCalls = stopCallTimeouts();
  await testApi.pool.query("delete from oidc_artifact");
  server = newServer();
  received.length = 0;
  refusing.received.length = 0;
  testApi.logged.length = 0;
});

/** Adds sessions that ended, of deleted accounts, each with the applications that signed in through it. */
async function addEnded(count: number, ...applications: string[]) {
  for (let index = 0; index < count; index += 1) {
    const id = randomUUID();
    const authorizations = Object.fromEntries(applications.map((name) => [name, { sid: `${name} ${id}` }]));
    await testApi.pool.query(
      `insert into oidc_artifact (id_hash, model, issuer, session_uid, payload, expires_at, announce_at)
       values ($1, 'Session', $2, $1, $3, app_now() + make_interval(mins => $4), app_now())`,
      [id, `${belair}/oidc`, { accountId: id, brandId: "belair", authorizations }, ttl.oidcLogoutRetryMinutes],
    );
  }
}

const waiting = async () => (await testApi.pool.query("select payload, announce_at from oidc_artifact")).rows;
const countOf = async (client: string, result: string) => {
  const { text } = await server.deps.metrics.describe();
  const labels = `{client="${client}",result="${result}"}`;
  return Number(text.split(`vestibule_logout_announcements_total${labels} `)[1]?.split("\n")[0] ?? 0);
};

/** Lets no call time out before the returned function is called, so that a busy machine ends none too early. */
function stopCallTimeouts() {
  const calls = new AbortController();
  const spy = vi.spyOn(AbortSignal, "timeout").mockReturnValue(calls.signal);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
    spy.mockRestore();
  });
  return () => calls.abort();
}

describe("an application that does not answer", () => {
  test("F-37 delays no announcement of another application", async () => {
    await addEnded(250, "dead");
    let isWaiting = true;
    const slow = announceLogouts(server.deps).finally(() => {
      isWaiting = false;
    });
    await addEnded(1, "healthy");
    // Either run may lease the other session, and wait for sessions of the dead application.
    const next = announceLogouts(server.deps);
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
    expect(isWaiting).toBe(true);
    endCalls();
    await Promise.all([slow, next]);
  });

  test("A-448 an answer without an end holds up no announcement", async () => {
    await addEnded(20, "endless");
    const slow = announceLogouts(server.deps);
    await addEnded(1, "healthy");
    await announceLogouts(server.deps);
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
    await slow;
    expect((await countOf("endless", "received")) + (await countOf("endless", "notReceived"))).toBe(20);
  });

  test("F-37 is called no more once its circuit is open", async () => {
    await addEnded(250, "refusing");
    await announceLogouts(server.deps);
    expect(refusing.received.length).toBeLessThan(60);
    expect(await waiting()).toHaveLength(250);
  });

  test("F-37 is logged as one line a minute", async () => {
    await addEnded(30, "refusing");
    await announceLogouts(server.deps);
    expect(testApi.logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: "oidc.logoutNotReceived", client: "refusing", brand: "belair", count: 1 }),
    ]);
    expect(await countOf("refusing", "notReceived")).toBe(30);
  });

  test("F-37 is logged with the reason of a refused certificate", async () => {
    await addEnded(1, "untrusted");
    await announceLogouts(server.deps);
    expect(testApi.logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ client: "untrusted", reason: "certificate-DEPTH_ZERO_SELF_SIGNED_CERT" }),
    ]);
  });

  test("is kept for the digital team with its status, or why it was not reached", async () => {
    await addEnded(1, "refusing", "untrusted");
    await announceLogouts(server.deps);
    const answers = (await readLastAnswers(testApi.deps.database)).map(({ id, answer }) => [id, answer]);
    expect(Object.fromEntries(answers)).toMatchObject({
      refusing: "status-503",
      untrusted: "certificate-DEPTH_ZERO_SELF_SIGNED_CERT",
    });
  });

  test("F-37 is called again alone, and not those that received the sign-out", async () => {
    await addEnded(1, "healthy", "refusing");
    await announceLogouts(server.deps);
    await testApi.moveClock(61);
    await announceLogouts(server.deps);
    expect(received).toHaveLength(1);
    expect(await waiting()).toEqual([
      expect.objectContaining({ payload: expect.objectContaining({ failedAnnouncements: 2 }) }),
    ]);
  });

  test("F-37 is given up after a day, with a metric", async () => {
    await addEnded(1, "refusing");
    await announceLogouts(server.deps);
    await testApi.moveClock((ttl.oidcLogoutRetryMinutes - 10) * 60);
    await announceLogouts(server.deps);
    expect(await waiting()).toHaveLength(1);
    await testApi.moveClock(9 * 60);
    await announceLogouts(server.deps);
    expect(await waiting()).toEqual([]);
    expect(await countOf("refusing", "givenUp")).toBe(1);
  });
});

test("F-36 rejects when a write fails while the next sessions are leased, and does not end the process", async () => {
  await addEnded(leasedSessions, "refusing");
  await testApi.pool.query("update oidc_artifact set announce_at = announce_at - interval '1 second'");
  await addEnded(50, "refusing");
  // The second lease takes 5 s, and the result of an announcement cannot be written.
  await testApi.pool.query(`
    create function hold_or_refuse() returns trigger language plpgsql as $$ begin
      if new.payload ? 'failedAnnouncements' then raise exception 'no space left' using errcode = '53100'; end if;
      if old.client_id = 'slow' then perform pg_sleep(0.1); end if;
      return new;
    end $$;
    update oidc_artifact set client_id = 'slow' where id_hash in (
      select id_hash from oidc_artifact order by announce_at desc limit 50);
    create trigger full_disk before update on oidc_artifact for each row execute function hold_or_refuse()`);
  try {
    await expect(announceLogouts(server.deps)).rejects.toMatchObject({ code: "53100" });
  } finally {
    await testApi.pool.query("drop trigger full_disk on oidc_artifact");
  }
});

test("pauses double from a minute to an hour, and up to half of one is random", () => {
  for (const [failures, longest] of [
    [1, 60],
    [2, 120],
    [5, 960],
    [30, 3600],
  ] as const)
    for (let draw = 0; draw < 100; draw += 1) {
      const seconds = secondsUntilRetry(failures);
      expect(seconds).toBeGreaterThanOrEqual(longest / 2);
      expect(seconds).toBeLessThanOrEqual(longest);
    }
});
