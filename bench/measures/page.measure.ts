import { flow } from "@vestibule/catalogue/flow.table.ts";
import type { BenchServer } from "../bench-server.ts";
import { atLeast, atMost, type Measured } from "../finding.ts";
import { inParallel, times } from "../in-parallel.ts";
import { percentiles } from "../statistics.rule.ts";
import { openCodePage } from "../web-registrant.ts";
import { WebVisitor } from "../web-visitor.ts";

const atOnce = 8;
const rounds = 50;

/** Server-rendered pages as a browser loads them: login, code, and account creation. */
export async function measurePages(benchServer: BenchServer): Promise<Measured> {
  const onLoginPage = times(atOnce).map(() => new WebVisitor(benchServer));
  await timesOf(onLoginPage, "/");
  const before = benchServer.processorMillis();
  const began = performance.now();
  const loginPage = await timesOf(onLoginPage, "/");
  const processorMillis = (benchServer.processorMillis() - before) / loginPage.length;
  const rate = (loginPage.length / (performance.now() - began)) * 1000;
  const registering = await inParallel(times(atOnce), { atOnce }, () => openCodePage(benchServer));
  const code = await timesOf(
    registering.map(({ browser }) => browser),
    flow.VERIFY_CODE.path,
  );
  await inParallel(registering, { atOnce }, async ({ browser, person }) =>
    browser.submit(flow.VERIFY_CODE.path, { securityCode: await person.code() }, flow.CREATE.path),
  );
  const create = await timesOf(
    registering.map(({ browser }) => browser),
    flow.CREATE.path,
  );
  return {
    title: `Pages, ${atOnce} visitors at once over two servers`,
    findings: [
      {
        what: "processor time of one login page",
        value: processorMillis,
        unit: "ms",
        target: atMost(2, processorMillis),
        note: "the servers' own, all threads",
      },
      { what: "login pages", value: rate, unit: "1/s", target: atLeast(1000, rate) },
      ...percentiles("the login page", loginPage),
      ...percentiles("the code page", code),
      ...percentiles("the create page", create),
    ],
  };
}

/** Each visitor loads the page repeatedly, in sequence. */
async function timesOf(visitors: readonly WebVisitor[], path: string): Promise<number[]> {
  const lists = await inParallel(visitors, { atOnce }, async (visitor) => {
    const millis: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const answer = await visitor.get(path);
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} to ${answer.headers.location}`);
      millis.push(answer.millis);
    }
    return millis;
  });
  return lists.flat();
}
