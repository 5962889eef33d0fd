import { describe, expect, test } from "vitest";
import { accountHeader, accountLine, bookHeader, bookLine, testAuditSecret } from "../../../test/book-file.ts";
import { writeTestFile } from "../../../test/test-file.ts";
import { useCommandLine } from "./command-line.ts";

const { vestibule, own } = useCommandLine();

describe("person", () => {
  const secrets = { TOKEN_SECRETS: testAuditSecret.replace("audit", "token") };
  const ofPerson = ["--brand", "belair", "--email", "gilles@courrier.example"];

  test("export prints the stored data in the person's language, and as JSON", async () => {
    await importHolder();
    const printed = await vestibule(["person", "export", ...ofPerson]);
    expect(printed.output).toContain("Ce que nous conservons à votre sujet");
    expect(printed.output).toMatch(/Compte en ligne\n {2}Adresse courriel\u00a0: gilles@courrier.example/);
    const english = await vestibule(["person", "export", ...ofPerson, "--language", "en"]);
    expect(english.output).toMatch(/In the insurer’s files\n(.*\n)* {2}Date of birth: 1988-02-29/);
    const { data } = JSON.parse((await vestibule(["person", "export", ...ofPerson, "--json"])).output);
    expect(data.account).toEqual([expect.objectContaining({ email: "gilles@courrier.example", lastName: "St-Onge" })]);
    expect(JSON.stringify(data)).not.toContain("argon2");
  });

  test("erase deletes nothing without its confirmation, and then says what stays and why", async () => {
    await importHolder();
    const accounts = async () => (await own.database.pool.query("select email from account")).rows;
    const preview = await vestibule(["person", "erase", ...ofPerson], secrets);
    expect(preview.output).toMatch(/^An erasure would delete\n/);
    expect(await accounts()).toHaveLength(1);
    const wrong = await vestibule(["person", "erase", ...ofPerson, "--confirm", "x"], secrets);
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining("--confirm")]);
    const [, confirmation = ""] = /--confirm (\S+)/.exec(preview.output) ?? [];
    const identity = ["--policy", "K3M-4821", "--first-name", "maelle", "--last-name", "St-Onge"];
    const byPolicy = ["--brand", "belair", ...identity, "--date-of-birth", "1988-02-29"];
    const erased = await vestibule(["person", "erase", ...byPolicy, "--confirm", confirmation], secrets);
    expect(erased.output).toMatch(/^Deleted\n(.*\n)* {2}Online account: 1\n\nKept\n/);
    expect(erased.output).toContain("In the insurer’s files: 1. The insurer's record of its contracts");
    expect(await accounts()).toEqual([]);
    const { rows } = await own.database.pool.query("select actor from audit_event where event = 'person.erased'");
    expect(rows).toEqual([{ actor: expect.stringMatching(/^operator:./) }]);
  });

  test("reports what is missing to find a person", async () => {
    const { code, output } = await vestibule(["person", "export", "--brand", "belair", "--policy", "K3M4821"]);
    expect([code, output]).toEqual([1, expect.stringContaining("--date-of-birth")]);
  });

  /** A person of the book with an account under another e-mail. */
  async function importHolder() {
    const book = await writeTestFile(`${bookHeader}\n${bookLine()}\n`);
    const accounts = await writeTestFile(`${accountHeader}\n${accountLine({ email: "gilles@courrier.example" })}\n`);
    expect((await vestibule(["policies", "import", book])).code).toBe(0);
    expect((await vestibule(["accounts", "import", accounts])).code).toBe(0);
  }
});
