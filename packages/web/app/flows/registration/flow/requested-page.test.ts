import { flow, type Page, pages } from "@vestibule/catalogue/flow.table.ts";
import { describe, expect, it } from "vitest";
import { resolveRequestedPage } from "./requested-page.rule.ts";

const addresses = [...new Set(pages.map((page) => flow[page].path))];
const pagesAt = (address: string) => pages.filter((page) => flow[page].path === address);
const resolve = (address: string, page: Page, back: string | null = null) =>
  resolveRequestedPage(pagesAt(address), { page, back });

const start = flow.ACCOUNT_TYPE.path;
const identification = flow.EMAIL_IDENTIFICATION.path;
const options = flow.VERIFY_OPTIONS.path;
const code = flow.VERIFY_CODE.path;

/** URLs that go back from each page. Its own URL shows the page, and every other URL redirects to it. */
const stepsBack: Record<Page, readonly string[]> = {
  ACCOUNT_TYPE: [],
  EMAIL_IDENTIFICATION: [start],
  POLICY_IDENTIFICATION: [start],
  MULTIPLE_PROFILES: [start],
  VERIFY_OPTIONS: [start, identification],
  VERIFY_CODE: [start, identification, options],
  ADDITIONAL_DRIVER_PROFILE: [],
  CONFIRM_USERNAME: [],
  ASK_USERNAME: [],
  CREATE: [],
  CONFIRM: [],
  WELCOME_BACK: [],
  REDIRECT: [],
};

describe("a URL requested during a session", () => {
  const expectedOf = (page: Page, address: string) => {
    if (flow[page].path === address) return "draw";
    return stepsBack[page].includes(address) ? "stepBack" : "leave";
  };
  const cases = pages.flatMap((page) =>
    addresses.map((address) => ({ page, address, expected: expectedOf(page, address) })),
  );

  it.each(cases)("resolves $address to $expected at the page $page", ({ page, address, expected }) => {
    expect(resolve(address, page)).toBe(expected);
  });

  it("does not step back from the code of a username, because the person is verified by then", () => {
    for (const address of [start, identification, options])
      expect(resolve(address, "VERIFY_CODE", flow.ASK_USERNAME.path)).toBe("leave");
    expect(resolve(code, "VERIFY_CODE", flow.ASK_USERNAME.path)).toBe("draw");
  });
});
