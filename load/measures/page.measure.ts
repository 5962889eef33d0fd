import { flow } from "@vestibule/catalogue/flow.table.ts";
import type { BenchServer } from "../bench-server.ts";
import { inParallel, times } from "../in-parallel.ts";
import { openCodePage } from "../web-registrant.ts";
import { WebVisitor } from "../web-visitor.ts";
import { atLeast, atMost, type MeasureResult, metric } from "./metric.ts";
import { latencyMetrics } from "./statistics.rule.ts";

const atOnce = 8;
const rounds = 50;
/** JIT compilation is complete only after some thousands of pages. */
const warmUps = 6;

/** Measures three server-rendered pages: login, code and account creation. */
export async function measurePages(benchServer: BenchServer): Promise<MeasureResult> {
  const onLoginPage = times(atOnce).map(() => new WebVisitor(benchServer));
  for (let count = 0; count < warmUps; count += 1) await loadPages(onLoginPage, "/");
  const before = benchServer.cpuMillis();
  const startedAt = performance.now();
  const loginPage = await loadPages(onLoginPage, "/");
  const cpuMillis = (benchServer.cpuMillis() - before) / loginPage.length;
  const rate = (loginPage.length / (performance.now() - startedAt)) * 1000;
  const registering = await inParallel(times(atOnce), { atOnce }, () => openCodePage(benchServer));
  const code = await loadPages(
    registering.map(({ browser }) => browser),
    flow.VERIFY_CODE.path,
  );
  await inParallel(registering, { atOnce }, async ({ browser, person }) =>
    browser.submit(flow.VERIFY_CODE.path, { securityCode: await person.code() }, flow.CREATE.path),
  );
  const create = await loadPages(
    registering.map(({ browser }) => browser),
    flow.CREATE.path,
  );
  return {
    title: `Pages, ${atOnce} concurrent visitors, two servers`,
    metrics: [
      metric("login page, CPU time per page", cpuMillis, "ms", {
        target: atMost(3),
        note: "both servers, all threads",
      }),
      metric("login page, throughput", rate, "1/s", { target: atLeast(600) }),
      ...latencyMetrics("login page", loginPage),
      ...latencyMetrics("code page", code),
      ...latencyMetrics("create page", create),
    ],
  };
}

/** Loads the page repeatedly and in sequence for each visitor. Returns all latencies in milliseconds. */
async function loadPages(visitors: readonly WebVisitor[], path: string): Promise<number[]> {
  const lists = await inParallel(visitors, { atOnce }, async (visitor) => {
    const millis: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const response = await visitor.get(path);
      if (response.status !== 200)
        throw new Error(`${path} answered ${response.status} to ${response.headers.location}`);
      millis.push(response.millis);
    }
    return millis;
  });
  return lists.flat();
}
