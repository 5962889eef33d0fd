import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newWebhookSecret } from "@vestibule/api/events/test/webhook.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { temporaryDirectory } from "../brands/test/planted-brand.ts";
import { checkWebhook } from "../doctor/network.check.ts";
import { readWebhooks } from "./webhooks.ts";

const brands = await testBrands();
const secret = newWebhookSecret();
const crm = { brand: "belair", url: "https://crm.example/vestibule", events: ["account.created"] };

let folder: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  folder = temporaryDirectory();
});
afterEach(() => folder.remove());

function read(content: unknown, webhookSecrets: [string, string][] = [["crm", secret]]) {
  const webhooksFile = join(folder.directory, "webhooks.json");
  writeFileSync(webhooksFile, typeof content === "string" ? content : JSON.stringify(content));
  return readWebhooks({ webhooksFile, webhookSecrets }, brands);
}
const faultsOf = async (content: unknown, secrets?: [string, string][]) =>
  (await read(content, secrets)).faults.map(({ en }) => en.replace(`${folder.directory}/`, ""));

describe("the webhooks of a file", () => {
  test("have the name and secrets of their entry, the newest secret first", async () => {
    const newest = newWebhookSecret();
    expect(
      await read({ crm }, [
        ["crm", newest],
        ["crm", secret],
      ]),
    ).toEqual({
      faults: [],
      webhooks: [{ id: "crm", ...crm, includesPersonId: false, allowPrivateAddress: false, secrets: [newest, secret] }],
    });
  });

  test("are none without a file", async () => {
    expect(await readWebhooks({ webhooksFile: undefined, webhookSecrets: [] }, brands)).toEqual({
      webhooks: [],
      faults: [],
    });
  });

  test.each([
    [
      { ...crm, url: "http://crm.example/" },
      "crm.url: must begin with https://, except in a private network that allowPrivateAddress allows",
    ],
    [{ ...crm, url: "crm" }, "crm.url: a whole URL, such as https://crm.example/vestibule"],
    [{ ...crm, url: "https://me@crm.example/" }, "crm.url: has no user name: a receiver checks the signature"],
    [{ ...crm, events: ["account.opened"] }, 'crm.events: "all", or a list of events'],
    [{ ...crm, events: [] }, 'crm.events: "all", or a list of events'],
    [{ ...crm, secret }, "crm.secret: is not known here"],
    [{ ...crm, brand: "acme" }, "crm.brand: acme is not a brand; there are"],
  ])("are refused with %j", async (webhook, reason) => {
    expect((await faultsOf({ crm: webhook })).join()).toContain(`webhooks.json:${reason}`);
  });

  test("are refused with an invalid name, without a secret, and with a secret of another name", async () => {
    expect((await faultsOf({ "a crm": crm }, []))[0]).toContain("a name is small letters, digits and hyphens");
    expect(await faultsOf({ crm }, [["other", secret]])).toEqual([
      "WEBHOOK_SECRETS has no secret for crm, a webhook of WEBHOOKS_FILE",
      "WEBHOOK_SECRETS has a secret for other, which is no webhook",
    ]);
  });

  test("are refused in a file that is not JSON or cannot be read", async () => {
    expect(await faultsOf('{"crm": ')).toEqual([expect.stringContaining("is not JSON from here on")]);
    const webhooksFile = join(folder.directory, "none.json");
    expect(await readWebhooks({ webhooksFile, webhookSecrets: [] }, brands)).toMatchObject({
      faults: [{ en: "WEBHOOKS_FILE cannot be read (ENOENT)" }],
    });
  });

  test("may be in a private network only where their entry allows it", async () => {
    const inside = { ...crm, url: "http://10.0.0.5/vestibule", allowPrivateAddress: true };
    expect(await faultsOf({ crm: inside })).toEqual([]);
  });
});

describe("doctor on a webhook", () => {
  const webhook = { id: "crm", brand: "belair", events: "all", includesPersonId: false, secrets: [secret] } as const;
  const receiver = loopbackServer((_request, response) => response.end());

  test("finds the receiver, and sends nothing", async () => {
    const { origin, received } = closeAfterTests(await receiver);
    expect(await checkWebhook({ ...webhook, url: origin, allowPrivateAddress: true })).toEqual({
      state: "ok",
      subject: { en: "webhook crm", fr: "webhook crm" },
      detail: { en: "127.0.0.1 answers", fr: "127.0.0.1 répond" },
    });
    expect(received).toEqual([]);
  });

  test("reports a private address that is not allowed, and a name that does not exist", async () => {
    const { origin } = await receiver;
    expect(await checkWebhook({ ...webhook, url: origin, allowPrivateAddress: false })).toMatchObject({
      state: "fault",
      detail: { en: "127.0.0.1 leads to a private address, which allowPrivateAddress allows" },
    });
    const url = "https://crm.invalid/";
    expect(await checkWebhook({ ...webhook, url, allowPrivateAddress: false })).toMatchObject({
      state: "fault",
      detail: { en: expect.stringMatching(/^crm\.invalid is not found \(E/) },
    });
  });
});
