import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { genericProvider } from "./generic-provider.rule.ts";
import { httpProvider } from "./http-provider.adapter.ts";
import type { OutgoingMessage } from "./message-provider.port.ts";
import { canCall, messageProviders } from "./message-providers.adapter.ts";
import { textMessage } from "./test/text-message.ts";

const call: OutgoingMessage = {
  ...textMessage,
  channel: "VOICE",
  text: "Bonjour, ici Belair.\nVotre code est : 1, 2, 3, 4, 5, 6.",
};

let close = async () => {};
afterEach(() => close());

async function provider(respond: (response: ServerResponse) => unknown, limitMilliseconds?: number) {
  const server = await loopbackServer((_request, response) => respond(response));
  close = server.close;
  const url = `http://s3cret@127.0.0.1:${server.port}/calls`;
  const voice =
    limitMilliseconds === undefined
      ? messageProviders({ mode: "production", smsProviders: [], voiceUrl: url }).VOICE
      : httpProvider({ name: "voice", api: genericProvider }, { url, limitMilliseconds });
  return { deliver: () => voice.deliver(call), received: server.received };
}
const status = (code: number, body = "") =>
  provider((response) => response.writeHead(code, { "content-type": "application/json" }).end(body));

describe("a call", () => {
  it("is ordered by one documented request, and the provider's id is returned", async () => {
    const { deliver, received } = await status(202, '{"id":"CA-42"}');
    expect(await deliver()).toEqual({ kind: "accepted", providerMessageId: "CA-42" });
    expect(received).toHaveLength(1);
    expect(JSON.parse(received[0]?.body ?? "")).toEqual({
      id: call.id,
      to: "+15145550142",
      text: call.text,
      brand: "belair",
      language: "fr",
    });
    expect(received[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "idempotency-key": call.id,
      authorization: "Bearer s3cret",
    });
  });

  it("is accepted, not made again, when the provider already has it", async () => {
    expect(await (await status(409)).deliver()).toEqual({ kind: "accepted", providerMessageId: null });
  });

  it.each([401, 402, 403, 404, 408, 429, 500, 502, 503])("F-16 is retried later on status %i", async (code) => {
    expect(await (await status(code)).deliver()).toEqual({ kind: "later", fault: `voice ${code}` });
  });

  it.each([400, 410, 422])("is refused permanently on status %i", async (code) => {
    expect(await (await status(code, "no")).deliver()).toEqual({ kind: "refused", fault: `voice ${code}` });
  });

  it("F-16 times out at a slow provider and is retried when the provider is unavailable", async () => {
    const { deliver } = await provider(() => {}, 500);
    expect(await deliver()).toEqual({ kind: "later", fault: "voice slow" });
    await close();
    expect(await deliver()).toEqual({ kind: "later", fault: "voice away" });
  });

  it("does not follow a redirect", async () => {
    const { deliver } = await provider((response) =>
      response.writeHead(307, { location: "http://127.0.0.1:9/" }).end(),
    );
    expect(await deliver()).toEqual({ kind: "later", fault: "voice away" });
  });
});

describe("without VOICE_URL", () => {
  it("production refuses a call, and offers none", async () => {
    const settings = { mode: "production", smsProviders: [] } as const;
    expect(await messageProviders(settings).VOICE.deliver(call)).toEqual({ kind: "refused", fault: "no provider" });
    expect(canCall(settings)).toBe(false);
  });

  it("demo mode puts it in the outbox", async () => {
    const settings = { mode: "demo", smsProviders: [] } as const;
    expect(await messageProviders(settings).VOICE.deliver(call)).toMatchObject({ kind: "accepted" });
    expect(canCall(settings)).toBe(true);
  });
});
