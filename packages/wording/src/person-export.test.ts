import { expect, test } from "vitest";
import { describeExport } from "./person-export.rule.ts";

const events = [
  {
    event: "sign-in.refused",
    result: "bad",
    facts: { how: "password", browser: "chrome", signals: "failedTries", changesEmail: false },
  },
];

test("shows a field of a newer server by its name", () => {
  const [section] = describeExport({ events: [{ moonPhase: "full" }] }, ["events"], {
    language: "en",
    timeZone: "America/Toronto",
  });

  expect(section?.rows).toEqual([[{ label: "field.moonPhase", value: "full" }]]);
});

test.each([
  [
    "en",
    "wrong password",
    "method: password · browser: Chrome · signals: After several wrong passwords · changes the email address: no",
  ],
  [
    "fr",
    "mot de passe incorrect",
    "moyen : mot de passe · navigateur : Chrome · signaux : Après plusieurs mots de passe incorrects · change l’adresse courriel : non",
  ],
] as const)("says the result and the facts of an event in %s", (language, result, facts) => {
  const [section] = describeExport({ events }, ["events"], { language, timeZone: "America/Toronto" });
  const values = section?.rows[0]?.map(({ value }) => value.replaceAll("\u00a0", " "));

  expect(values?.slice(1)).toEqual([result, facts]);
});
