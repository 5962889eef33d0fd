import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { onServer } from "../../../../../test/postgres.setup.ts";
import { findBinaries, nativeFolder } from "./binaries.adapter.ts";
import { asOwner, canUse, clusterOwner } from "./cluster-owner.adapter.ts";
import { findPostmaster, isRunning } from "./postmaster.adapter.ts";

const holder = resolve(import.meta.dirname, "../../../test/hold-postgres.ts");
const isRoot = process.getuid?.() === 0;
const ordinary = { uid: 65_534, gid: 65_534 };

let dataDir = "";
let running: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "vestibule-postgres-"));
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  await Promise.all(running.map(leave));
  running = [];
  await rm(dataDir, { recursive: true, force: true });
});

interface Held {
  process: ChildProcess;
  origin: "made" | "started" | "adopted";
  url: string;
}

/** Starts PostgreSQL on the same folder from another process. */
async function hold(options: { lifetime?: string; as?: { uid: number; gid: number } } = {}): Promise<Held> {
  const child = spawn(process.execPath, [holder, dataDir, options.lifetime ?? "kept"], {
    stdio: ["pipe", "pipe", "pipe"],
    ...options.as,
  });
  running.push(child);
  let complaint = "";
  child.stderr.on("data", (text) => {
    complaint += text;
  });
  for await (const line of createInterface(child.stdout)) return { process: child, ...JSON.parse(line) };
  throw new Error(`PostgreSQL was not started: ${complaint}`);
}

async function leave(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin?.end();
  await once(child, "exit");
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

const postmaster = () => findPostmaster(join(dataDir, "postgresql", "data"));
const readLog = () => readFile(join(dataDir, "postgresql", "postgresql.log"), "utf8");

describe("the embedded PostgreSQL", () => {
  test("is created at the first start, stopped by the last server, and started again with its data", async () => {
    const first = await hold();
    expect(first.origin).toBe("made");
    await onServer(first.url, "create table kept as select 'here' as word");
    await leave(first.process);
    expect(await postmaster()).toBeUndefined();
    const second = await hold();
    expect(second.origin).toBe("started");
    expect(await onServer(second.url, "select word from kept")).toEqual([{ word: "here" }]);
  });

  test("sorts French correctly, in UTF-8, and listens on no port", async () => {
    const { url } = await hold();
    const words = await onServer(
      url,
      "select word from (values ('zèle'), ('été'), ('Éric'), ('eau')) as list (word) order by 1",
    );
    expect(words.map(({ word }) => word)).toEqual(["eau", "Éric", "été", "zèle"]);
    const settings = await onServer(
      url,
      "select current_setting('server_encoding') as e, current_setting('listen_addresses') as l",
    );
    expect(settings).toEqual([{ e: "UTF8", l: "" }]);
  });

  test("A-191 logs no personal data", async () => {
    const { url } = await hold();
    await onServer(url, "create table person (email text unique)");
    await onServer(url, "insert into person values ('jean@example.ca')");
    await expect(onServer(url, "insert into person values ('jean@example.ca')")).rejects.toThrow("duplicate key");
    const log = await readLog();
    expect(log).toContain("duplicate key");
    expect(log).not.toContain("jean@");
  });

  test("F-21 is adopted when a killed server left it running", async () => {
    const first = await hold();
    await onServer(first.url, "create table kept as select 1 as one");
    await kill(first.process);
    const next = await hold();
    expect(next.origin).toBe("adopted");
    expect(await onServer(next.url, "select one from kept")).toEqual([{ one: 1 }]);
  });

  test("F-21 is restarted when server and PostgreSQL were both killed", async () => {
    const first = await hold();
    await onServer(first.url, "create table kept as select 1 as one");
    const pid = (await postmaster())?.pid ?? 0;
    process.kill(pid, "SIGKILL");
    await kill(first.process);
    const next = await hold();
    expect(next.origin).toBe("started");
    expect(await onServer(next.url, "select one from kept")).toEqual([{ one: 1 }]);
  });

  test("F-02 is stopped by the last server even after a restart", async () => {
    const first = await hold();
    const data = join(dataDir, "postgresql", "data");
    const { pgCtl } = await findBinaries(clusterOwner());
    const restart = spawn(
      pgCtl,
      ["restart", "-D", data, "-m", "fast", "-s", "-l", "/dev/null"],
      asOwner(clusterOwner()),
    );
    expect(await once(restart, "exit")).toEqual([0, null]);
    expect(await postmaster()).toBeDefined();
    await leave(first.process);
    expect(await postmaster()).toBeUndefined();
  });

  test("is shared by concurrent servers and runs until the last one leaves", async () => {
    const servers = await Promise.all([hold(), hold(), hold()]);
    expect(new Set(servers.map(({ url }) => url)).size).toBe(1);
    const [one, two, three] = servers as [Held, Held, Held];
    await Promise.all([leave(one.process), leave(two.process)]);
    expect(await onServer(three.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await leave(three.process);
    expect(await postmaster()).toBeUndefined();
  });

  test("is waited for while another process takes long to start it", async () => {
    await leave((await hold()).process);
    const data = join(dataDir, "postgresql", "data");
    const starting = 'echo $$ > "$0/postmaster.pid"; echo; sleep 4; rm "$0/postmaster.pid"';
    const other = spawn("/bin/sh", ["-c", starting, data], asOwner(clusterOwner()));
    await once(other.stdout, "data");
    expect((await hold()).origin).toBe("started");
  });

  test("is adopted when it accepts no connection right after its start", async () => {
    await leave((await hold()).process);
    const access = join(dataDir, "postgresql", "data", "pg_hba.conf");
    const granted = await readFile(access);
    await writeFile(access, "local all all reject\n");
    const held = hold();
    const { pid = 0 } = await vi.waitUntil(postmaster, { timeout: 30_000, interval: 100 });
    await vi.waitUntil(async () => (await readLog()).includes("rejects connection"), {
      timeout: 30_000,
      interval: 100,
    });
    await writeFile(access, granted);
    process.kill(pid, "SIGHUP");
    expect((await held).origin).toBe("adopted");
  });

  test("is deleted with its folder when temporary, even if its server was killed", async () => {
    const { process: server } = await hold({ lifetime: "temporary" });
    const pid = (await postmaster())?.pid ?? 0;
    expect(isRunning(pid)).toBe(true);
    await kill(server);
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 60_000, interval: 100 });
    await vi.waitFor(() => expect(stat(dataDir)).rejects.toThrow("ENOENT"), { timeout: 60_000, interval: 100 });
  });
});

describe.runIf(isRoot)("the embedded PostgreSQL of root", () => {
  test("runs as an unprivileged user", async () => {
    await hold();
    const pid = (await postmaster())?.pid;
    const { uid } = await stat(`/proc/${pid}`);
    expect(uid).toBe(clusterOwner().drop?.uid);
  });

  test("stores its data elsewhere when only root can access its folder, and finds it again", async () => {
    const home = dataDir;
    await chmod(home, 0o700);
    dataDir = join(home, "data");
    const first = await hold();
    await onServer(first.url, "create table kept as select 1 as one");
    await leave(first.process);
    const note = (await readFile(join(dataDir, "postgresql", "elsewhere"), "utf8")).trim();
    const second = await hold();
    expect(second.origin).toBe("started");
    expect(await onServer(second.url, "select one from kept")).toEqual([{ one: 1 }]);
    await leave(second.process);

    // After its folder is deleted, the next cluster outside DATA_DIR removes it.
    await rm(home, { recursive: true });
    await mkdir(home, { mode: 0o700 });
    dataDir = home;
    const third = await hold();
    expect(third.origin).toBe("made");
    await expect(stat(note)).rejects.toThrow("ENOENT");
    await leave(third.process);
    await rm(await readFile(join(dataDir, "postgresql", "elsewhere"), "utf8"), { recursive: true });
  });

  test("runs from a copy when only root can access its programs", async () => {
    const hidden = await mkdtemp(join(tmpdir(), "vestibule-hidden-"));
    const native = join(hidden, "package", "native");
    await cp(nativeFolder(), native, { recursive: true, verbatimSymlinks: true });
    const owner = clusterOwner();
    expect(canUse({ owner, path: join(native, "bin", "postgres"), access: "run" })).toBe(false);
    const [one, two] = await Promise.all([findBinaries(owner, native), findBinaries(owner, native)]);
    expect(one).toEqual(two);
    const child = spawn(one.initdb, ["--version"], asOwner(owner));
    expect(await once(child, "exit")).toEqual([0, null]);
    await rm(hidden, { recursive: true });
    await rm(resolve(one.initdb, "../.."), { recursive: true });
  });

  test("runs as the current user when that is not root", async () => {
    await chown(dataDir, ordinary.uid, ordinary.gid);
    const { origin, url } = await hold({ as: ordinary });
    expect(origin).toBe("made");
    expect(await onServer(url, "select 1 as one")).toEqual([{ one: 1 }]);
    const { uid } = await stat(`/proc/${(await postmaster())?.pid}`);
    expect(uid).toBe(ordinary.uid);
  });
});
