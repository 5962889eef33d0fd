import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { httpProvider } from "./http-provider.adapter.ts";
import type { OutgoingMessage } from "./message-provider.port.ts";
import { canCall, messageProviders } from "./message-providers.adapter.ts";
import { callMessage, textMessage } from "./test/text-message.ts";

const messages = {
  sms: textMessage,
  voice: callMessage,
} satisfies Record<string, OutgoingMessage>;

let close = async () => {};
afterEach(() => close());

describe.each(["sms", "voice"] as const)("a message by the generic provider (%s)", (channel) => {
  const message: OutgoingMessage = messages[channel];

  /** A long timeout by default, so that a busy machine causes no false timeout. */
  async function provider(respond: (response: ServerResponse) => unknown, limitMilliseconds = 25_000) {
    const server = await loopbackServer((_request, response) => respond(response));
    close = server.close;
    const url = `http://s3cret@127.0.0.1:${server.port}/messages`;
    const opened = httpProvider(channel, { api: "generic", url, limitMilliseconds });
    return { deliver: () => opened.deliver(message), received: server.received };
  }
  const status = (code: number, body = "") =>
    provider((response) => response.writeHead(code, { "content-type": "application/json" }).end(body));

  it("is sent as one documented request, and the provider's id is returned", async () => {
    const { deliver, received } = await status(202, '{"id":"SM-42"}');
    expect(await deliver()).toEqual({ kind: "accepted", providerMessageId: "SM-42" });
    expect(received).toHaveLength(1);
    expect(JSON.parse(received[0]?.body ?? "")).toEqual({
      id: message.id,
      to: "+15145550142",
      text: message.text,
      brand: "belair",
      language: "fr",
    });
    expect(received[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "idempotency-key": message.id,
      authorization: "Bearer s3cret",
    });
  });

  it.each(["", "not json", "[]", '{"id":7}', '{"id":"<script>"}'])(
    "is accepted on a 200 response with the body %j",
    async (body) => {
      expect(await (await status(200, body)).deliver()).toEqual({ kind: "accepted", providerMessageId: null });
    },
  );

  it("is accepted, not sent again, when the provider already has it", async () => {
    expect(await (await status(409)).deliver()).toEqual({ kind: "accepted", providerMessageId: null });
  });

  it.each([401, 402, 403, 404, 408, 429, 500, 502, 503])("F-16 is retried later on status %i", async (code) => {
    expect(await (await status(code)).deliver()).toEqual({ kind: "later", fault: `${channel} ${code}` });
  });

  it.each([400, 410, 422])("is refused permanently on status %i", async (code) => {
    expect(await (await status(code, "no")).deliver()).toEqual({ kind: "refused", fault: `${channel} ${code}` });
  });

  it("F-16 times out at a slow provider and is retried when the provider is unavailable", async () => {
    const { deliver } = await provider(() => {}, 500);
    expect(await deliver()).toEqual({ kind: "later", fault: `${channel} slow` });
    await close();
    expect(await deliver()).toEqual({ kind: "later", fault: `${channel} away` });
  });

  it("does not follow a redirect", async () => {
    const { deliver } = await provider((response) =>
      response.writeHead(307, { location: "http://127.0.0.1:9/" }).end(),
    );
    expect(await deliver()).toEqual({ kind: "later", fault: `${channel} away` });
  });

  it.each([
    ["is accepted by the status", 200, { kind: "accepted", providerMessageId: null }],
    ["is refused by the status", 400, { kind: "refused", fault: `${channel} 400` }],
  ])("A-456 %s where the body has no end, of which little is received", async (_what, code, delivery) => {
    let written = 0;
    const { deliver } = await provider((response) => {
      const piece = Buffer.alloc(64 * 1024, "x");
      const write = () => {
        do written += piece.length;
        while (!response.destroyed && response.write(piece));
      };
      response.writeHead(code).on("drain", write);
      write();
    });
    expect(await deliver()).toEqual(delivery);
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });
});

describe("without a provider of calls", () => {
  const none = { smsProviders: [], voiceProviders: [] };

  it("production refuses a call, and offers none", async () => {
    const settings = { mode: "production", ...none } as const;
    const { VOICE } = messageProviders(settings);
    expect(await VOICE.deliver(messages.voice)).toEqual({ kind: "refused", fault: "no provider" });
    expect(canCall(settings)).toBe(false);
  });

  it("demo mode puts it in the outbox", async () => {
    const settings = { mode: "demo", ...none } as const;
    expect(await messageProviders(settings).VOICE.deliver(messages.voice)).toMatchObject({ kind: "accepted" });
    expect(canCall(settings)).toBe(true);
  });
});
