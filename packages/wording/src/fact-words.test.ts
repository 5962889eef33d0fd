import { auditFacts } from "@vestibule/catalogue/audit-fact.table.ts";
import { expect, test } from "vitest";
import { factWords } from "./fact-words.rule.ts";

function textOf(language: "en" | "fr", fact: [string, string | number | boolean]): string {
  return factWords({ language, timeZone: "America/Toronto" }).describeFact(fact).replaceAll("\u00a0", " ");
}

test.each([
  [["channel", "EMAIL"], "sent by: email", "moyen d’envoi : courriel"],
  [["limit", "wrongCodeIdentity"], "limit: Too many wrong codes", "limite : Trop de codes incorrects"],
  [["fact", "postalCode"], "detail asked for: postal code", "renseignement demandé : code postal"],
  [
    ["activity", "wrongPassword"],
    "activity: Tried to log in with a wrong password",
    "activité : Essai avec un mot de passe incorrect",
  ],
  [
    ["signals", "failedTries.dormant"],
    "signals: After several wrong passwords, First login in over a year",
    "signaux : Après plusieurs mots de passe incorrects, Première ouverture de session depuis plus de douze mois",
  ],
  [["browser", "chrome"], "browser: Chrome", "navigateur : Chrome"],
  [["province", "qc"], "province: Quebec", "province : Québec"],
  [["language", "fr"], "language: French", "langue : français"],
  [["changesEmail", true], "changes the email address: yes", "change l’adresse courriel : oui"],
  [
    ["expiresAt", "2026-11-30T15:30:00.000Z"],
    "good until: November 30, 2026, 10:30 a.m. (Eastern Time)",
    "fin de validité : 30 novembre 2026, 10 h 30 (heure de l’Est)",
  ],
  [
    ["limit", "agentSecretAgent"],
    "limit: Too many wrong secrets for one ID",
    "limite : Trop de secrets incorrects pour un même identifiant",
  ],
  [["how", "outside-gateway"], "method: the insurer’s gateway", "moyen : passerelle de l’assureur"],
  [["purpose", "registration"], "purpose: registration", "but : inscription"],
  [["to", "onFile"], "destination: address on file", "destination : adresse au dossier"],
  [["action", "DEFPWD_REGISTER"], "action: create the account", "action : créer le compte"],
  [["per", "recipient"], "counted by: address or phone number", "comptée par : adresse ou numéro de téléphone"],
  [["count", 3], "number: 3", "nombre : 3"],
] as const)("says the fact %j in the language of the page", ([name, value], en, fr) => {
  expect([textOf("en", [name, value]), textOf("fr", [name, value])]).toEqual([en, fr]);
});

test.each(["en", "fr"] as const)("shows no name of the audit trail for a fact in %s", (language) => {
  const joined = auditFacts.filter((name) => /[A-Z]/.test(name));

  expect(joined.filter((name) => textOf(language, [name, "x"]).includes(name))).toEqual([]);
});

test.each([
  ["en", "done"],
  ["fr", "réussi"],
] as const)("says in %s that an event went well", (language, word) => {
  expect(factWords({ language, timeZone: "America/Toronto" }).describeValue("result", "ok")).toBe(word);
});

test("leaves a fact and a value of a newer server as they are", () => {
  expect([textOf("fr", ["moonPhase", "full"]), textOf("fr", ["channel", "PIGEON"])]).toEqual([
    "moonPhase : full",
    "moyen d’envoi : PIGEON",
  ]);
});
