import { flow } from "@vestibule/catalogue/flow.table.ts";
import { inParallel, times } from "../generator.ts";
import { call, portalOrigin } from "../http.ts";
import { WebRegistrant } from "../person.ts";
import type { Portal } from "../portal.ts";
import { atLeast, atMost, latencyMetrics, type MeasureResult, metric } from "./metric.ts";

const atOnce = 8;
const rounds = 50;
/** JIT compilation is complete only after some thousands of pages. */
const warmUpRounds = 300;

/** Measures three server-rendered pages: login, code and account creation. */
export async function measurePages(portal: Portal): Promise<MeasureResult> {
  const registrants = times(atOnce).map(() => new WebRegistrant(portal));
  await loadPages(portal, registrants, "/", warmUpRounds);
  const before = portal.cpuMillis();
  const startedAt = performance.now();
  const login = await loadPages(portal, registrants, "/");
  const rate = (login.length / (performance.now() - startedAt)) * 1000;
  const cpuMillis = (portal.cpuMillis() - before) / login.length;
  await inParallel(registrants, { atOnce }, (registrant) => registrant.toCode());
  const code = await loadPages(portal, registrants, flow.VERIFY_CODE.path);
  await inParallel(registrants, { atOnce }, (registrant) => registrant.toCreate());
  const create = await loadPages(portal, registrants, flow.CREATE.path);
  return {
    title: `Pages, ${atOnce} concurrent visitors, two servers`,
    metrics: [
      metric("login page, CPU time per page", cpuMillis, "ms", {
        target: atMost(3),
        note: "both servers, all threads",
      }),
      metric("login page, throughput", rate, "1/s", { target: atLeast(600) }),
      ...latencyMetrics("login page", login),
      ...latencyMetrics("code page", code),
      ...latencyMetrics("create page", create),
    ],
  };
}

/** Loads the page repeatedly and in sequence for each visitor. Returns all latencies in milliseconds. */
async function loadPages(portal: Portal, registrants: readonly WebRegistrant[], path: string, count = rounds) {
  const lists = await inParallel(registrants, { atOnce }, async ({ browser: { cookies } }) => {
    const millis: number[] = [];
    while (millis.length < count) {
      const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
      const headers = { host: new URL(portalOrigin).host, "accept-encoding": "gzip", cookie };
      const response = await call({ port: portal.nextPort(), path, headers });
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}, ${response.headers.location}`);
      for (const line of response.headers["set-cookie"] ?? []) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      millis.push(response.millis);
    }
    return millis;
  });
  return lists.flat();
}
