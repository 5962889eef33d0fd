import { flow, type Page, pages } from "@vestibule/catalogue/flow.table.ts";
import { describe, expect, it } from "vitest";
import { resolveRequestedPage } from "./requested-page.rule.ts";

const paths = [...new Set(pages.map((page) => flow[page].path))];
const pagesAt = (path: string) => pages.filter((page) => flow[page].path === path);
const resolve = (path: string, page: Page, back: string | null = null) =>
  resolveRequestedPage(pagesAt(path), { page, back });

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
  const expectedOf = (page: Page, path: string) => {
    if (flow[page].path === path) return "draw";
    return stepsBack[page].includes(path) ? "stepBack" : "leave";
  };
  const cases = pages.flatMap((page) => paths.map((path) => ({ page, path, expected: expectedOf(page, path) })));

  it.each(cases)("resolves $path to $expected at the page $page", ({ page, path, expected }) => {
    expect(resolve(path, page)).toBe(expected);
  });

  it("does not step back from the code of a username, because the person is verified by then", () => {
    for (const path of [start, identification, options])
      expect(resolve(path, "VERIFY_CODE", flow.ASK_USERNAME.path)).toBe("leave");
    expect(resolve(code, "VERIFY_CODE", flow.ASK_USERNAME.path)).toBe("draw");
  });
});
