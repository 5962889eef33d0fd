import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { referenceCheckDigit } from "@vestibule/contract/fields/support-reference.rule.ts";
import { agentRow, codeMeaning } from "@vestibule/wording/agent-guide.rule.ts";
import { SMTPServer } from "smtp-server";
import { describe, expect, test } from "vitest";
import { useCommandLine } from "./command-line.ts";

const { startVestibule, vestibule, own } = useCommandLine();

test("an installation without a bundled Node says which it needs", () => {
  const copy = join(own.folder.path, "vestibule.mjs");
  copyFileSync(resolve(import.meta.dirname, "../bin/vestibule.mjs"), copy);
  const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })';
  const { status, stderr } = spawnSync(process.execPath, ["--import", `data:text/javascript,${older}`, copy, "serve"]);
  expect([status, String(stderr)]).toEqual([1, expect.stringMatching(/^Vestibule needs Node 24 or later; [^\n]+\n$/)]);
});

test.runIf(process.platform === "linux").each([
  ["to a full disk", "> /dev/full", "The output cannot be written (ENOSPC).\n"],
  ["into a pipe that nothing reads", "| true", ""],
])("a command that prints %s ends without a stack trace", (_where, redirection, complaint) => {
  const bin = resolve(import.meta.dirname, "../bin/vestibule.mjs");
  const { stderr } = spawnSync("sh", ["-c", `"$0" "$1" personal-data ${redirection}`, process.execPath, bin]);
  expect(String(stderr)).toBe(complaint);
});

describe("doctor", () => {
  test("prints each setting with its source and no secret", async () => {
    const { code, output } = await vestibule(["doctor", "--settings"], { PORT: "4711" });
    expect(output).toMatch(/PORT +4711 +environment/);
    expect(output).toMatch(/LOG_LEVEL +warn +default/);
    expect(output).toMatch(/DATABASE_URL +\(set\) +environment/);
    expect(output).not.toContain(own.database.url);
    expect(output).toMatch(/ok +database: PostgreSQL \d+/);
    expect(output).toMatch(/ok +clock: /);
    expect(output).toMatch(/ok +brands: .*belair/);
    expect(code).toBe(0);
  });

  test("repeats the warnings of a start", async () => {
    const { output } = await vestibule(["doctor"], { TRUSTED_PROXYS: "10.0.0.1", SMTP_URL: "smtp://127.0.0.1:1" });
    expect(output).toMatch(/warning +setting: TRUSTED_PROXYS is not a setting: did you mean TRUSTED_PROXIES\?/);
    expect(output).not.toMatch(/setting: SMTP_URL/);
  });

  test("fails when the database does not respond, without printing its credentials", async () => {
    const { code, output } = await vestibule(["doctor"], {
      DATABASE_URL: "postgresql://somebody:pass-word@127.0.0.1:1/none",
    });
    expect(code).toBe(1);
    expect(output).toContain("FAULT   database: DATABASE_URL: PostgreSQL does not respond (ECONNREFUSED)");
    expect(output).not.toContain("pass-word");
  });

  test("reports a certificate file that cannot be read among the other checks", async () => {
    const file = join(own.folder.path, "none.pem");
    const { code, output } = await vestibule(["doctor"], {
      POLICY_DIRECTORY_URLS: "belair=https://token@directory.invalid/v1",
      POLICY_DIRECTORY_CA_FILE: file,
    });
    expect(code).toBe(1);
    expect(output).toContain("FAULT   setting: POLICY_DIRECTORY_CA_FILE cannot be read (ENOENT)");
    expect(output).toMatch(/ok +brands: .*belair/);
  });

  test("sends one test message to the given e-mail through the configured mail server", async () => {
    const received: string[] = [];
    const mail = new SMTPServer({
      disabledCommands: ["AUTH", "STARTTLS"],
      onData: (stream, session, done) => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        stream.resume().on("end", () => done());
      },
    });
    const server = mail.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { output } = await vestibule(["doctor", "--send-to", "operator@example.ca"], {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    });
    expect(output).toContain("test message: accepted (EMAIL)");
    expect(received).toEqual(["operator@example.ca"]);
    await new Promise<void>((closed) => mail.close(() => closed()));
  });
});

describe("support", () => {
  const code = `12345678${referenceCheckDigit("12345678")}`;
  const insert = `insert into support_reference (code, brand, facts, expires_at) values ($1, 'belair', $2, now() + '1 day')`;

  test("prints the case of a reference with its agent row, and records the access in the audit trail", async () => {
    const seen = { page: "/roadblock/technical", agentCode: "R212", shownCode: "0x13212077" };
    const facts = { ...seen, province: "qc", language: "fr" };
    await own.database.pool.query(insert, [code, JSON.stringify(facts)]);
    const printed = await vestibule(["support", code, "--language", "fr"]);
    expect(printed.output).toMatch(/^Reference 123.456.78\d, made .* under belair \(qc, fr\)/);
    expect(printed.output).toContain("Roadblock technical R212");
    expect(printed.output).toContain(`0x13212077: ${codeMeaning("0x13212077", "fr")}`);
    expect(printed.output).toContain(agentRow("technical", "fr").never);
    const { rows } = await own.database.pool.query("select actor, result from audit_event");
    expect(rows).toEqual([{ actor: expect.stringMatching(/^operator:./), result: "found" }]);
  });

  test("distinguishes a misheard reference from one that was never issued", async () => {
    expect(await vestibule(["support", "123 456 780"])).toMatchObject({
      code: 1,
      output: expect.stringContaining("misheard"),
    });
    expect(await vestibule(["support", code])).toMatchObject({ code: 1 });
  });
});

test("A-196 a command reports all invalid settings at once, as the server does", async () => {
  const { code, output } = await vestibule(["migrate"], { PORT: "x", LOG_LEVEL: "loud" });
  expect(code).toBe(1);
  expect(output).toMatch(/PORT is not a port.*LOG_LEVEL is "loud"/s);
});

test("an unknown command is reported and fails", async () => {
  const { code, output } = await vestibule(["dance"]);
  expect([code, output]).toEqual([1, expect.stringContaining("unknown command")]);
});

test("gateway names its option where the port is taken", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const { code, complaint } = await startVestibule(["gateway", "--port", String(port)], { HOST: "127.0.0.1" }).result;
  expect([code, complaint]).toEqual([1, expect.stringContaining(`\n  --port ${port} is already in use: `)]);
  taken.close();
});

describe("report", () => {
  test("prints zero counts without events, as a table and as JSON", async () => {
    expect((await vestibule(["report"])).output).toMatch(/^From \d{4}-\d\d-\d\d to .+\n\n +started .+stuck rate\n/);
    const { code, output } = await vestibule(["report", "--from", "2026-03-01", "--to", "2026-03-31", "--json"]);
    expect(code).toBe(0);
    const report = JSON.parse(output);
    expect(report).toMatchObject({ from: "2026-03-01", to: "2026-03-31", brand: null });
    expect(report.journeys[0]).toMatchObject({ journey: "registration", started: 0, stuckRate: null });
  });

  test.each([
    ["--from", "yesterday"],
    ["--to", "2026-02-30"],
    ["--brand", "nobody"],
  ])("%s %s is refused with its name", async (option, value) => {
    const { code, output } = await vestibule(["report", option, value]);
    expect(code).toBe(1);
    expect(output).toContain(`${option} ${value} is not a `);
  });
});
