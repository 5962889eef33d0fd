import { describe, expect, it } from "vitest";
import { findPersonal, type PersonalFacts } from "../acceptance/log-scan.ts";

const person: PersonalFacts = {
  email: "Boite.42@courrier.example",
  cellPhone: "514-555-0142",
  firstName: "Maëlle",
  lastName: "D’Aoust-Côté",
  postalCode: "H2X 1Y4",
  policyNumber: "K3M-4821",
  licenceNumber: "S5312-290288-07",
  pin: "AB12CD34",
};
const secrets = ["402913", "Grand-Vent-42!", "eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOi_x-Y"];

const caught: [kind: string, written: string][] = [
  ["email", "Boite.42@courrier.example"],
  ["email", "boite.42@courrier.example"],
  ["email", "boite.42%40courrier.example"],
  ["email", "Key (brand, email)=(belair, boite.42@courrier.example)"],
  ["cellPhone", "514-555-0142"],
  ["cellPhone", "5145550142"],
  ["cellPhone", "+15145550142"],
  ["cellPhone", "1 (514) 555-0142"],
  ["firstName", "Maëlle"],
  ["firstName", "MAELLE"],
  ["firstName", "Ma\\u00eblle"],
  ["firstName", "Ma%C3%ABlle"],
  ["lastName", "d'aoust cote"],
  ["lastName", "DAOUSTCOTE"],
  ["postalCode", "H2X 1Y4"],
  ["postalCode", "h2x1y4"],
  ["policyNumber", "K3M-4821"],
  ["policyNumber", "k3m4821"],
  ["licenceNumber", "S5312-290288-07"],
  ["licenceNumber", "s531229028807"],
  ["pin", "AB12CD34"],
  ["pin", "ab12-cd34"],
  ["secret", "402913"],
  ["secret", "402 913"],
  ["secret", "grand-vent-42!"],
  ["secret", "Grand%2DVent%2D42%21"],
  ["secret", "eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOi_x-Y"],
];

describe("the log scan", () => {
  it.each(caught)("finds %s written as %s and reports its line", (kind, written) => {
    const log = `{"event":"start"}\n{"event":"fault","text":"${written}"}\n{"event":"end"}\n`;
    const found = findPersonal(log, [person], secrets);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^line 2: ${kind} `));
  });

  it("ignores ids, times and parts of longer numbers", () => {
    const log = [
      '{"time":"2026-11-21T40:29:13.402Z","requestId":"c4029130-4029-4130-9130-a402913b4029","durationMillis":40291}',
      '{"port":14029130,"route":"/k3m48210","event":"maelles","hash":"0ab12cd34f"}',
    ].join("\n");
    expect(findPersonal(log, [person], secrets)).toEqual([]);
  });

  it("ignores facts that are not on file", () => {
    const empty = { ...person, cellPhone: "", pin: "", licenceNumber: " " };
    expect(findPersonal('{"cellPhone":"","pin":null}', [empty], [""])).toEqual([]);
  });

  it("reports each match once when several people share the fact", () => {
    const log = "h2x1y4\nH2X 1Y4\n";
    expect(findPersonal(log, [person, { ...person, email: "other@courrier.example" }], [])).toEqual([
      "line 1: postalCode H2X 1Y4",
      "line 2: postalCode H2X 1Y4",
    ]);
  });
});
