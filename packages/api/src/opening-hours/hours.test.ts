import { type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { hoursResponse } from "@vestibule/contract/v1/hours.schema.ts";
import { describe, expect, it } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { holidaysOf } from "./holidays.adapter.ts";
import { chatOpen, hoursNow } from "./hours.adapter.ts";

const book = await testBrands();
const brand = (id: string) => {
  const found = book.byId(id);
  if (!found) throw new Error(id);
  return found;
};

describe("statutory holidays", () => {
  const everywhere = ["New Year’s Day", "Good Friday", "Labour Day", "Christmas Day"];
  const spring = ["Victoria Day", "Canada Day", "Thanksgiving"];
  const reconciliation = "National Day for Truth and Reconciliation";
  /** In addition to the four of every province. */
  const lists: Record<ProvinceId, string[]> = {
    ab: [...spring, "Family Day", "Remembrance Day"],
    bc: [...spring, "Family Day", "British Columbia Day", reconciliation, "Remembrance Day"],
    mb: [...spring, "Louis Riel Day", reconciliation, "Remembrance Day"],
    nb: ["Canada Day", "Family Day", "New Brunswick Day", "Remembrance Day"],
    nl: ["Memorial Day", "Remembrance Day"],
    ns: ["Canada Day", "Heritage Day", "Remembrance Day"],
    nt: [...spring, "National Indigenous Peoples Day", "Civic Holiday", reconciliation, "Remembrance Day"],
    nu: [...spring, "Nunavut Day", "Civic Holiday", reconciliation, "Remembrance Day"],
    on: [...spring, "Family Day", "Boxing Day"],
    pe: ["Canada Day", "Islander Day", reconciliation, "Remembrance Day"],
    qc: ["National Patriots’ Day", "Quebec’s National Holiday", "Canada Day", "Thanksgiving"],
    sk: [...spring, "Family Day", "Saskatchewan Day", "Remembrance Day"],
    yt: [...spring, "National Indigenous Peoples Day", "Discovery Day", reconciliation, "Remembrance Day"],
  };

  it.each(provinceIds)("in %s match its law from 2026 to 2030", (province) => {
    for (const year of [2026, 2027, 2028, 2029, 2030]) {
      const names = new Set(holidaysOf(province, year).map(({ name }) => name.en));
      expect([...names].sort(), String(year)).toEqual([...everywhere, ...lists[province]].sort());
    }
  });

  it("are on the dates of the law in 2026", () => {
    const dates = (province: ProvinceId) => holidaysOf(province, 2026).map(({ date }) => date.slice(5));
    expect(dates("qc")).toEqual(["01-01", "04-03", "05-18", "06-24", "07-01", "09-07", "10-12", "12-25"]);
    expect(dates("on")).toEqual(["01-01", "02-16", "04-03", "05-18", "07-01", "09-07", "10-12", "12-25", "12-26"]);
    const bc = ["01-01", "02-16", "04-03", "05-18", "07-01", "08-03", "09-07", "09-30", "10-12", "11-11", "12-25"];
    expect(dates("bc")).toEqual(bc);
  });

  it("move Canada Day from Sunday, July 1 to Monday, except in the two provinces that fix the date", () => {
    const on = (date: string) => provinceIds.filter((id) => holidaysOf(id, 2029).some((day) => day.date === date));
    expect(on("2029-07-01")).toEqual(["nl", "ns"]);
    expect(on("2029-07-02")).toEqual(provinceIds.filter((id) => id !== "nl" && id !== "ns"));
  });

  it("add the following Monday for a Sunday holiday where the law says so", () => {
    const days = (province: ProvinceId, year: number) => holidaysOf(province, year).map(({ date }) => date);
    expect(days("qc", 2029)).toEqual(expect.arrayContaining(["2029-06-24", "2029-06-25"]));
    expect(days("sk", 2029)).toContain("2029-11-12");
    expect(days("yt", 2026)).toEqual(expect.arrayContaining(["2026-06-21", "2026-06-22"]));
    for (const province of ["on", "ab", "bc", "ns"] as const) expect(days(province, 2029)).not.toContain("2029-11-12");
    expect(days("qc", 2028)).not.toContain("2028-06-25");
  });

  it("have a specific name in both languages, in every province, for ten years", () => {
    for (const province of provinceIds)
      for (let year = 2025; year < 2035; year += 1)
        for (const { name } of holidaysOf(province, year)) {
          expect(name.fr).not.toBe("Jour férié");
          expect(name.en).not.toBe("Statutory holiday");
        }
  });

  it("are computed once", () => {
    expect(holidaysOf("qc", 2026)).toBe(holidaysOf("qc", 2026));
  });
});

describe("a brand's hours", () => {
  it("are specific: BNA in Quebec closes at 20:00, Intact at 18:00", () => {
    const now = new Date("2026-11-23T23:30:00Z");
    expect(hoursNow({ brand: brand("bna"), province: "qc", now }).telephone.state).toEqual({
      kind: "open",
      closes: "20:00",
    });
    expect(hoursNow({ brand: brand("intact"), province: "qc", now }).telephone.state).toMatchObject({ kind: "closed" });
  });

  it("contain only the number when it has none", () => {
    const { telephone } = hoursNow({ brand: brand("belair"), province: "qc", now: new Date("2026-11-23T15:00:00Z") });
    expect(telephone.state).toEqual({ kind: "noHours" });
    expect(telephone.week).toEqual([]);
    expect(telephone.number).toMatch(/^1-8\d\d-555-01\d\d$/);
  });

  it("are closed on Quebec's national holiday in Quebec and open in Ontario", () => {
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

  it("on the last evening of the year consider the next year's holiday", () => {
    const now = new Date("2027-01-01T02:00:00Z");
    expect(hoursNow({ brand: brand("bna"), province: "on", now }).telephone.state).toEqual({
      kind: "closed",
      opens: { day: "saturday", date: "2027-01-02", time: "08:30" },
    });
  });

  it("follow special days for telephone and chat, including open holidays", () => {
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

  it("match the contract for every brand and province", () => {
    for (const one of book.brands)
      for (const province of provinceIds) {
        const response = hoursNow({ brand: one, province, now: new Date("2026-11-21T15:00:00Z") });
        expect(hoursResponse.parse(response)).toEqual(response);
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

  it("is closed on Sunday, in provinces without chat hours, and for brands without a chat", () => {
    const monday = new Date("2026-11-23T17:00:00Z");
    expect(chatOpen({ brand: brand("intact"), province: "qc", now: new Date("2026-11-22T17:00:00Z") })).toBe(false);
    expect(chatOpen({ brand: brand("intact"), province: "yt", now: monday })).toBe(false);
    expect(chatOpen({ brand: brand("servus"), province: "ab", now: monday })).toBe(false);
    expect(chatOpen({ brand: brand("intact"), province: "qc", now: monday })).toBe(true);
    expect(hoursNow({ brand: brand("servus"), province: "ab", now: monday }).chat.state).toEqual({ kind: "noHours" });
  });
});
