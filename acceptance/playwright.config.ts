import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { browserFlags, findBrowser } from "../scripts/browser.mjs";
import { type BrowserProfile, isWholeMatrix } from "./people.ts";
import { isBehindNginx, portalOrigin } from "./ports.ts";

// That nginx has a self-signed certificate.
if (isBehindNginx) process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };
/** Stories that move the clock or end a server run on separate servers. */
const disturbing = /(clock|outage|outside-gateway)\.story\.ts/;

/**
 * Every story runs in French with JavaScript, with the tag `@plain` also in English without, and with `@language` in all
 * four profiles. In the whole matrix all run in all profiles, except that `@script` restricts a story to JavaScript and
 * `@branch` to French with JavaScript and English without.
 */
const tagged = (tags: RegExp) => ({ grep: isWholeMatrix ? /./ : tags });

export default defineConfig<{ browserProfile: BrowserProfile }>({
  testDir: ".",
  testMatch: "*.story.ts",
  globalSetup: "./start-servers.ts",
  outputDir: join(tmpdir(), "vestibule-stories-results"),
  workers: "100%",
  fullyParallel: true,
  forbidOnly: true,
  reporter: [["list"]],
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: portalOrigin(),
    ignoreHTTPSErrors: isBehindNginx,
    // A motion draws a dozen frames without a graphics card. The whole matrix and the stories of motion have them.
    reducedMotion: isWholeMatrix ? "no-preference" : "reduce",
    launchOptions: {
      executablePath: findBrowser(),
      args: browserFlags,
    },
  },
  projects: [
    { name: "disturbing", testMatch: disturbing },
    { name: "fr", testIgnore: disturbing, use: { browserProfile: "fr", locale: "fr-CA", viewport: phone } },
    {
      ...tagged(/@language/),
      name: "en",
      testIgnore: disturbing,
      grepInvert: /@branch/,
      use: { browserProfile: "en", locale: "en-CA", viewport: desk },
    },
    {
      ...tagged(/@language/),
      name: "fr-plain",
      testIgnore: disturbing,
      grepInvert: /@script|@branch/,
      use: { browserProfile: "fr-plain", locale: "fr-CA", viewport: desk, javaScriptEnabled: false },
    },
    {
      ...tagged(/@language|@plain/),
      name: "en-plain",
      testIgnore: disturbing,
      grepInvert: /@script/,
      use: { browserProfile: "en-plain", locale: "en-CA", viewport: phone, javaScriptEnabled: false },
    },
  ],
});
