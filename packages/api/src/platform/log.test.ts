import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { jsonLog } from "./log.adapter.ts";

const database = closeAfterTests(await testDatabase());

function recorded() {
  const lines: string[] = [];
  return { lines, log: jsonLog({ level: "info", sink: { write: (line) => void lines.push(line) } }) };
}

test("writes an event as one line of JSON with its time, level and listed facts", () => {
  const { lines, log } = recorded();
  log.info("code.sent", { brand: "belair", channel: "SMS", attempt: 2 });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ event: "code.sent", level: "info", channel: "SMS", attempt: 2 });
});

test("A-191 logs the name of an unlisted fact but never its value", () => {
  const { lines, log } = recorded();
  log.warn("odd", { email: "jean@example.ca", firstName: "Jean", nested: { password: "hunter22" } });
  expect(lines.join("")).not.toMatch(/jean|Jean|hunter22/);
  expect(JSON.parse(lines[0] ?? "").withheld).toEqual(["email", "firstName", "nested"]);
});

test.each(["jean@example.ca", "514-555-0123", "5145550123", "123456", "Jean Tremblay", "x\ny", "Élodie"])(
  "A-191 withholds a listed fact whose value is not an id: %j",
  (value) => {
    const { lines, log } = recorded();
    log.info("odd", { reason: value });
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ withheld: ["reason"] });
    expect(lines.join("")).not.toContain(JSON.stringify(value).slice(1, -1));
  },
);

test("A-190 keeps line breaks and escapes in an event's name within one line", () => {
  const { lines, log } = recorded();
  log.info('a\r\n{"level":"error"}\u001b[31m');
  expect(lines.join("").trimEnd().split("\n")).toHaveLength(1);
});

test("A-191 logs the name of a violated unique index, without the row that PostgreSQL quotes", async () => {
  const { lines, log } = recorded();
  await database.pool.query("create table thing (email text constraint thing_email_once unique)");
  await database.pool.query("insert into thing values ('jean@example.ca')");
  const fault = await database.pool.query("insert into thing values ('jean@example.ca')").catch((error) => error);
  expect(fault.detail).toContain("jean@example.ca");
  log.error("request.fault", { fault });
  expect(lines.join("")).not.toContain("jean@");
  expect(JSON.parse(lines[0] ?? "").fault).toMatchObject({ code: "23505", constraint: "thing_email_once" });
});

test("A-191 logs the code of a failed cast, without the invalid value", async () => {
  const { lines, log } = recorded();
  const fault = await database.pool.query("select 'Jean Tremblay'::date").catch((error) => error);
  expect(fault.message).toContain("Jean Tremblay");
  log.error("request.fault", { fault });
  expect(lines.join("")).not.toContain("Tremblay");
  expect(lines.join("")).toContain("22007");
});

test("F-09 drops lines while its file cannot grow, counts them when it can, and exits in the meantime", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-log-"));
  const file = join(folder, "log");
  const output = openSync(file, "a");
  const script = `
    import { jsonLog } from ${JSON.stringify(join(import.meta.dirname, "log.adapter.ts"))};
    const log = jsonLog({ level: "info" });
    const timer = setInterval(() => log.info("server.waits"), 20);
    process.on("SIGUSR2", () => { for (let count = 0; count < 20_000; count += 1) log.info("code.sent", { count }); });
    process.on("SIGTERM", () => clearInterval(timer));
    log.info("server.open");`;
  const node = [process.execPath, "--input-type=module", "--eval", script];
  const child = spawn("sh", ["-c", 'ulimit -f 512; exec "$0" "$@"', ...node], { stdio: ["ignore", output, "pipe"] });
  const exited = once(child, "exit");
  closeSync(output);
  let complaints = "";
  child.stderr?.on("data", (text) => {
    complaints += text;
  });
  const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
  try {
    await waitFor(() => expect(readFileSync(file, "utf8")).toContain("server.open"));
    child.kill("SIGUSR2");
    await waitFor(() => expect(complaints).toBe("The log cannot be written: EFBIG\n"));
    const fullSize = statSync(file).size;
    await waitFor(() => {
      const written = readFileSync(file, "utf8");
      if (statSync(file).size === fullSize) truncateSync(file);
      expect(written).toContain('"event":"log.dropped"');
    });
    child.kill("SIGUSR2");
    await waitFor(() => expect(complaints).toMatch(/(EFBIG\n.*){2}/s));
    child.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  }
});
