import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import type { Finding } from "@vestibule/contract/internal/team-desk.endpoint.ts";
import { englishWordsIn } from "@vestibule/wording/test/plain-language.rule.ts";
import { expect, onTestFinished, test } from "vitest";
import { issueCertificate } from "../../../../test/issue-certificate.ts";
import { listenOnLoopback } from "../../../../test/loopback-port.ts";
import { brandsDirectory, temporaryDirectory } from "../brands/test/planted-brand.ts";
import { readSettings } from "../settings/settings.rule.ts";
import { checkUp } from "./check-up.ts";

const clientFile = {
  name: { en: "Claims", fr: "Réclamations" },
  type: "public",
  redirectUris: ["http://claims.example/*#top", "https://name@other.example/"],
  jwks: { keys: [{ kty: "RSA", d: "secret" }] },
  resources: ["https://api.example/none"],
  handsOver: true,
};
const webhooks = {
  crm: { brand: "nowhere", url: "http://127.0.0.1/#top", events: "all" },
  billing: { brand: "belair", url: "https://billing.example", events: "none" },
};

async function check(environment: Record<string, string>): Promise<Finding[]> {
  const read = readSettings({ DATA_DIR: "memory:", BRANDS_DIR: "", ...environment });
  if (read.kind === "invalid") throw new Error(JSON.stringify(read.errors));
  return checkUp(read.settings, { isWebAlone: false });
}

const inEach = (findings: readonly Finding[]) => findings.flatMap(({ subject, detail }) => [subject, detail]);

/** File names, URLs and what a file contains are not words of the portal. */
const withoutNames = (text: string) => text.replace(/\S*[/.@_=]\S*/g, "");

test("finds faults of brands, applications and webhooks in each language", async () => {
  const { directory, remove } = temporaryDirectory();
  onTestFinished(remove);
  cpSync(join(brandsDirectory, "belair"), join(directory, "belair"), { recursive: true });
  mkdirSync(join(directory, "belair", "oidc"), { recursive: true });
  writeFileSync(join(directory, "belair", "oidc", "claims.json"), JSON.stringify(clientFile));
  writeFileSync(join(directory, "belair", "oidc", "Of Claims.json"), "{}");
  writeFileSync(join(directory, "belair", "tokens.css"), ":root { --brand: teal }");
  mkdirSync(join(directory, "empty"));
  const findings = await check({ BRANDS_DIR: directory });
  const faults = findings.filter(({ state }) => state === "fault");
  expect(faults.length).toBeGreaterThan(12);
  expect(faults.filter(({ detail }) => detail.en === detail.fr)).toEqual([]);
  expect(faults.map(({ detail }) => detail.fr).join("\n")).toContain("Retirez # et ce qui suit.");
  expect(faults.map(({ detail }) => detail.fr).join("\n")).toContain("remet une session au navigateur");
  expect(inEach(findings).filter(({ fr }) => englishWordsIn(withoutNames(fr)).length > 0)).toEqual([]);
});

test("tries each application's URL for logouts, and names a certificate that is refused in each language", async () => {
  const { directory, remove } = temporaryDirectory();
  onTestFinished(remove);
  const { certificate: cert, key } = await issueCertificate("untrusted");
  const server = createServer({ cert, key });
  const port = await listenOnLoopback(server);
  onTestFinished(() => void server.close());
  mkdirSync(join(directory, "belair"));
  const { name: names, type } = clientFile;
  const application = { name: names, type, redirectUris: ["https://claims.example/callback"] };
  for (const [name, backchannelLogoutUri] of [
    ["claims", `https://127.0.0.1:${port}/logout`],
    ["quotes", undefined],
  ] as const)
    writeFileSync(join(directory, "belair", `${name}.json`), JSON.stringify({ ...application, backchannelLogoutUri }));
  const findings = await check({ OIDC_CLIENTS_DIR: directory });
  expect(findings.filter(({ subject }) => /logout/.test(subject.en))).toEqual([
    {
      state: "fault",
      subject: { en: "logout at belair/claims", fr: "fermeture de session à belair/claims" },
      detail: {
        en: "127.0.0.1: its certificate is refused (DEPTH_ZERO_SELF_SIGNED_CERT); CA_FILE names an authority of your own",
        fr: "127.0.0.1\u00a0: son certificat est refusé (DEPTH_ZERO_SELF_SIGNED_CERT); CA_FILE nomme votre propre autorité",
      },
    },
  ]);
});

test("finds faults of webhooks and doubtful settings in each language", async () => {
  const { directory, remove } = temporaryDirectory();
  onTestFinished(remove);
  const file = join(directory, "webhooks.json");
  const settings = { WEBHOOKS_FILE: file, TRUST_FORWARDED_HOST: "1", LOG_LEVELS: "x", SMS_FROM: "+15145550100" };
  writeFileSync(file, JSON.stringify(webhooks));
  const schema = await check(settings);
  writeFileSync(file, JSON.stringify({ crm: { ...webhooks.crm, url: "https://crm.example" } }));
  const content = await check(settings);
  const doubtful = [...schema, ...content].filter(({ state }) => state !== "ok");
  expect(content.map(({ detail }) => detail.fr).join("\n")).toContain(
    `${file}:crm.brand\u00a0: nowhere n’est pas une marque; les marques sont `,
  );
  expect(doubtful.filter(({ detail }) => detail.en === detail.fr)).toEqual([]);
  expect(inEach(doubtful).filter(({ fr }) => englishWordsIn(withoutNames(fr)).length > 0)).toEqual([]);
});
