import type { BenchServer } from "../bench-server.ts";
import type { Measured } from "../finding.ts";
import { inParallel, times } from "../in-parallel.ts";
import { rightSignIn } from "../sign-in.ts";
import { percentiles } from "../statistics.rule.ts";

const atOnce = 8;
const signIns = 300;

/** Correct passwords at the machine's full hashing capacity. */
export async function measureSignIn(benchServer: BenchServer): Promise<Measured> {
  const began = performance.now();
  const answers = await inParallel(times(signIns), { atOnce }, () => rightSignIn(benchServer));
  const seconds = (performance.now() - began) / 1000;
  const refused = answers.find(({ status, headers }) => status !== 302 || !headers["set-cookie"]?.length);
  if (refused) throw new Error(`a right password was refused: ${refused.status} ${refused.headers.location}`);
  return {
    title: `Sign-in, ${atOnce} people at once over two servers`,
    findings: [
      { what: "sign-ins", value: signIns / seconds, unit: "1/s" },
      ...percentiles(
        "one sign-in",
        answers.map(({ millis }) => millis),
      ),
    ],
  };
}
