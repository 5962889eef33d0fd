import { provinceIds } from "@vestibule/catalogue/province.table.ts";
import { describe, expect, test } from "vitest";
import { bookHeader, bookLine, testBrands } from "../../../test/book-file.ts";
import { writeTestFile } from "../../../test/test-file.ts";
import { readDemoPeople } from "./demo-people.adapter.ts";
import { findUseCases } from "./find-use-cases.rule.ts";
import { scenarioIds, scenarios } from "./scenario.table.ts";
import { type UseCaseId, useCaseIds } from "./use-case.table.ts";

const brands = await testBrands();
const sample = await readDemoPeople({ brands });
const found = findUseCases(sample.people);

describe("the sample book", () => {
  test("has at least sixty people, across every brand and province", () => {
    expect(sample.people.length).toBeGreaterThanOrEqual(60);
    expect(sample.shownRows).toBeUndefined();
    const rows = sample.people.flatMap((person) => person.rows);
    expect(new Set(rows.map((row) => row.province))).toEqual(new Set(provinceIds));
    for (const brand of brands.brands) {
      const people = sample.people.filter((person) => person.brand === brand);
      expect(people.length, brand.id).toBeGreaterThanOrEqual(6);
    }
  });

  test("has a person in every province that a brand serves", () => {
    for (const brand of brands.brands) {
      const rows = sample.people.filter((person) => person.brand === brand).flatMap((person) => person.rows);
      expect(new Set(rows.map((row) => row.province)), brand.id).toEqual(new Set(Object.keys(brand.provinces)));
    }
  });

  test.each(useCaseIds)("has a person for %s", (useCase) => {
    expect(found.get(useCase)).not.toEqual([]);
  });

  test("has for every brand people for registration by email and by policy number, for a dead end, and for a normal, a locked or a temporary account", () => {
    const kinds: UseCaseId[][] = [
      ["oneChannel", "severalChannels"],
      ["notByEmail", "pinAlone"],
      ["nothingOnFile", "pinAlone", "legacyRegistryPolicy"],
      ["accountExists"],
      ["temporaryPassword", "lockedAccount"],
    ];
    for (const brand of brands.brands)
      for (const kind of kinds) {
        const parts = kind.flatMap((useCase) => found.get(useCase) ?? []);
        expect(
          parts.some(({ person }) => person.brand === brand),
          `${brand.id} ${kind.join()}`,
        ).toBe(true);
      }
  });

  test("uses only fictitious e-mails and telephone numbers", () => {
    for (const { rows } of sample.people)
      for (const { email, cellPhone } of rows) {
        if (email) expect(email).toMatch(/\.example$/);
        if (cellPhone) expect(cellPhone).toMatch(/^\d{3}55501\d\d$/);
      }
  });

  test("has the person of each scenario", () => {
    for (const id of scenarioIds) {
      const { useCase, policyNumber } = scenarios[id];
      expect(
        found.get(useCase)?.map(({ row }) => row.policyNumber),
        id,
      ).toContain(policyNumber);
    }
  });
});

describe("a custom book", () => {
  test("provides people for the same use cases", async () => {
    const lines = [bookLine(), bookLine({ policyNumber: "K3M4900", lastName: "Roy", email: "", cellPhone: "" })];
    const demoPeople = await readDemoPeople({
      brands,
      bookFile: await writeTestFile([bookHeader, ...lines].join("\n")),
    });
    const parts = findUseCases(demoPeople.people);
    expect(parts.get("severalChannels")?.map(({ row }) => row.policyNumber)).toEqual(["K3M4821"]);
    expect(parts.get("nothingOnFile")?.map(({ row }) => row.policyNumber)).toEqual(["K3M4900"]);
    expect(parts.get("accountExists")).toEqual([]);
  });

  test("shows only its first rows when it is large", async () => {
    const lines = Array.from({ length: 400 }, (_row, index) => bookLine({ policyNumber: `K3M${1000 + index}` }));
    const demoPeople = await readDemoPeople({
      brands,
      bookFile: await writeTestFile([bookHeader, ...lines].join("\n")),
    });
    expect(demoPeople.shownRows).toBe(300);
    expect(demoPeople.people.flatMap((person) => person.rows)).toHaveLength(300);
  });
});
