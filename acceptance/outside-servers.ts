import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntilReady } from "./alternating-proxy.ts";
import { accountsCsv, policiesCsv } from "./people.ts";

const root = join(import.meta.dirname, "..");

/** Starts a portal whose brand has a gateway on another host, and that gateway, over one database. */
export class PortalBesideGateway {
  readonly #portalPort: number;
  readonly #gatewayPort: number;
  readonly #processes: ChildProcess[] = [];
  #folder = "";

  constructor(ports: { portal: number; gateway: number }) {
    this.#portalPort = ports.portal;
    this.#gatewayPort = ports.gateway;
  }

  async startRegistration(): Promise<void> {
    this.#folder = mkdtempSync(join(tmpdir(), "vestibule-outside-"));
    writeFileSync(join(this.#folder, "book.csv"), policiesCsv());
    writeFileSync(join(this.#folder, "accounts.csv"), accountsCsv());
    this.#writeBrand();
    await this.#run(["serve"], this.#portalPort);
    await this.#run(["gateway", "--port", String(this.#gatewayPort)], this.#gatewayPort);
  }

  async end(): Promise<void> {
    for (const child of this.#processes.reverse()) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #writeBrand(): void {
    const folder = join(this.#folder, "brands", "belair");
    cpSync(join(root, "brands", "belair"), folder, { recursive: true });
    const brand = JSON.parse(readFileSync(join(folder, "brand.json"), "utf8"));
    const origin = `http://localhost:${this.#gatewayPort}`;
    brand.gateway = { kind: "outside", origin, loginPath: "/pkmslogin.form", registry: "vestibule" };
    brand.applicationUrl = `${origin}/account`;
    writeFileSync(join(folder, "brand.json"), JSON.stringify(brand));
  }

  async #run(command: readonly string[], port: number): Promise<void> {
    const child = spawn(process.execPath, ["packages/vestibule/bin/vestibule.mjs", ...command], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(this.#portalPort),
        DATA_DIR: join(this.#folder, "data"),
        BRANDS_DIR: join(this.#folder, "brands"),
        DEMO_BOOK: join(this.#folder, "book.csv"),
        DEMO_ACCOUNTS: join(this.#folder, "accounts.csv"),
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    this.#processes.push(child);
    await waitUntilReady(`http://127.0.0.1:${port}/health/ready`);
  }
}
