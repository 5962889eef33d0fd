import { isIP } from "node:net";
import { agentId } from "@vestibule/contract/v1/support-desk.schema.ts";
import { secretFault } from "./secret.rule.ts";
import type { SettingKind, SettingRow } from "./setting.table.ts";
import { nearestChoice } from "./spelling.rule.ts";
import { isTooWide } from "./trusted-network.rule.ts";

/** What is wrong with a setting's text, without quoting a secret. Undefined when it is valid. */
export function settingFault(row: SettingRow, text: string): string | undefined {
  const [least, most] = row.range ?? [0, Number.MAX_SAFE_INTEGER];
  const judge: Record<SettingKind, () => string | undefined> = {
    port: () => (isWhole(text, 0, 65_535) ? undefined : "is no port (0 to 65535)"),
    wholeNumber: () => (isWhole(text, least, most) ? undefined : `is no whole number from ${least} to ${most}`),
    host: () => (isIP(text) || /^[\w.-]+$/.test(text) ? undefined : "is no address or host name"),
    folder: () => (text.includes("\0") ? "is no folder" : undefined),
    file: () => (text.includes("\0") ? "is no file" : undefined),
    brandId: () =>
      /^[a-z][a-z0-9-]{1,30}$/.test(text) ? undefined : "is no brand’s name (lower case letters, digits, hyphens)",
    postgresUrl: () => urlFault(text, ["postgres:", "postgresql:"]),
    smtpUrl: () => urlFault(text, ["smtp:", "smtps:"]),
    httpUrl: () => urlFault(text, ["http:", "https:"]),
    networks: () =>
      firstFault(listOf(text), (item) =>
        !isNetwork(item)
          ? `has an entry that is no address or network: ${item}`
          : isTooWide(item)
            ? `has a network that anybody may be in: ${item} (at the widest /8, or /16 of IPv6)`
            : undefined,
      ),
    secrets: () => firstFault(listOf(text), secretFault),
    keyPair: () =>
      listOf(text).length > 2 ? "has more than two secrets (newest,older)" : firstFault(listOf(text), secretFault),
    apiKeys: () =>
      firstFault(listOf(text), (item) =>
        /^[a-z][a-z0-9-]*=[\w.-]{1,100}$/.test(item) ? undefined : "has an entry that is not brand=key",
      ),
    agents: () =>
      firstFault(listOf(text), (item) => {
        const [id = "", secret = ""] = splitPair(item);
        return agentId.safeParse(id).success ? secretFault(secret) : "has an entry that is not id=secret";
      }),
    text: () => (text.length > 500 ? "is longer than 500 characters" : undefined),
    choice: () => choiceFault(text, row.choices ?? []),
  };
  return judge[row.kind]();
}

function choiceFault(text: string, choices: readonly string[]): string | undefined {
  if (choices.includes(text)) return undefined;
  if (choices.length === 1) return `is not exactly ${choices[0]}`;
  const nearest = nearestChoice(text, choices);
  const question = nearest === undefined ? "" : `: did you mean ${nearest}?`;
  return `is ${JSON.stringify(text)}, which is none of ${choices.join(", ")}${question}`;
}

/** Splits comma-separated text and drops empty entries. */
export function listOf(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** Splits an entry such as `name=value`; the value may contain further equals signs. */
export function splitPair(item: string): [name: string, value: string] {
  const sign = item.indexOf("=");
  return sign < 0 ? [item, ""] : [item.slice(0, sign), item.slice(sign + 1)];
}

function isWhole(text: string, least: number, most: number): boolean {
  return /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
}

function urlFault(text: string, schemes: readonly string[]): string | undefined {
  // A URL for a Unix socket has no host between @ and /, which the URL class refuses.
  const url = URL.parse(text.replace("@/", "@localhost/"));
  return url !== null && schemes.includes(url.protocol)
    ? undefined
    : `is no address that begins with ${schemes.join("// or ")}//`;
}

function isNetwork(item: string): boolean {
  const [address = "", prefix, ...rest] = item.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || isWhole(prefix, 0, version === 4 ? 32 : 128);
}

function firstFault(items: readonly string[], faultOf: (item: string) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
