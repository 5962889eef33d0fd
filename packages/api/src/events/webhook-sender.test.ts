import type { lookup } from "node:dns";
import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import type { Duplex } from "node:stream";
import { gzipSync } from "node:zlib";
import type { Webhook } from "@vestibule/contract/internal/webhook.schema.ts";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { afterEach, describe, expect, test } from "vitest";
import { listenOnLoopback } from "../../../../test/loopback-port.ts";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { isPublicAddress, PrivateAddress, refusePrivateLiteral } from "./public-address.adapter.ts";
import { newWebhookSecret, testEvent, testWebhook } from "./test/webhook.ts";
import { webhookSender } from "./webhook-sender.adapter.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function receiver(respond: (response: ServerResponse) => unknown = (response) => response.writeHead(204).end()) {
  const server = await loopbackServer((_request, response) => respond(response));
  closing.push(server.close);
  return server;
}

function send(webhook: Partial<Webhook>, options: { limitMilliseconds?: number; resolve?: typeof lookup } = {}) {
  const sender = webhookSender(testWebhook(webhook), { connections: 1, ...options });
  closing.push(sender.close);
  return sender.send(testEvent, new Date());
}

/** Resolves every name to these addresses, one list for each lookup, and counts the lookups. */
function resolverOf(...answers: string[][]) {
  const seen: string[] = [];
  const resolve = (name: string, _options: unknown, callback: (...found: unknown[]) => void) => {
    const addresses = answers[Math.min(seen.length, answers.length - 1)] ?? [];
    seen.push(name);
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  return { seen, resolve: resolve as unknown as typeof lookup };
}

describe("a webhook's request", () => {
  test("is accepted by the library of the specification", async () => {
    const { origin, received } = await receiver();
    const secret = newWebhookSecret();
    expect(await send({ url: `${origin}/vestibule`, secrets: [secret] })).toEqual({ kind: "accepted" });
    const [request] = received;
    expect(request).toMatchObject({ method: "POST", url: "/vestibule" });
    expect(request?.headers).toMatchObject({ "webhook-id": testEvent.id, "content-type": "application/json" });
    const verified = new StandardWebhook(secret).verify(
      request?.body ?? "",
      request?.headers as Record<string, string>,
    );
    expect(verified).toEqual(testEvent);
  });

  test("has a signature of each secret, so that a receiver with either accepts it", async () => {
    const { origin, received } = await receiver();
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    await send({ url: origin, secrets });
    const [request] = received;
    for (const secret of secrets)
      expect(
        new StandardWebhook(secret).verify(request?.body ?? "", request?.headers as Record<string, string>),
      ).toEqual(testEvent);
    expect(() =>
      new StandardWebhook(newWebhookSecret()).verify(request?.body ?? "", request?.headers as Record<string, string>),
    ).toThrow();
  });

  test("A-290 is refused by the library when it is sent again later, or with another body", async () => {
    const { origin, received } = await receiver();
    const secret = newWebhookSecret();
    await send({ url: origin, secrets: [secret] });
    const [request] = received;
    const headers = request?.headers as Record<string, string>;
    const changed = (request?.body ?? "").replace("account.frozen", "account.closed");
    expect(() => new StandardWebhook(secret).verify(changed, headers)).toThrow();
    const later = { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 600) };
    expect(() => new StandardWebhook(secret).verify(request?.body ?? "", later)).toThrow();
  });

  test.each([200, 202, 204])("is accepted by the status %i", async (status) => {
    const { origin } = await receiver((response) => response.writeHead(status).end());
    expect(await send({ url: origin })).toEqual({ kind: "accepted" });
  });

  test.each([400, 401, 404, 410, 429, 500, 503])("fails with the status %i", async (status) => {
    const { origin } = await receiver((response) => response.writeHead(status).end());
    expect(await send({ url: origin })).toEqual({ kind: "failed", fault: `status-${status}` });
  });

  test.each([
    [429, "120", 120],
    [503, "Mon, 30 Nov 2026 12:05:00 GMT", 300],
    [429, "Mon, 30 Nov 2026 11:59:00 GMT", undefined],
    [429, "soon", undefined],
    [429, "-5", undefined],
    [429, "", undefined],
    [500, "120", undefined],
  ])(
    "with the status %i and Retry-After «%s» is sent again after %s seconds at the earliest",
    async (status, retryAfter, seconds) => {
      const { origin } = await receiver((response) => response.writeHead(status, { "retry-after": retryAfter }).end());
      const sender = webhookSender(testWebhook({ url: origin }), { connections: 1 });
      closing.push(sender.close);
      const result = await sender.send(testEvent, new Date("2026-11-30T12:00:00Z"));
      expect(result).toEqual({ kind: "failed", fault: `status-${status}`, ...(seconds && { afterSeconds: seconds }) });
    },
  );

  test("fails when the receiver is away, or does not respond in time", async () => {
    const away = await receiver();
    await away.close();
    closing.pop();
    expect(await send({ url: away.origin })).toEqual({ kind: "failed", fault: "ECONNREFUSED" });
    const silent = await receiver(() => {});
    expect(await send({ url: silent.origin }, { limitMilliseconds: 50 })).toEqual({ kind: "failed", fault: "late" });
    const withoutTls = createServer();
    closing.push(async () => withoutTls.close());
    const url = `https://127.0.0.1:${await listenOnLoopback(withoutTls)}`;
    expect(await send({ url }, { limitMilliseconds: 50 })).toEqual({ kind: "failed", fault: "late" });
  });

  test("A-474 is accepted by its status where the body never ends, and keeps its place no longer than the limit", async () => {
    const { origin, received } = await receiver((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(drip));
    });
    const sender = webhookSender(testWebhook({ url: origin }), { connections: 1, limitMilliseconds: 2000 });
    closing.push(sender.close);
    for (let turn = 0; turn < 2; turn += 1)
      expect(await sender.send(testEvent, new Date())).toEqual({ kind: "accepted" });
    expect(received).toHaveLength(2);
  });

  test.each([
    [
      "headers that never end",
      (socket: Duplex) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        const drip = setInterval(() => socket.write("x: y\r\n"), 5);
        socket.on("close", () => clearInterval(drip));
      },
    ],
    [
      "a status that never ends",
      (socket: Duplex) => {
        socket.write("HTTP/1.1 1");
      },
    ],
    [
      "no HTTP",
      (socket: Duplex) => {
        socket.end("SSH-2.0-OpenSSH_9.9\r\n");
      },
    ],
    [
      "headers of a megabyte",
      (socket: Duplex) => {
        socket.end(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(1_000_000)}\r\n\r\n`);
      },
    ],
  ])("A-474 fails at a receiver that sends %s", async (_what, respond) => {
    const { origin } = await receiver((response) => response.socket && respond(response.socket));
    expect(await send({ url: origin }, { limitMilliseconds: 200 })).toMatchObject({ kind: "failed" });
  });

  test("A-474 decompresses nothing that a receiver sends", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const { origin } = await receiver((response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
    const before = process.memoryUsage().rss;
    expect(await send({ url: origin })).toEqual({ kind: "accepted" });
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
  });

  test("is accepted by its status, however long the body that follows", async () => {
    const { origin } = await receiver((response) => response.writeHead(200).end("x".repeat(1_000_000)));
    expect(await send({ url: origin })).toEqual({ kind: "accepted" });
  });
});

describe("A-291 a webhook to the public internet", () => {
  test.each([301, 302, 307, 308])("follows no redirect with the status %i", async (status) => {
    const inside = await receiver();
    const { origin } = await receiver((response) => response.writeHead(status, { location: inside.origin }).end());
    expect(await send({ url: origin })).toEqual({ kind: "failed", fault: `status-${status}` });
    expect(inside.received).toEqual([]);
  });

  test.each([
    "127.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "2130706433",
    "0x7f.1",
    "10.0.0.5",
    "169.254.169.254",
    "0.0.0.0",
  ])("sends nothing to the address %s", async (host) => {
    expect(await send({ url: `http://${host}:1/`, allowPrivateAddress: false })).toEqual({
      kind: "failed",
      fault: "private-address",
    });
  });

  test("sends nothing to a name that leads to this machine, also among public addresses", async () => {
    const { port, received } = await receiver();
    for (const addresses of [["127.0.0.1"], ["203.0.113.5", "127.0.0.1"], ["::1"], []]) {
      const { resolve } = resolverOf(addresses);
      const url = `http://crm.example:${port}/`;
      expect(await send({ url, allowPrivateAddress: false }, { resolve })).toMatchObject({ fault: "private-address" });
    }
    expect(received).toEqual([]);
  });

  test("sends nothing to a name that leads to a public address first and to this machine for the connection", async () => {
    const { port, received } = await receiver();
    const { resolve, seen } = resolverOf(["8.8.8.8"], ["127.0.0.1"]);
    const url = `http://crm.example:${port}/`;
    const sender = webhookSender(testWebhook({ url, allowPrivateAddress: false }), {
      connections: 1,
      limitMilliseconds: 2000,
      resolve,
    });
    closing.push(sender.close);
    // The first attempt connects to the public address that was checked, which nothing here can reach.
    expect(await sender.send(testEvent, new Date())).toMatchObject({ kind: "failed" });
    expect(seen).toEqual(["crm.example"]);
    expect(await sender.send(testEvent, new Date())).toEqual({ kind: "failed", fault: "private-address" });
    expect(received).toEqual([]);
  });

  test.each([
    ...["0.0.0.0", "10.0.0.1", "100.64.0.1", "127.1.2.3", "169.254.169.254", "172.16.0.1", "192.0.0.8", "192.168.0.1"],
    ...["198.18.0.1", "198.19.255.255", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ...["::", "::1", "::7f00:1", "::a00:1", "::ffff:7f00:1", "0:0:0:0:0:ffff:a00:1", "::ffff:0:7f00:1"],
    ...["64:ff9b::7f00:1", "64:ff9b:1::a00:1", "100::1", "2001::1", "2001:2::1", "2001:20::1", "2001:db8::1"],
    ...["2002:7f00:1::", "3fff::1", "4000::1", "5f00::1", "fc00::1", "fd00::5", "fe80::1", "fec0::1", "ff02::1"],
  ])("A-471 takes %s for no public address", (address) => expect(isPublicAddress(address)).toBe(false));

  test.each(["http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://127.1/", "http://[::7f00:1]/"])(
    "A-471 refuses the host of %s without looking it up",
    (url) => expect(() => refusePrivateLiteral(new URL(url).hostname)).toThrow(PrivateAddress),
  );

  test.each(["8.8.8.8", "198.20.0.1", "::ffff:8.8.8.8", "2606:4700:4700::1111", "2001:4860:4860::8888"])(
    "takes %s for a public address",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});
