import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testAuditSecret } from "../../../test/book-file.ts";
import { settingInfo, settingNames } from "../src/settings/settings.schema.ts";
import { useCommandLine } from "./command-line.ts";

const { vestibule, own } = useCommandLine();

describe("secrets", () => {
  const production = { NODE_ENV: "production", DEMO: "" };
  const readEnv = (text: string) =>
    Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, ...pair]) => pair));

  test("A-196 generate prints secrets that production accepts, different each time", async () => {
    const { output } = await vestibule(["secrets", "generate"]);
    const generated = readEnv(output);
    expect(Object.keys(generated)).toHaveLength(6);
    expect((await vestibule(["migrate"], { ...production, ...generated })).code).toBe(0);
    expect(Object.values(readEnv((await vestibule(["secrets", "generate"])).output))).not.toEqual(
      Object.values(generated),
    );
  });

  test("generate --output writes a file that only its owner can read, and keeps an existing one", async () => {
    const file = join(own.folder.path, "vestibule.env");
    expect((await vestibule(["secrets", "generate", "--output", file])).output).not.toContain("TOKEN_SECRETS");
    const written = readFileSync(file, "utf8");
    expect(Object.keys(readEnv(written))).toContain("TOKEN_SECRETS");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await vestibule(["secrets", "generate", "--output", file]);
    expect(again).toEqual({ code: 0, output: `${file} exists and stays as it is.\n` });
    expect(readFileSync(file, "utf8")).toBe(written);
  });

  test.runIf(process.platform === "linux")("generate --output leaves no file behind on a full disk", () => {
    const file = join(own.folder.path, "vestibule.env");
    const bin = join(import.meta.dirname, "../bin/vestibule.mjs");
    const words = [process.execPath, bin, "secrets", "generate", "--output", file];
    const { status, stderr } = spawnSync("sh", ["-c", 'ulimit -f 0; exec "$0" "$@"', ...words]);
    expect([status, String(stderr)]).toEqual([1, `${file} cannot be written (EFBIG)\n`]);
    expect(existsSync(file)).toBe(false);
  });

  test("A-202 rotate prints each current secret with a new one, which first verifies and then signs", async () => {
    const { SERVICE_CREDENTIALS: _kept, ...present } = readEnv((await vestibule(["secrets", "generate"])).output);
    const older = { ...present, TOKEN_SECRETS: `${present.TOKEN_SECRETS},${testAuditSecret}` };
    const { code, output } = await vestibule(["secrets", "rotate"], { ...production, ...older });
    expect(code).toBe(0);
    const [first = {}, second = {}] = output.split("# Step 2").map(readEnv);
    for (const [name, secret] of Object.entries(present)) {
      const [newest = "", other] = second[name]?.split(",") ?? [];
      expect(first[name]).toBe(`${secret},${newest}`);
      expect(other).toBe(secret);
      expect(newest).toMatch(/^[\w-]{43}$/);
    }
    expect(output).toContain("The older secret of TOKEN_SECRETS is removed");
    expect(output).not.toContain(testAuditSecret);
    // AGENTS is for demo mode.
    const secretNames = settingNames.filter((name) => settingInfo(name).secret && name !== "AGENTS");
    for (const name of secretNames) expect(output).toContain(name);
  });

  test("a DATA_DIR that cannot be written is named", async () => {
    const inFile = join(import.meta.filename, "data");
    expect(await vestibule(["migrate"], { DATA_DIR: inFile })).toEqual({
      code: 1,
      output: `DATA_DIR ${inFile} cannot be written (ENOTDIR)\n`,
    });
  });

  test("A-202 rotate puts a new secret before demo mode's own in its file", async () => {
    await vestibule(["migrate"]);
    const stored = () => JSON.parse(readFileSync(join(own.folder.path, "secrets.json"), "utf8"));
    const before = stored();
    const { output } = await vestibule(["secrets", "rotate"], { AUDIT_SECRETS: testAuditSecret });
    expect(output).toContain("TOKEN_SECRETS, HASH_SECRETS, LOOKUP_SECRETS, COOKIE_SECRETS. Start");
    const after = stored();
    expect(after.TOKEN_SECRETS).toMatch(new RegExp(`^[\\w-]{43},${before.TOKEN_SECRETS}$`));
    expect([after.AUDIT_SECRETS, after.SERVICE_CREDENTIALS]).toEqual([
      before.AUDIT_SECRETS,
      before.SERVICE_CREDENTIALS,
    ]);
    expect((await vestibule(["migrate"])).code).toBe(0);
  });
});

test.each([
  ["is cut off", (text: string) => text.slice(0, -20)],
  ["lacks a secret", (text: string) => text.replace("HASH_SECRETS", "OTHER")],
  ["has a short secret", (text: string) => text.replace(/("COOKIE_SECRETS": ")[^"]+/, "$1short")],
])("F-30 demo mode refuses a file of secrets that %s, and does not change it", async (_what, change) => {
  await vestibule(["migrate"]);
  const file = join(own.folder.path, "secrets.json");
  const broken = change(readFileSync(file, "utf8"));
  writeFileSync(file, broken);
  const { code, output } = await vestibule(["migrate"]);
  expect([code, output]).toEqual([1, expect.stringContaining("secrets.json has no usable secrets: restore it")]);
  expect(output).not.toMatch(/[\w-]{43}/);
  expect(readFileSync(file, "utf8")).toBe(broken);
});
