import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gsm7Length } from "@vestibule/api/messages/sms-layout.message.ts";
import { expect, onTestFinished, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { settingsOf } from "../settings/test/test-settings.ts";
import { sendTestMessage } from "./network.check.ts";

/** Orders a test message from a provider that answers with one status. Returns the finding and what the provider got. */
async function sendThrough(status: number, channel: "SMS" | "VOICE") {
  const texts: string[] = [];
  const provider = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    texts.push(JSON.parse(String(Buffer.concat(pieces))).text);
    response.writeHead(status).end("{}");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void provider.close());
  await once(provider, "listening");
  const url = `http://TOKEN@127.0.0.1:${(provider.address() as AddressInfo).port}/v1/messages`;
  const settings = settingsOf({ [`${channel}_URL`]: url });
  const finding = await sendTestMessage({ settings, brands: await testBrands(), channel, to: "514-555-0142" });
  return { finding, texts };
}

test("the test message is one text message of the plain alphabet, as every other", async () => {
  const { finding, texts } = await sendThrough(200, "SMS");
  expect(finding).toMatchObject({ state: "ok" });
  expect(gsm7Length(texts[0] ?? "’")).toBeLessThanOrEqual(160);
});

test.each(["SMS", "VOICE"] as const)(
  "a refused test message of %s has the reason that the log has",
  async (channel) => {
    const { finding } = await sendThrough(401, channel);
    expect(finding).toMatchObject({ state: "fault", detail: { en: `later: ${channel.toLowerCase()}-401` } });
  },
);
