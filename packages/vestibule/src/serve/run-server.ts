import { networkInterfaces } from "node:os";
import type { GatewaySite } from "@vestibule/api/gateway/gateway-site.rule.ts";
import type { BrandPreview } from "../brands/brand-preview.ts";
import type { ServerPart, Settings } from "../settings/settings.rule.ts";
import { demoAgents } from "./agent-desk.ts";
import { type OpenServer, openServer } from "./open-server.ts";
import { startupBanner } from "./startup-banner.rule.ts";
import { asStartupError } from "./startup-error.ts";

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

/**
 * Runs a server until the process is asked to stop. Resolves once everything is closed; the process exits soon after.
 * Throws StartupError.
 */
export async function runServer(order: RunOptions): Promise<void> {
  try {
    await serveUntilAsked(order);
  } finally {
    // Exits even if a handle is still open, since no work is left.
    setTimeout(() => process.exit(), exitMillis).unref();
  }
}

async function serveUntilAsked({ settings, part, site, portal, preview, print }: RunOptions): Promise<void> {
  const asked = endAsked();
  for (const { name, reason } of settings.warnings) print(`Warning: ${name} ${reason}`);
  const workshop =
    portal === "sources" ? await (await import("@vestibule/web/develop-web.ts")).openWorkshop() : undefined;
  const told = (fault: unknown) => Promise.reject(asStartupError(fault, settings));
  const server = await openServer({ settings, part, site, workshop, preview }).catch(told);
  if (part === "gateway") print(`The gateway listens on port ${server.port}.`);
  else print(preview ? previewGreeting(server) : greeting(server));
  try {
    await Promise.race([asked, server.opened.then(() => asked, told)]);
  } finally {
    const limit = setTimeout(() => process.exit(1), longestStopMillis);
    await server.stop();
    await workshop?.close();
    clearTimeout(limit);
  }
}

/** More than the limits of all shutdown steps together. */
const longestStopMillis = 70_000;
const exitMillis = 1000;

function greeting({ port, internalPort, brands, settings }: OpenServer): string {
  const apart = internalPort === undefined ? "" : `, for /internal and /agent on port ${internalPort}`;
  if (settings.mode === "production") return `Vestibule listens on port ${port}${apart}.`;
  return startupBanner({
    port,
    internalPort: internalPort ?? port,
    brands,
    addresses: settings.host === undefined ? networkAddresses() : [],
    serviceCredential: settings.sources.SERVICE_CREDENTIALS === "none" ? settings.serviceCredentials[0] : undefined,
    agents: demoAgents(settings),
  });
}

function previewGreeting({ port }: OpenServer): string {
  return `\n  The screens follow each save: http://localhost:${port}/demo/screens\n\n  Ctrl-C stops it.\n`;
}

/** With Ctrl-C, the terminal and the parent process may both send a signal, moments apart. */
const echoMillis = 1000;

/** The first signal lets running requests finish; a later one does not wait for them. */
function endAsked(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (askedAt !== undefined && performance.now() - askedAt > echoMillis) process.exit(130);
        askedAt ??= performance.now();
        resolve();
      });
    }
  });
}

function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address);
}
