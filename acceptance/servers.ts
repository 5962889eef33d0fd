import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import type { SecondFactorTime } from "@vestibule/catalogue/second-factor.table.ts";
import { startNginx } from "../test/nginx.ts";
import { writeOutsideBrand } from "../test/outside-brand.ts";
import { outputOf, type RunningServer, runVestibule, type ServerOptions, startServer } from "../test/server-process.ts";
import { alternate } from "./alternating-proxy.ts";
import { findPersonal } from "./log-scan.ts";
import { otherSite, partner } from "./other-site.ts";
import { allPeople, oldPassword, otherEmails, type Person } from "./people.ts";
import { accountsCsv, policiesCsv } from "./people-csv.ts";
import { newPassword } from "./registering.ts";

/** Credential of the insurer's systems, which order links. */
export const serviceCredential = "the-insurers-own-system-orders-links-with-this";

/** Secrets of the call centre's agents, by id. */
export const agents = {
  amelie: "the-secret-of-the-agent-amelie-of-the-stories",
  bruno: "the-secret-of-the-agent-bruno-of-the-stories",
};

export type ServerPair = Awaited<ReturnType<typeof openServerPair>>;
const serverNames = ["first", "second"] as const;
type ServerName = (typeof serverNames)[number];

/**
 * Starts two servers on one database behind nginx or behind a proxy that alternates between the running ones. The
 * servers use the two ports after the proxy's.
 */
export async function openServerPair({
  port,
  isBehindNginx = false,
  secondFactor = "never",
  clientIpLimitFactor = 100,
}: {
  port: number;
  isBehindNginx?: boolean;
  secondFactor?: SecondFactorTime;
  /** Most stories share a client IP; the others set their own. */
  clientIpLimitFactor?: number;
}) {
  const folder = await writePeopleFolder();
  const clients = join(folder.path, "clients");
  mkdirSync(join(clients, "belair"), { recursive: true });
  for (const { id, client } of [otherSite, partner])
    writeFileSync(join(clients, "belair", `${id}.json`), JSON.stringify(client));
  const running = new Map<ServerName, RunningServer>();
  const ports = () => [...running.values()].map((server) => server.port);
  const start = async (name: ServerName) => {
    const AGENTS = Object.entries(agents)
      .map(([id, secret]) => `${id}=${secret}`)
      .join();
    const settings = {
      SERVICE_CREDENTIALS: serviceCredential,
      AGENTS,
      OIDC_CLIENTS_DIR: clients,
      SECOND_FACTOR: secondFactor,
      CLIENT_IP_LIMIT_FACTOR: String(clientIpLimitFactor),
    };
    running.set(name, await folder.start({ port: port + 1 + serverNames.indexOf(name), settings }));
  };
  for (const name of serverNames) await start(name);
  const proxy = isBehindNginx
    ? await startNginx({ servers: ports(), tlsPort: port, servesInternal: true })
    : await alternate(ports, port);
  return {
    start,
    /** Imports rows of the book while the servers run, as an insurer does. */
    importPeople: folder.importPeople,
    /** Kills a server without shutdown, like a power loss; the proxy stops using it. */
    kill: async (name: ServerName) => {
      const server = running.get(name);
      running.delete(name);
      await server?.end("SIGKILL");
    },
    /** Stops the servers, then checks that their log contains no personal data. */
    end: async () => {
      const codes = await codesSent(ports()[0]);
      await proxy.stop();
      await Promise.all([...running.values()].map((server) => server.end()));
      const log = folder.readLog();
      folder.remove();
      expectNothingPersonal(log, codes);
    },
  };
}

/** Starts a portal whose brand has a gateway on another host, and that gateway, over one database. */
export async function openPortalBesideGateway(ports: { portal: number; gateway: number }) {
  const folder = await writePeopleFolder();
  const brands = join(folder.path, "brands");
  writeOutsideBrand(brands, { origin: `http://localhost:${ports.gateway}`, registry: "vestibule" });
  const settings = { BRANDS_DIR: brands, PORT: String(ports.portal), TRUSTED_PROXIES: "" };
  const portal = await folder.start({ port: ports.portal, settings });
  const command = ["gateway", "--port", String(ports.gateway)];
  const gateway = await folder.start({ command, port: ports.gateway, settings });
  return {
    end: async () => {
      await gateway.end();
      await portal.end();
      folder.remove();
    },
  };
}

/** Writes a temporary folder with the people of the stories, for servers over one database in it. */
async function writePeopleFolder() {
  const path = mkdtempSync(join(tmpdir(), "vestibule-stories-"));
  const files = { DEMO_BOOK: join(path, "book.csv"), DEMO_ACCOUNTS: join(path, "accounts.csv") };
  writeFileSync(files.DEMO_BOOK, policiesCsv());
  writeFileSync(files.DEMO_ACCOUNTS, accountsCsv(await hashingPool().hash(oldPassword)));
  const logFile = join(path, "servers.log");
  return {
    path,
    start: ({ settings, ...options }: Pick<ServerOptions, "port" | "command" | "settings">) =>
      startServer({
        ...options,
        dataDir: join(path, "data"),
        logFile,
        // Errors are part of the log that is scanned.
        wrapper: ["sh", "-c", 'exec "$@" 2>&1', "sh"],
        settings: {
          ...files,
          CLIENT_IP_LIMIT_FACTOR: "100",
          TRUSTED_PROXIES: "127.0.0.1,::1",
          SECOND_FACTOR: "never",
          ...settings,
        },
      }),
    importPeople: async (people: readonly Person[]) => {
      const file = join(path, "changed.csv");
      writeFileSync(file, policiesCsv(people));
      await outputOf(runVestibule(["policies", "import", file], { DATA_DIR: join(path, "data") }));
    },
    readLog: () => readFileSync(logFile, "utf8"),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

async function codesSent(port: number | undefined): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/demo/outbox.json`);
  const letters = (await response.json()) as { code: string | null }[];
  return letters.flatMap(({ code }) => code ?? []);
}

function expectNothingPersonal(log: string, codes: readonly string[]): void {
  const people = allPeople.map(({ email, cellPhone, firstName, lastName, postalCode, ...others }) => {
    const { policyNumber, licenceNumber, pin } = others;
    return { email, cellPhone, firstName, lastName, postalCode, policyNumber, licenceNumber, pin };
  });
  const findings = findPersonal(log, people, [...codes, ...otherEmails, oldPassword, newPassword]);
  if (findings.length > 0) throw new Error(`the servers' log contains personal data:\n${findings.join("\n")}`);
  if (!log.includes("request.done")) throw new Error("the servers logged nothing: nothing was shown");
}
