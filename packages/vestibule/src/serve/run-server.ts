import { networkInterfaces } from "node:os";
import type { GatewaySite } from "@vestibule/api/gateway/gateway-site.rule.ts";
import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import type { BrandPreview } from "../brands/brand-preview.ts";
import type { Mode } from "../settings/setting-description.ts";
import type { ServerPart, Settings } from "../settings/settings.rule.ts";
import { wrongTimeZones } from "../settings/time-zone.rule.ts";
import { demoStaff } from "./agent-secrets.rule.ts";
import { logLibraryOutput } from "./library-output.adapter.ts";
import { type OpenServer, openServer, type ServerPorts } from "./open-server.ts";
import { asStartupError, StartupError } from "./startup-error.ts";

export interface RunOptions {
  settings: Settings;
  part: ServerPart;
  /** Gateway's site; defaults to the same host. */
  site?: GatewaySite;
  /** The output of `npm run build`, or the sources with hot reload. */
  portal: "built" | "sources";
  preview?: BrandPreview;
  print(text: string): void;
}

/** Resolves once everything is closed; the process exits soon after. Throws StartupError. */
export async function runServer(options: RunOptions): Promise<void> {
  try {
    await serveUntilStopped(options);
  } finally {
    // Exits even if a handle is still open, since no work is left.
    setTimeout(() => process.exit(), exitMillis).unref();
  }
}

async function serveUntilStopped({ settings, part, site, portal, preview, print }: RunOptions): Promise<void> {
  const wrongZones = wrongTimeZones();
  if (wrongZones.length > 0) throw new StartupError(wrongZones);
  const stopSignal = untilStopSignal();
  // Without this handler a full disk would end the process.
  process.stdout.on("error", () => {});
  const log = settings.mode === "production" ? jsonLog({ level: settings.logLevel }) : undefined;
  for (const { name, reason } of settings.warnings) print(describeWarning(`${name} ${reason.en}`, settings.mode));
  if (log) logLibraryOutput(log);
  const devServer =
    portal === "sources" ? await (await import("@vestibule/web/develop-web.ts")).startDevServer() : undefined;
  const portName = part === "gateway" ? "--port" : "PORT";
  const reject = (fault: unknown) => Promise.reject(asStartupError(fault, { ...settings, portName }));
  const server = await openServer({ settings, part, site, devServer, preview }).catch(reject);
  const greet = (ports: ServerPorts) => {
    if (log) log.info("server.listening", { ...ports });
    else if (part === "gateway") print(`The gateway listens on port ${ports.port}.`);
    else print(preview ? previewGreeting(ports.port) : startupBanner(server, ports));
  };
  try {
    await Promise.race([
      stopSignal,
      server.opened.then((ports) => {
        greet(ports);
        return stopSignal;
      }, reject),
    ]);
  } finally {
    const limit = setTimeout(() => process.exit(1), stopTimeoutMillis);
    await server.stop();
    await devServer?.close();
    clearTimeout(limit);
  }
}

/** One line of the log in production. `jsonLog` withholds sentences, but this one has nothing that a person typed. */
const describeWarning = (reason: string, mode: Mode) =>
  mode === "demo"
    ? `Warning: ${reason}`
    : JSON.stringify({ level: "warn", time: new Date(), event: "settings.warning", reason });

/** Longer than the timeouts of all shutdown steps together. */
const stopTimeoutMillis = 70_000;
const exitMillis = 1000;

const previewGreeting = (port: number) =>
  `\n  The screens reload after each save: http://localhost:${port}/demo/screens\n\n  Ctrl-C stops the server.\n`;

/** With Ctrl-C, the terminal and the parent process may both send a signal, moments apart. */
const duplicateSignalMillis = 1000;

/** Resolves at the first signal, after which running requests finish. A later signal exits at once. */
function untilStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let signalledAt: number | undefined;
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (signalledAt !== undefined && performance.now() - signalledAt > duplicateSignalMillis) process.exit(130);
        signalledAt ??= performance.now();
        resolve();
      });
    }
  });
}

/** IPs at which a server that listens on a host is reached from the network. */
function networkIps(host = "0.0.0.0"): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address)
    .filter((ip) => ["0.0.0.0", "::", ip].includes(host));
}

/** Text that demo mode prints once it is ready: the URLs to open, the most important first. */
function startupBanner({ brands, settings }: OpenServer, { port, internalPort = port }: ServerPorts): string {
  const brandLines = brands.brands.map(({ id, name }) => line(`http://${id}.localhost:${port}`, name.en));
  const network = networkIps(settings.host).map((ip) => `    http://${ip}:${port}/demo`);
  const telephone = network.length > 0 ? network : ["    start with the setting HOST=0.0.0.0"];
  const hasOwnCredential = settings.sources.SERVICE_CREDENTIALS === "none";
  const staffLines = Object.entries(demoStaff(settings)).map(([id, { secret }]) => `    ${id.padEnd(15)} ${secret}`);
  return [
    "",
    "  Vestibule is ready, in demo mode.",
    "",
    line(`http://localhost:${port}`, "the portal"),
    line(`http://localhost:${port}/demo`, "people to try, outbox, screens"),
    line(`http://localhost:${internalPort}/agent`, "the call centre's page"),
    line(`http://localhost:${internalPort}/team`, "the digital team's page"),
    "",
    "  Each brand has its own host:",
    ...brandLines,
    "",
    "  From a telephone in the same network:",
    ...telephone,
    ...(hasOwnCredential ? ["", `  Bearer secret for /internal: ${settings.serviceCredentials[0]}`] : []),
    ...(staffLines.length > 0
      ? ["", "  Agents at /agent and the team at /team, with their secrets:", ...staffLines]
      : []),
    "",
    "  Ctrl-C stops the server.",
    "",
  ].join("\n");
}

const line = (url: string, about: string) => `    ${url.padEnd(38)}${about}`;
