import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcess, endWithThisProcess } from "./child-process.ts";
import { issueCertificate } from "./issue-certificate.ts";
import { waitUntil } from "./wait-until.ts";

const readShipped = (name: string) => readFileSync(join(import.meta.dirname, "../deploy", name), "utf8");

export interface NginxOptions {
  servers: readonly number[];
  /** Port with TLS and HTTP/2 and a self-signed certificate. */
  tlsPort: number;
  /** Port without TLS. */
  plainPort?: number | undefined;
  /** Also forwards `/internal`, `/agent` and `/team`, which the shipped configuration restricts to the insurer's network. */
  servesInternal?: boolean;
}

/** Starts the installed nginx with `deploy/nginx.conf` in front of servers on this machine. */
export async function startNginx(options: NginxOptions): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-nginx-"));
  const key = join(folder, "portal.key");
  const certificate = join(folder, "portal.crt");
  const issued = await issueCertificate("localhost");
  writeFileSync(key, issued.key);
  writeFileSync(certificate, issued.certificate);
  const config = join(folder, "nginx.conf");
  writeFileSync(config, wholeConfig(localConfig(options, { key, certificate }), folder));
  const child = spawn("nginx", ["-c", config, "-p", folder, "-e", join(folder, "error.log")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const failed = once(child, "error").then(([fault]: Error[]) => {
    throw fault;
  });
  endWithThisProcess(child);
  const responses = await Promise.race([failed, waitUntil(() => isListening(options.tlsPort), { seconds: 60 })]);
  if (!responses) throw new Error("nginx does not answer");
  return {
    stop: async () => {
      await endProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Reads the shipped configuration and replaces its IPs and ports by those of this machine. Throws if one is not found. */
function localConfig(
  { servers, tlsPort, plainPort, servesInternal = false }: NginxOptions,
  files: { key: string; certificate: string },
): string {
  const shipped = readShipped("nginx.conf");
  const [, parameters = ""] = shipped.match(/ {2}server 10\.\S+([^\n]*)\n/) ?? [];
  const upstream = (port: number) => `  server 127.0.0.1:${port}${parameters}\n`;
  const changes: readonly [RegExp, string][] = [
    [/include \/etc\/nginx\/vestibule-proxy\.conf;/, readShipped("nginx-proxy.conf")],
    [/( {2}server 10\.[^\n]*\n)+/, servers.map(upstream).join("")],
    [/server \{\n {2}listen 80;[\s\S]*?\n\}\n/, ""],
    [
      / {2}listen 443 ssl http2;/,
      `  listen 127.0.0.1:${tlsPort} ssl http2;${plainPort === undefined ? "" : `\n  listen 127.0.0.1:${plainPort};`}`,
    ],
    [/server_name [^;]*;/, "server_name localhost;"],
    [/ssl_certificate [^;]*;/, `ssl_certificate ${files.certificate};`],
    [/ssl_certificate_key [^;]*;/, `ssl_certificate_key ${files.key};`],
    [/\(internal\|agent\|team\)/, servesInternal ? "nothing-is-kept-back" : "(internal|agent|team)"],
    // A port other than 443 is part of the origin of the portal.
    [/set \$portal_host \$host;/, "set $portal_host $http_host;"],
  ];
  return changes.reduce((text, [pattern, replacement]) => {
    if (!pattern.test(text)) throw new Error(`deploy/nginx.conf has no ${pattern}`);
    return text.replace(pattern, () => replacement);
  }, shipped);
}

function wholeConfig(site: string, folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return [
    "daemon off;",
    "worker_processes 1;",
    `pid ${folder}/nginx.pid;`,
    "events { worker_connections 2048; }",
    "http {",
    "access_log off;",
    // Simulated people name their own client IP, as behind another proxy, so the limits by client IP are theirs.
    "set_real_ip_from 127.0.0.1;",
    "real_ip_header X-Forwarded-For;",
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    site,
    "}\n",
  ].join("\n");
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect({ host: "127.0.0.1", port });
  return once(socket, "connect").then(
    () => Boolean(socket.destroy()),
    () => false,
  );
}
