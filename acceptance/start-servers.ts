import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alternate, answers } from "./alternating-proxy.ts";
import { accountsOfStories, bookOfStories } from "./people.ts";

/** Drawn once a run: the first process to ask decides, its workers inherit. Two runs on one machine keep apart. */
process.env.STORIES_PORT ??= String(randomInt(20_000, 30_000));
export const portalPort = Number(process.env.STORIES_PORT);
const serverPorts = [portalPort + 1, portalPort + 2];

/** Two servers on one database, and a door that alternates between them: every story is told through it. */
export default async function startServers(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-stories-"));
  writeFileSync(join(folder, "book.csv"), bookOfStories());
  writeFileSync(join(folder, "accounts.csv"), accountsOfStories());

  const servers: ChildProcess[] = [];
  for (const port of serverPorts) {
    servers.push(startServer(port, folder));
    await answers(`http://127.0.0.1:${port}/health/ready`);
  }
  const door = alternate(serverPorts);
  await new Promise<void>((resolve, reject) => door.once("error", reject).listen(portalPort, "127.0.0.1", resolve));

  return async () => {
    await new Promise((resolve) => door.close(resolve));
    await Promise.all(servers.map(end));
    rmSync(folder, { recursive: true, force: true });
  };
}

function startServer(port: number, folder: string): ChildProcess {
  return spawn(process.execPath, ["packages/vestibule/bin/vestibule.mjs", "serve"], {
    cwd: join(import.meta.dirname, ".."),
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
      DEMO_BOOK: join(folder, "book.csv"),
      DEMO_ACCOUNTS: join(folder, "accounts.csv"),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function end(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
}
