import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startNginx } from "../test/nginx.ts";
import { alternate, waitUntilReady } from "./alternating-proxy.ts";
import { findPersonal } from "./log-scan.ts";
import { accountsCsv, allPeople, oldPassword, otherEmails, policiesCsv } from "./people.ts";
import { newPassword } from "./registering.ts";

/** Credential of the insurer's systems, which order links. */
export const serviceCredential = "the-insurers-own-system-orders-links-with-this";

/** Secrets of the call centre's agents, by id. */
export const agents = {
  amelie: "the-secret-of-the-agent-amelie-of-the-stories",
  bruno: "the-secret-of-the-agent-bruno-of-the-stories",
};

/** Starts two servers on one database behind nginx or behind a proxy that alternates between the running ones. */
export class ServerPair {
  private readonly port: number;
  private folder = "";
  private readonly servers = new Map<number, ChildProcess>();
  private readonly alive: number[] = [];
  private readonly isBehindNginx: boolean;
  private proxy: { stop(): Promise<void> } | undefined;

  /** The servers use the two ports after the proxy's. */
  constructor({ port, isBehindNginx = false }: { port: number; isBehindNginx?: boolean }) {
    this.port = port;
    this.isBehindNginx = isBehindNginx;
  }

  async startRegistration(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), "vestibule-stories-"));
    writeFileSync(join(this.folder, "book.csv"), policiesCsv());
    writeFileSync(join(this.folder, "accounts.csv"), accountsCsv());
    await this.start("first");
    await this.start("second");
    this.proxy = this.isBehindNginx
      ? await startNginx({ servers: [...this.alive], tlsPort: this.port, servesInternal: true })
      : await alternate(this.alive, this.port);
  }

  async start(which: "first" | "second"): Promise<void> {
    const port = this.portOf(which);
    const log = openSync(this.log, "a");
    const server = spawn(process.execPath, ["packages/vestibule/bin/vestibule.mjs", "serve"], {
      cwd: join(import.meta.dirname, ".."),
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: join(this.folder, "data"),
        DEMO_BOOK: join(this.folder, "book.csv"),
        DEMO_ACCOUNTS: join(this.folder, "accounts.csv"),
        SERVICE_CREDENTIALS: serviceCredential,
        AGENTS: Object.entries(agents)
          .map(([id, secret]) => `${id}=${secret}`)
          .join(),
        // Each story sets its own client IP, with its own limits.
        TRUSTED_PROXIES: "127.0.0.1,::1",
        // Logs at the most verbose level that the scan covers.
        LOG_LEVEL: "info",
      },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    this.servers.set(port, server);
    await waitUntilReady(`http://127.0.0.1:${port}/health/ready`);
    this.alive.push(port);
  }

  /** Kills a server without shutdown, like a power loss; the proxy stops using it. */
  async kill(which: "first" | "second"): Promise<void> {
    const port = this.portOf(which);
    this.alive.splice(this.alive.indexOf(port), 1);
    await end(this.servers.get(port), "SIGKILL");
  }

  /** Stops the servers, then checks that their log contains no personal data. */
  async end(): Promise<void> {
    const codes = await this.codesSent();
    await this.proxy?.stop();
    await Promise.all([...this.servers.values()].map((server) => end(server, "SIGTERM")));
    const log = readFileSync(this.log, "utf8");
    rmSync(this.folder, { recursive: true, force: true });
    const people = allPeople.map(({ email, cellPhone, firstName, lastName, postalCode, ...others }) => {
      const { policyNumber, licenceNumber, pin } = others;
      return { email, cellPhone, firstName, lastName, postalCode, policyNumber, licenceNumber, pin };
    });
    const findings = findPersonal(log, people, [...codes, ...otherEmails, oldPassword, newPassword]);
    if (findings.length > 0) throw new Error(`the servers' log contains personal data:\n${findings.join("\n")}`);
    if (!log.includes("request.done")) throw new Error("the servers logged nothing: nothing was shown");
  }

  private async codesSent(): Promise<string[]> {
    const answer = await fetch(`http://127.0.0.1:${this.alive[0]}/demo/outbox.json`);
    const letters = (await answer.json()) as { code: string | null }[];
    return letters.flatMap(({ code }) => code ?? []);
  }

  private get log(): string {
    return join(this.folder, "servers.log");
  }

  private portOf(which: "first" | "second"): number {
    return this.port + (which === "first" ? 1 : 2);
  }
}

async function end(server: ChildProcess | undefined, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill(signal);
  await ended;
}
