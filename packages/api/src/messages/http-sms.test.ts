import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { httpSmsProvider } from "./http-sms.adapter.ts";
import { textMessage as message } from "./test/text-message.ts";

let close = async () => {};
afterEach(() => close());

/** A long timeout by default, so that a busy machine causes no false timeout. */
async function provider(respond: (response: ServerResponse) => unknown, limitMilliseconds = 25_000) {
  const server = await loopbackServer((_request, response) => respond(response));
  close = server.close;
  const sms = httpSmsProvider({
    api: "generic",
    url: `http://s3cret@127.0.0.1:${server.port}/messages`,
    limitMilliseconds,
  });
  return { deliver: () => sms.deliver(message), received: server.received };
}
const status = (code: number, body = "") =>
  provider((response) => response.writeHead(code, { "content-type": "application/json" }).end(body));

describe("a text message", () => {
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
    expect(await (await status(code)).deliver()).toEqual({ kind: "later", fault: `sms ${code}` });
  });

  it.each([400, 410, 422])("is refused permanently on status %i", async (code) => {
    expect(await (await status(code, "no")).deliver()).toEqual({ kind: "refused", fault: `sms ${code}` });
  });

  it("F-16 times out at a slow provider and is retried when the provider is unavailable", async () => {
    const { deliver } = await provider(() => {}, 500);
    expect(await deliver()).toEqual({ kind: "later", fault: "sms slow" });
    await close();
    expect(await deliver()).toEqual({ kind: "later", fault: "sms away" });
  });

  it("does not follow a redirect", async () => {
    const { deliver } = await provider((response) =>
      response.writeHead(307, { location: "http://127.0.0.1:9/" }).end(),
    );
    expect(await deliver()).toEqual({ kind: "later", fault: "sms away" });
  });
});
