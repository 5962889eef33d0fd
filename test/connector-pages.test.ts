import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { auditEvents } from "@vestibule/catalogue/audit-event.table.ts";
import { accountColumns, bookColumns } from "@vestibule/catalogue/book.table.ts";
import { eventTypes } from "@vestibule/catalogue/event.table.ts";
import { gatewayCodes } from "@vestibule/catalogue/gateway.table.ts";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { issuedLinkActions, linkSources } from "@vestibule/catalogue/link.table.ts";
import { registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { describe, expect, it, test } from "vitest";
import { settingNames } from "../packages/vestibule/src/settings/settings.schema.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages = globSync("docs/connect/*.md", { cwd: root }).map((path) => ({ path, text: read(path) }));
const everything = pages.map(({ text }) => text).join("\n");

/** Words in backticks outside code blocks. */
const quoted = pages.flatMap(({ path, text }) =>
  [...text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`\n]+)`/g)].map(([, words = ""]) => ({ path, words })),
);

/** Settings of outgoing or incoming connections. */
const connection = /_(URLS?|ISSUER|PROXIES|CREDENTIALS)$/;

/** Names of a gateway’s parameters, of Apache, of Infobip, of AWS, of Node and of its reasons to refuse a certificate. */
const namesOfOthers =
  /^(TAM_OP|ERROR_CODE|REMOTE_USER|REJECTED_\w+|EC_\w+|UNDELIVERABLE_\w+|TEXT_\w+|DESTINATION_\w+|PRIVATE_KEY|NODE_EXTRA_CA_CERTS|CERT_HAS_EXPIRED|ERR_TLS_CERT_ALTNAME_INVALID|\w*SELF_SIGNED_CERT\w*)$/;

describe("the documentation of connections", () => {
  const settings = quoted.filter(({ words }) => /^[A-Z]+_[A-Z_]+$/.test(words) && !namesOfOthers.test(words));
  const ours: readonly string[] = [...issuedLinkActions, ...idsOf(registrationErrors)];
  it.each(settings.filter(({ words }) => !ours.includes(words)))("$path: $words is a setting", ({ words }) =>
    expect(settingNames).toContain(words),
  );

  it.each(settingNames.filter((name) => connection.test(name)))("mentions %s", (name) => {
    expect(everything).toContain(`| \`${name}\` |`);
  });

  const dotted = quoted.filter(({ words }) => /^[a-z-]+\.[a-zA-Z]+$/.test(words) && !/\.(json|md|mjs|ts)$/.test(words));
  const events = new Set<string | undefined>([
    ...eventTypes,
    ...auditEvents,
    ...globSync("packages/*/src/**/*.ts", { cwd: root }).flatMap((path) =>
      [...read(path).matchAll(/(?:log\.(?:info|warn|error)\(|event: )"([a-zA-Z.-]+)"/g)].map(([, event]) => event),
    ),
  ]);
  it.each(dotted)("$path: $words is an event of the log or the audit trail, or a field of brand.json", ({ words }) => {
    const isField = read("brands/brand.schema.json").includes(`"${words.split(".").at(-1)}":`);
    expect(isField || events.has(words)).toBe(true);
  });

  const links = [...pages, { path: "docs/afternoon.md", text: read("docs/afternoon.md") }].flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, link = ""]) => ({ path, link })),
  );
  it.each(links)("$path links to $link, which exists", ({ path, link }) => {
    expect(read(join(dirname(path), link))).not.toBe("");
  });

  it.each(quoted.filter(({ words }) => /^packages\/.*\.ts$/.test(words)))("$path: $words exists", ({ words }) => {
    expect(read(words)).not.toBe("");
  });
});

test("documents every column, action, source and gateway code", () => {
  const words = new Set(quoted.map((one) => one.words.toLowerCase()));
  const documented = [
    ...bookColumns,
    ...accountColumns,
    ...issuedLinkActions,
    ...linkSources,
    ...Object.keys(gatewayCodes),
  ];
  expect(documented.filter((word) => !words.has(word.toLowerCase()))).toEqual([]);
});
