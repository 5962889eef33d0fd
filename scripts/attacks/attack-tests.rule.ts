import { attacks, notApplicable } from "./attack.table.ts";

const attackId = /\bA-\d{3}\b/g;
const nameById: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(attacks));

/** Result of a test, with the titles of its groups. */
export interface RanTest {
  title: string;
  passed: boolean;
}

/** Finds the attack ids in the code of a test file, without those in comments. */
export function idsInTestFile(source: string): string[] {
  return source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "").match(attackId) ?? [];
}

export type Verdict = "passed" | "failed" | "no test" | `not applicable: ${string}`;

/** Returns the verdict on each attack of the table, by the tests with its id in their titles. */
export function attackVerdicts(tests: readonly RanTest[]): { id: string; name: string; verdict: Verdict }[] {
  return Object.entries(nameById).map(([id, name]) => {
    const testsOfAttack = tests.filter(({ title }) => title.match(attackId)?.includes(id));
    const reason = notApplicable[id];
    if (testsOfAttack.length > 0)
      return { id, name, verdict: testsOfAttack.every(({ passed }) => passed) ? "passed" : "failed" };
    return { id, name, verdict: reason ? `not applicable: ${reason}` : "no test" };
  });
}

/** Renders docs/security/attacks.md. */
export function attackPage(): string {
  return `${[
    "# Attacks",
    "What an attacker may try against the portal and its API, and the id that the tests of each attack have in their titles. `npm run attacks` runs those tests and prints a verdict for each row; `npm run attacks -- A-041` runs one row, and `git grep A-041` finds its tests. `npm run bench` repeats the races a thousand times and measures whether a response’s time reveals an account.",
    "Written by `npm run attacks -- --page` from [`attack.table.ts`](../../scripts/attacks/attack.table.ts).",
    ...Object.entries(attacks).flatMap(([subject, rows]) => [
      `## ${subject}`,
      [
        "| id | attack | verified by |",
        "|---|---|---|",
        ...Object.entries(rows).map(
          ([id, name]) =>
            `| ${id} | ${name} | ${id in notApplicable ? `not applicable: ${notApplicable[id]}` : "tests"} |`,
        ),
      ].join("\n"),
    ]),
  ].join("\n\n")}\n`;
}
