import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { findBrowser } from "../../scripts/browser.mjs";
import { listenOnLoopback } from "../../test/loopback-port.ts";
import { times } from "../generator.ts";
import type { Portal } from "../portal.ts";
import { atMost, exactly, type MeasureResult, metric } from "./metric.ts";
import { median } from "./statistics.rule.ts";

const rounds = 5;
const slowPhone = {
  cpuSlowdown: 4,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
};

interface PageLoad {
  /** Largest contentful paint, in milliseconds. */
  paint: number;
  /** Sum of all layout shifts. */
  shift: number;
  requests: number;
  bytes: number;
}

/**
 * Compares a first load of the login page on a slow phone with the same page without scripts, the fastest it could be.
 */
export async function measureFirstPage({ servers: [{ port }] }: Portal): Promise<MeasureResult> {
  const scriptless = serveWithoutScripts(port);
  const scriptlessPort = await listenOnLoopback(scriptless);
  const browser = await chromium.launch({ executablePath: findBrowser() });
  const page: PageLoad[] = [];
  const scriptlessPage: PageLoad[] = [];
  try {
    for (const _round of times(rounds)) {
      page.push(await loadPage(browser, port));
      scriptlessPage.push(await loadPage(browser, scriptlessPort));
    }
  } finally {
    await browser.close();
    scriptless.close();
  }
  const medianOf = (loads: readonly PageLoad[], name: keyof PageLoad) => median(loads.map((load) => load[name]));
  const paint = medianOf(page, "paint");
  const scriptlessPaint = medianOf(scriptlessPage, "paint");
  return {
    title: "First load of the login page at 1.6 Mbit/s, 150 ms latency and a CPU slowed four times",
    metrics: [
      metric("largest contentful paint", paint, "ms", { note: `median of ${rounds}` }),
      metric("largest contentful paint without scripts", scriptlessPaint, "ms"),
      metric("largest contentful paint relative to the page without scripts", paint / scriptlessPaint, "", {
        target: atMost(1.1),
      }),
      metric("requests", medianOf(page, "requests"), "", { target: atMost(10) }),
      metric("transfer size", medianOf(page, "bytes") / 1000, "kB", { target: atMost(150) }),
      metric("layout shift", medianOf(page, "shift"), "", { target: exactly(0) }),
    ],
  };
}

async function loadPage(browser: Browser, port: number): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: "fr-CA" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slowPhone.network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowPhone.cpuSlowdown });
  const sent = new Set<string>();
  let bytes = 0;
  session.on("Network.requestWillBeSent", ({ requestId, request: { url } }) => {
    // A data URL, such as the brand band, is not a request.
    if (url.startsWith("http:")) sent.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (sent.has(requestId)) bytes += encodedDataLength;
  });
  await page.addInitScript(() => {
    const seen = { paint: 0, shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      seen.paint = list.getEntries().at(-1)?.startTime ?? seen.paint;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`http://localhost:${port}/`, { waitUntil: "networkidle" });
  const seen = () => (window as unknown as { seen: Pick<PageLoad, "paint" | "shift"> }).seen;
  await page.waitForFunction(() => (window as unknown as { seen: PageLoad }).seen.paint > 0);
  const paints = await page.evaluate(seen);
  await context.close();
  return { ...paints, requests: sent.size, bytes };
}

/** Creates a proxy that removes the scripts from the pages of the server. */
function serveWithoutScripts(port: number): Server {
  return createServer((incoming, outgoing) => {
    const { url: path, headers } = incoming;
    request({ host: "127.0.0.1", port, path, headers }, async (response) => {
      const body = await buffer(response);
      const { "transfer-encoding": _, ...headers } = response.headers;
      const isPage = response.headers["content-type"]?.startsWith("text/html");
      const content = isPage ? withoutScripts(body, response.headers) : body;
      outgoing.writeHead(response.statusCode ?? 502, { ...headers, "content-length": content.length }).end(content);
    }).end();
  });
}

function withoutScripts(body: Buffer, { "content-encoding": coding }: IncomingHttpHeaders): Buffer {
  const [decode, encode] = coding === "br" ? [brotliDecompressSync, brotliCompressSync] : [gunzipSync, gzipSync];
  const html = coding === undefined ? body : decode(body);
  const stripped = html
    .toString()
    .replace(/<script[\s\S]*?<\/script>|<link rel="(?:modulepreload|late-module)"[^>]*>/g, "");
  return coding === undefined ? Buffer.from(stripped) : encode(stripped);
}
