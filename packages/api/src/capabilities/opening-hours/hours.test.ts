import { type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { hoursAnswer } from "@vestibule/contract/v1/hours.schema.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { testBrands } from "../../../../../test/book-file.ts";
import { holidaysOf } from "./holidays.adapter.ts";
import { chatOpen, hoursNow } from "./hours.adapter.ts";

let book: BrandBook;
beforeAll(async () => {
  book = await testBrands();
});
const brand = (id: string) => {
  const found = book.byId(id);
  if (!found) throw new Error(id);
  return found;
};

describe("statutory holidays", () => {
  it("are those of the province", () => {
    const dates = (province: "qc" | "on" | "ab") => holidaysOf(province, 2026).map(({ date }) => date);
    expect(dates("qc")).toContain("2026-06-24");
    expect(dates("on")).not.toContain("2026-06-24");
    expect(dates("on")).toContain("2026-12-26");
    expect(dates("ab")).toContain("2026-02-16");
    expect(dates("qc")).not.toContain("2026-02-16");
  });

  it("count the day of truth and reconciliation where the law of the province does", () => {
    const has = (province: ProvinceId) => holidaysOf(province, 2026).some(({ date }) => date === "2026-09-30");
    expect(provinceIds.filter(has).sort()).toEqual(["bc", "mb", "nt", "nu", "pe", "yt"]);
  });

  it("leave out days that are kept and are not statutory", () => {
    const dates = (province: ProvinceId) => holidaysOf(province, 2026).map(({ date }) => date);
    for (const province of provinceIds) expect(dates(province), province).not.toContain("2026-04-06");
    expect(dates("pe")).not.toContain("2026-08-21");
    expect(dates("nt")).not.toContain("2026-12-26");
    expect(dates("nu")).toContain("2026-07-09");
  });

  it("have a name of their own in both languages, in every province, for ten years", () => {
    for (const province of provinceIds)
      for (let year = 2025; year < 2035; year += 1)
        for (const { name } of holidaysOf(province, year)) {
          expect(name.fr).not.toBe("Jour férié");
          expect(name.en).not.toBe("Statutory holiday");
        }
  });

  it("are worked out once", () => {
    expect(holidaysOf("qc", 2026)).toBe(holidaysOf("qc", 2026));
  });
});

describe("a brand's hours", () => {
  it("are its own: BNA in Quebec until 20:00, Intact until 18:00", () => {
    const now = new Date("2026-11-23T23:30:00Z");
    expect(hoursNow({ brand: brand("bna"), province: "qc", now }).telephone.state).toEqual({
      kind: "open",
      closes: "20:00",
    });
    expect(hoursNow({ brand: brand("intact"), province: "qc", now }).telephone.state).toMatchObject({ kind: "closed" });
  });

  it("of a brand without hours leave the number alone", () => {
    const { telephone } = hoursNow({ brand: brand("belair"), province: "qc", now: new Date("2026-11-23T15:00:00Z") });
    expect(telephone.state).toEqual({ kind: "noHours" });
    expect(telephone.week).toEqual([]);
    expect(telephone.number).toMatch(/^1-8\d\d-555-01\d\d$/);
  });

  it("are closed for Quebec's national holiday in Quebec and open in Ontario", () => {
    const now = new Date("2026-06-24T15:00:00Z");
    const quebec = hoursNow({ brand: brand("intact"), province: "qc", now });
    expect(quebec.telephone.week[0]?.occasion).toEqual({
      en: "Quebec’s National Holiday",
      fr: "Fête nationale du Québec",
    });
    expect(quebec.telephone.state.kind).toBe("closed");
    expect(quebec.chat.state).toEqual({
      kind: "closed",
      opens: { day: "tomorrow", date: "2026-06-25", time: "08:00" },
    });
    const ontario = hoursNow({ brand: brand("intact"), province: "on", now });
    expect(ontario.telephone.state.kind).toBe("open");
    expect(ontario.chat.state).toEqual({ kind: "open", closes: "20:00" });
  });

  it("on the last evening of the year look over into the next one's holiday", () => {
    const now = new Date("2027-01-01T02:00:00Z");
    expect(hoursNow({ brand: brand("bna"), province: "on", now }).telephone.state).toEqual({
      kind: "closed",
      opens: { day: "saturday", date: "2027-01-02", time: "08:30" },
    });
  });

  it("are those of a day of its own, for telephone and chat, and open on a holiday where it says so", () => {
    const at = (province: "qc" | "on", now: string) => hoursNow({ brand: brand("bna"), province, now: new Date(now) });
    const eve = at("qc", "2026-12-24T20:59:00Z");
    expect(eve.telephone.state).toEqual({ kind: "open", closes: "16:00" });
    expect(eve.chat.state).toEqual({ kind: "open", closes: "16:00" });
    expect(eve.telephone.week[0]?.occasion?.fr).toBe("Veille de Noël");
    const boxingDay = at("on", "2026-12-26T15:00:00Z");
    expect(boxingDay.telephone.state).toEqual({ kind: "open", closes: "16:00" });
    expect(boxingDay.chat.state).toMatchObject({ kind: "closed", opens: { date: "2026-12-28" } });
    const teamDay = at("on", "2027-06-11T15:00:00Z");
    expect(teamDay.telephone.state).toMatchObject({ kind: "closed", opens: { date: "2027-06-12" } });
    expect(teamDay.chat.state).toMatchObject({ kind: "closed" });
  });

  it("answer by the contract for every brand and province", () => {
    for (const one of book.brands)
      for (const province of provinceIds) {
        const answer = hoursNow({ brand: one, province, now: new Date("2026-11-21T15:00:00Z") });
        expect(hoursAnswer.parse(answer)).toEqual(answer);
      }
  });
});

describe("the chat", () => {
  it("in Alberta closes at 19:00, in British Columbia at 18:00, in Quebec at 20:00", () => {
    const intact = brand("intact");
    const open = (province: "ab" | "bc" | "qc", now: string) =>
      chatOpen({ brand: intact, province, now: new Date(now) });
    expect(open("ab", "2026-02-24T01:59:00Z")).toBe(true);
    expect(open("ab", "2026-02-24T02:00:00Z")).toBe(false);
    expect(open("bc", "2026-02-24T01:59:00Z")).toBe(true);
    expect(open("bc", "2026-02-24T02:00:00Z")).toBe(false);
    expect(open("qc", "2026-02-24T00:59:00Z")).toBe(true);
    expect(open("qc", "2026-02-24T01:00:00Z")).toBe(false);
  });

  it("is closed on Sunday, where the province has no chat hours, and where the brand has no chat", () => {
    const monday = new Date("2026-11-23T17:00:00Z");
    expect(chatOpen({ brand: brand("intact"), province: "qc", now: new Date("2026-11-22T17:00:00Z") })).toBe(false);
    expect(chatOpen({ brand: brand("intact"), province: "yt", now: monday })).toBe(false);
    expect(chatOpen({ brand: brand("servus"), province: "ab", now: monday })).toBe(false);
    expect(chatOpen({ brand: brand("intact"), province: "qc", now: monday })).toBe(true);
    expect(hoursNow({ brand: brand("servus"), province: "ab", now: monday }).chat.state).toEqual({ kind: "noHours" });
  });
});
