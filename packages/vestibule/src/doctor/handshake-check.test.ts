import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import { setDefaultCACertificates } from "node:tls";
import { httpProvider } from "@vestibule/api/messages/http-provider.adapter.ts";
import { smtpProvider } from "@vestibule/api/messages/smtp.adapter.ts";
import { emailMessage, textMessage } from "@vestibule/api/messages/test/text-message.ts";
import { httpClient } from "@vestibule/api/platform/http-client.adapter.ts";
import { sameText } from "@vestibule/wording/operator-text.rule.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { testCertificate } from "../../../../test/certificates.ts";
import { freePort, listenOnLoopback } from "../../../../test/loopback-port.ts";
import { checkIssuer, checkMail, checkReach } from "./network.check.ts";

const { certificate, key } = await testCertificate("handshake");
setDefaultCACertificates([certificate]);
const tls = { cert: certificate, key };
const older = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;

const servers = {
  "answers without TLS": () => createPlainServer((_request, response) => response.end("{}")),
  "has TLS 1.1 alone": () => createServer({ ...tls, ...older }),
};

async function listenOn(server: ReturnType<(typeof servers)[keyof typeof servers]>): Promise<string> {
  onTestFinished(() => void server.close());
  return `127.0.0.1:${await listenOnLoopback(server)}`;
}

describe.each([
  ["answers without TLS", "ERR_SSL_WRONG_VERSION_NUMBER", "it answers without TLS at this port"],
  ["has TLS 1.1 alone", "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "it has no TLS 1.2 or newer"],
] as const)("a server that %s", (which, code, advice) => {
  test("is called so by the doctor", async () => {
    const host = await listenOn(servers[which]());
    const findings = await Promise.all([
      checkMail(`smtps://${host}`),
      checkReach(sameText("text messages"), `https://${host}`),
      checkIssuer({ issuer: `https://${host}`, clientId: "portal" } as Parameters<typeof checkIssuer>[0]),
    ]);
    for (const { detail } of findings) expect(detail.en).toContain(`: TLS fails (${code}): ${advice}`);
  });

  test("is named by each sender", async () => {
    const host = await listenOn(servers[which]());
    const url = `https://${host}`;
    const mail = smtpProvider({ url: `smtps://${host}` });
    expect(await mail.deliver(emailMessage)).toEqual({
      kind: "later",
      fault: `smtp tls ${code}`,
    });
    const sms = httpProvider("sms", { api: "generic", url });
    expect(await sms.deliver(textMessage)).toEqual({
      kind: "later",
      fault: `sms tls ${code}`,
    });
    const directory = httpClient({ url, limitMilliseconds: 25_000 });
    await expect(directory.send({ method: "GET", path: "/", isRepeatable: false })).rejects.toMatchObject({
      code: `tls-${code}`,
    });
  });
});

test("says why nothing answers for an issuer, too", async () => {
  const url = `https://127.0.0.1:${await freePort()}`;
  const { detail } = await checkIssuer({ issuer: url, clientId: "portal" } as Parameters<typeof checkIssuer>[0]);
  expect(detail.en).toBe(`${url} gives no metadata (ECONNREFUSED)`);
});
