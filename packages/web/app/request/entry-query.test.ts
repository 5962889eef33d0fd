import { describe, expect, test } from "vitest";
import { type EntryQuery, parseEntryQuery } from "./entry-query.rule.ts";

const origin = "https://portal.example";
const read = (query: string) => parseEntryQuery(new URL(`/webseal.do?${query}`, origin));
const inside = (url: string) => `URL=${encodeURIComponent(url)}`;

const link = "token=t1&src=edoc&language=fr&province=qc&client_login_action=claims&SSORequest=r%2B1&emailSource=mrkt";
const linkRead: EntryQuery = {
  token: "t1",
  src: "edoc",
  language: "fr",
  province: "qc",
  clientLoginAction: "claims",
  ssoRequest: "r+1",
  emailSource: "mrkt",
};

describe("the query of an incoming link", () => {
  test.each([
    ["as they stand", link],
    ["inside URL, as a path", inside(`/home?${link}`)],
    ["inside URL, as a whole URL", inside(`${origin}/home?${link}#part`)],
    ["inside URL, of any host: never followed", inside(`https://elsewhere.example/?${link}`)],
    ["inside URL, as a query alone", inside(`?${link}`)],
  ])("contains the parameters %s", (_fact, query) => {
    expect(read(query)).toEqual(linkRead);
  });

  test("contains the gateway's parameters", () => {
    expect(read("TAM_OP=login&ERROR_CODE=0x132120c8")).toEqual({ operation: "login", errorCode: "0x132120c8" });
  });

  test("ignores gateway parameters nested in URL", () => {
    expect(read(inside("/home?TAM_OP=logout&ERROR_CODE=0x13212132"))).toEqual({});
  });

  test("ignores unknown, empty and malformed values", () => {
    expect(read("__proto__=x&constructor=y&Token=z&password=p")).toEqual({});
    expect(read("token=&province=")).toEqual({});
    expect(read(inside("http://["))).toEqual({});
    expect(read(`URL=${"/".repeat(4097)}?token=t1`)).toEqual({});
  });

  test("takes the nested value when the outer one is empty", () => {
    expect(read(`province=&${inside("/home?province=qc")}`)).toEqual({ province: "qc" });
  });

  test("takes the first of a repeated parameter", () => {
    expect(read("token=first&token=second")).toEqual({ token: "first" });
  });

  test("A-142 is read one level deep, outer values first", () => {
    let url = "/home?province=pe&token=deepest";
    for (let depth = 0; depth < 9; depth += 1) url = `/home?src=level${depth}&${inside(url)}`;
    expect(read(inside(url))).toEqual({ src: "level8" });
    expect(read(`province=ab&${inside("/home?province=qc&language=fr")}`)).toEqual({ province: "ab", language: "fr" });
  });

  test("A-149 keeps markup undecoded for the caller to check", () => {
    const markup = "<script>alert(1)</script>%3Cb%3E";
    for (const key of ["token", "emailSource", "SSORequest", "ERROR_CODE", "province"])
      expect(Object.values(read(new URLSearchParams([[key, markup]]).toString()))).toEqual([markup]);
  });
});
