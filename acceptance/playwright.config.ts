import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "../scripts/browser.mjs";
import { portalPort } from "./start-servers.ts";

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };

/** Every story is told in French and English, with JavaScript and without. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.story.ts",
  globalSetup: "./start-servers.ts",
  outputDir: join(tmpdir(), "vestibule-stories-results"),
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [["list"]],
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://localhost:${portalPort}`,
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "fr", use: { locale: "fr-CA", viewport: phone } },
    { name: "en", use: { locale: "en-CA", viewport: desk } },
    { name: "fr-plain", use: { locale: "fr-CA", viewport: desk, javaScriptEnabled: false } },
    { name: "en-plain", use: { locale: "en-CA", viewport: phone, javaScriptEnabled: false } },
  ],
});
