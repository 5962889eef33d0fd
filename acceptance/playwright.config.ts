import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { browserFlags, findBrowser } from "../scripts/browser.mjs";
import { isWholeMatrix } from "../test/matrix.ts";
import type { BrowserProfile } from "./people.ts";
import { isBehindNginx, portalOrigin } from "./ports.ts";

// That nginx has a self-signed certificate.
if (isBehindNginx) process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };
/** Stories that move the clock or end a server run on separate servers. */
const disturbing = /(changed-mobile|clock|crowded-network|outage|outside-gateway|second-factor)\.story\.ts/;

/**
 * In the whole matrix every story runs in all four profiles, except that `@script` restricts a story to JavaScript and
 * `@branch` to French with JavaScript and English without. Otherwise each runs in one profile: French with JavaScript,
 * or with `@plain` English without; `@both` runs in these two and `@nightly` in none.
 */
const none = /$^/;

export default defineConfig<{ browserProfile: BrowserProfile }>({
  testDir: ".",
  testMatch: "*.story.ts",
  globalSetup: "./start-servers.ts",
  outputDir: join(tmpdir(), "vestibule-stories-results"),
  workers: "100%",
  fullyParallel: true,
  forbidOnly: true,
  reporter: [["list"]],
  timeout: 240_000,
  // Long enough on a machine that is busy: a story measures no time.
  expect: { timeout: 30_000 },
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
    {
      name: "fr",
      testIgnore: disturbing,
      grepInvert: isWholeMatrix ? [] : /@plain|@nightly/,
      use: { browserProfile: "fr", locale: "fr-CA", viewport: phone },
    },
    {
      name: "en",
      testIgnore: disturbing,
      grep: isWholeMatrix ? /./ : none,
      grepInvert: /@branch/,
      use: { browserProfile: "en", locale: "en-CA", viewport: desk },
    },
    {
      name: "fr-plain",
      testIgnore: disturbing,
      grep: isWholeMatrix ? /./ : none,
      grepInvert: /@script|@branch/,
      use: { browserProfile: "fr-plain", locale: "fr-CA", viewport: desk, javaScriptEnabled: false },
    },
    {
      name: "en-plain",
      testIgnore: disturbing,
      grep: isWholeMatrix ? /./ : /@plain|@both/,
      grepInvert: /@script/,
      use: { browserProfile: "en-plain", locale: "en-CA", viewport: phone, javaScriptEnabled: false },
    },
  ],
});
