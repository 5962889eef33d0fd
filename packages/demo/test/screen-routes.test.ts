import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { screenIds, screens } from "@vestibule/vestibule/screens/screens.rule.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../test/book-file.ts";
import routes from "../../web/app/routes.ts";

/** Paths that no screen is rendered at, and why. */
const undrawn: Readonly<Record<string, string>> = {
  preferences: "keeps a province or language and leads back",
  "puzzle/:form": "sends a puzzle to a script",
  "account/my-data.json": "sends a file",
  "team/numbers.csv": "sends a file",
  "team/audit.csv": "sends a file",
  "team/people/export": "sends a file",
  "team/brands/:brand/file": "sends a file",
  "team/brands/:brand/picture": "sends a screen for a frame",
  "account/recovery-codes.txt": "sends a file",
  "webseal.do": "hears the gateway and leads to the page for its answer",
  "forgot/find-account": "leads to registration",
  "verify/send-again": "sends and leads back to the code",
  "create-an-account/start": "begins a registration and leads to its first page",
  "create-an-account/back": "leads to the page before",
  "create-an-account/cancel": "ends the registration and leads to the login",
  "create-an-account/resend": "sends and leads back to the code",
  "email-link/fresh": "sends a fresh link and leads to the inbox page",
  "registration/account-creation/send-again": "sends and leads back",
  "agent/sign-in": "leads to the OpenID provider",
  "agent/callback": "leads from the OpenID provider back to the page",
  "registration/back": "leads to the page before",
  "registration/stay": "asks for more time and leads back to the same page",
  "reset/stay": "asks for more time and leads back to the same page",
  "registration/resend": "sends and leads back to the code",
  "registration/cancel": "ends the registration and leads to the login",
  "two-factor/method": "chooses a method or sends a code, and leads back to the page",
  "two-factor/stay": "asks for more time and leads back to the same page",
  roadblock: "leads to the current roadblock, or to the login",
  "roadblock/leave": "leaves a roadblock and leads on",
  "contact-changed": "raises a roadblock and leads to it",
  "letter-request": "asks for a letter and leads back to the page",
};

const [brand] = (await testBrands()).brands;
if (brand === undefined) throw new Error("no brand");
const { province, language } = brand.defaults;
const context = { brand, province, language, now: new Date() };
const drawn = new Set(screenIds.map((id) => screens[id](context).path));

/** Paths of the portal as patterns: "legal/:document" matches any document. */
const paths = routes.flatMap(({ children, ...page }) => children ?? [page]).map(({ path = "" }) => path);
const isAt = (pattern: string) => {
  const source =
    pattern === "*" ? roadblocks["not-found"].path : `/${pattern.replace(/^\//, "")}`.replace(/:\w+/g, "[^/]+");
  return [...drawn].some((path) => new RegExp(`^${source}$`).test(path));
};

test.each(paths)("a screen exists for /%s, or the reason why not", (path) => {
  expect(isAt(path) || undrawn[path] !== undefined).toBe(true);
});

test("no reason is given for a path that has a screen or does not exist", () => {
  expect(Object.keys(undrawn).filter((path) => isAt(path) || !paths.includes(path))).toEqual([]);
});
