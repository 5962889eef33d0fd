import { urlOfEachHost } from "@vestibule/api/platform/database-client.adapter.ts";
import { hostReach } from "@vestibule/api/platform/host-reach.rule.ts";
import { type OperatorText, operatorText } from "@vestibule/wording/operator-text.rule.ts";
import type { SettingInfo } from "./setting-description.ts";
import { listOf, readUrl, splitPair } from "./setting-value.schema.ts";

export type TransportFinding = { kind: "refused"; reason: string } | { kind: "warned"; reason: OperatorText };

const refused = (reason: string): TransportFinding => ({ kind: "refused", reason });
const warned = (key: Parameters<typeof operatorText>[0]): TransportFinding => ({
  kind: "warned",
  reason: operatorText(key),
});

/**
 * Reports the URL of another machine without TLS, which would expose codes and personal data. It is only a warning
 * where an operator may intend it, such as in a private network.
 */
export function checkTransport(
  protocol: SettingInfo["transport"],
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): TransportFinding | undefined {
  if (protocol === "httpByName") {
    const urls = listOf(text).map((item) => splitPair(item)[1]);
    return worst(urls.flatMap((url) => checkTransport("http", url, environment) ?? []));
  }
  const url = protocol && readUrl(text);
  if (!url) return undefined;
  if (protocol === "http") return checkHttp(url);
  if (protocol === "smtp") return checkSmtp(url);
  const findings = urlOfEachHost(text).flatMap((one) => checkPostgres(readUrl(one) ?? url, environment) ?? []);
  return worst(findings);
}

function worst(findings: readonly TransportFinding[]): TransportFinding | undefined {
  return findings.find(({ kind }) => kind === "refused") ?? findings[0];
}

function checkHttp({ protocol, hostname }: URL): TransportFinding | undefined {
  const reach = hostReach(hostname);
  if (protocol === "https:" || reach === "ownMachine") return undefined;
  return reach === "private"
    ? warned("warning.http")
    : refused("leads over the internet without TLS: it must begin with https://");
}

function checkSmtp({ protocol, hostname, password, searchParams }: URL): TransportFinding | undefined {
  const reach = hostReach(hostname);
  if (reach === "ownMachine") return undefined;
  const stricter = /^(requireTLS|secure)=true$/;
  if ([...searchParams].some(([name, value]) => /tls|^secure$/i.test(name) && !stricter.test(`${name}=${value}`))) {
    return reach === "private"
      ? warned("warning.smtpTls")
      : refused("changes how TLS is used or checked over the internet: leave it out of the URL");
  }
  if (protocol === "smtps:" || password !== "") return undefined;
  return reach === "private" ? warned("warning.smtp") : warned("warning.smtpWithoutTls");
}

/** Reads host and TLS mode like the driver: from the parameters of the URL first, then from PGHOST and PGSSLMODE. */
function checkPostgres(
  { hostname, searchParams }: URL,
  environment: Readonly<Record<string, string | undefined>>,
): TransportFinding | undefined {
  const host = searchParams.get("host") || decodeURIComponent(hostname) || environment.PGHOST || "localhost";
  const reach = hostReach(host);
  if (reach === "ownMachine") return undefined;
  const tls = postgresTls(searchParams, environment.PGSSLMODE);
  if (tls === "checked") return undefined;
  if (tls === "unchecked") return warned("warning.postgresUnchecked");
  return tls === "off" || reach === "private"
    ? warned("warning.postgres")
    : refused(`${operatorText("warning.postgres").en}, sslmode=disable says that the whole network is yours`);
}

function postgresTls(parameters: URLSearchParams, fallback: string | undefined) {
  const ssl = parameters.get("ssl");
  const files = ["sslrootcert", "sslcert", "sslkey"].some((name) => parameters.has(name));
  if (ssl === "0" || ssl === "false") return "off";
  const mode =
    parameters.get("sslmode") ?? (ssl || files || parameters.has("sslnegotiation") ? "verify-full" : fallback);
  if (!mode) return "none";
  if (mode === "disable") return "off";
  const compatible = parameters.get("uselibpqcompat") === "true" && /^(prefer|require)$/.test(mode);
  return mode === "no-verify" || compatible ? "unchecked" : "checked";
}
