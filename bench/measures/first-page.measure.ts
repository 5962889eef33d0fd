import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { findBrowser } from "../../scripts/browser.mjs";
import type { BenchServer } from "../bench-server.ts";
import { atMost, exactly, type Measured } from "../finding.ts";
import { times } from "../in-parallel.ts";
import { median } from "../statistics.rule.ts";

const rounds = 5;
const slowPhone = {
  processorSlowdown: 4,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
};

interface Visit {
  /** Largest contentful paint, in milliseconds. */
  paint: number;
  shift: number;
  requests: number;
  bytes: number;
}

/** A first visit to the login page on a slow phone, beside the same page without scripts: the limit of its HTML. */
export async function measureFirstPage({ servers: [{ port }] }: Pick<BenchServer, "servers">): Promise<Measured> {
  const scriptless = await serveWithoutScripts(port);
  const browser = await chromium.launch({ executablePath: findBrowser() });
  const page: Visit[] = [];
  const limit: Visit[] = [];
  try {
    for (const _round of times(rounds)) {
      page.push(await visit(browser, port));
      limit.push(await visit(browser, (scriptless.address() as AddressInfo).port));
    }
  } finally {
    await browser.close();
    scriptless.close();
  }
  const paint = median(page.map((one) => one.paint));
  const limitPaint = median(limit.map((one) => one.paint));
  const ratio = paint / limitPaint;
  const requests = median(page.map((one) => one.requests));
  const kilobytes = median(page.map((one) => one.bytes)) / 1000;
  const shift = median(page.map((one) => one.shift));
  return {
    title: "First visit to the login page, 1.6 Mbit/s, 150 ms, processor slowed four times",
    findings: [
      { what: "largest contentful paint", value: paint, unit: "ms", note: `median of ${rounds}` },
      { what: "the same page without scripts", value: limitPaint, unit: "ms" },
      { what: "ratio", value: ratio, unit: "", target: atMost(1.1, ratio) },
      { what: "requests", value: requests, unit: "", target: atMost(8, requests) },
      { what: "on the wire", value: kilobytes, unit: "kB", target: atMost(125, kilobytes) },
      { what: "layout shift", value: shift, unit: "", target: exactly(0, shift) },
    ],
  };
}

async function visit(browser: Browser, port: number): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: "fr-CA" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slowPhone.network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowPhone.processorSlowdown });
  const sent = new Set<string>();
  let bytes = 0;
  session.on("Network.requestWillBeSent", ({ requestId, request: { url } }) => {
    // The band is a data URL, which is no request.
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
  const seen = () => (window as unknown as { seen: Pick<Visit, "paint" | "shift"> }).seen;
  await page.waitForFunction(() => (window as unknown as { seen: Visit }).seen.paint > 0);
  const paints = await page.evaluate(seen);
  await context.close();
  return { ...paints, requests: sent.size, bytes };
}

/** Passes requests on to the server and takes the scripts out of its pages. */
async function serveWithoutScripts(port: number): Promise<Server> {
  const server = createServer((asked, answer) => {
    const { url: path, headers } = asked;
    request({ host: "127.0.0.1", port, path, headers }, async (response) => {
      const body = await buffer(response);
      const { "transfer-encoding": _, ...kept } = response.headers;
      const isPage = response.headers["content-type"]?.startsWith("text/html");
      const content = isPage ? withoutScripts(body, response.headers) : body;
      answer.writeHead(response.statusCode ?? 502, { ...kept, "content-length": content.length }).end(content);
    }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function withoutScripts(body: Buffer, { "content-encoding": coding }: IncomingHttpHeaders): Buffer {
  const [decode, encode] = coding === "br" ? [brotliDecompressSync, brotliCompressSync] : [gunzipSync, gzipSync];
  const html = coding === undefined ? body : decode(body);
  const stripped = html
    .toString()
    .replace(/<script[\s\S]*?<\/script>|<link rel="(?:modulepreload|late-module)"[^>]*>/g, "");
  return coding === undefined ? Buffer.from(stripped) : encode(stripped);
}
