import { defaultBrandId } from "@vestibule/vestibule/settings/settings.schema.ts";
import type { BenchServer } from "./bench-server.ts";
import { atMost, exactly, type Finding } from "./finding.ts";
import { type Answer, call, newClientIp } from "./http-call.ts";
import { times } from "./in-parallel.ts";
import { personOf } from "./people.ts";
import { mannWhitneyP, median } from "./statistics.rule.ts";

export const samples = 500;
const warmUp = 40;
/** Without a difference, a test fails at this p once in a hundred runs; a real difference is found by both tests. */
const tests = 2;
const smallestP = 0.01;
const largestGapMillis = 5;

/** An endpoint that accepts an e-mail from an unknown user. */
export interface EmailEndpoint {
  name: string;
  send(port: number, email: string): Promise<Answer>;
  /** An e-mail without an account; by default one that nobody has. */
  withoutAccount?(): string;
}

interface ApiV1Call {
  method: string;
  path: string;
}

const callApiV1 = (port: number, { method, path }: ApiV1Call, body: object) =>
  call({
    port,
    method,
    path,
    address: newClientIp(),
    headers: { "api-key": defaultBrandId, province: "QC", language: "fr", "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** A call of API v1 that accepts only an e-mail, each time from a new client IP. */
export function emailEndpoint(endpoint: ApiV1Call): EmailEndpoint {
  return {
    name: `${endpoint.method} ${endpoint.path}`,
    send: (port, email) => callApiV1(port, endpoint, { email }),
  };
}

/** A call with the id that an earlier call with an e-mail returned, in its path or body; the earlier one is not timed. */
export function endpointAfter(
  earlier: ApiV1Call,
  endpoint: ApiV1Call,
  bodyWith: (id: string) => object,
): EmailEndpoint {
  return {
    name: `${endpoint.method} ${endpoint.path}`,
    send: async (port, email) => {
      const { id } = JSON.parse((await callApiV1(port, earlier, { email })).text());
      const path = endpoint.path.replace(/\{\w+\}/, encodeURIComponent(id));
      return callApiV1(port, { ...endpoint, path }, bodyWith(id));
    },
  };
}

/**
 * Whether responses of an endpoint, or their times, reveal which e-mails have an account. Needs up to 1,080 holders.
 */
export async function compareUnknownUsers(benchServer: BenchServer, endpoint: EmailEndpoint): Promise<Finding[]> {
  for (let test = 1; ; test += 1) {
    const found = await compareOnce(benchServer, endpoint);
    if (test === tests || found.every(({ target }) => target?.met !== false)) return found;
  }
}

async function compareOnce(
  benchServer: BenchServer,
  { name, send, withoutAccount }: EmailEndpoint,
): Promise<Finding[]> {
  const port = benchServer.servers[0].port;
  const known = () => personOf("holder", benchServer.nextHolder()).email;
  const unknown = (index: number) => withoutAccount?.() ?? `unknown${index}@courrier.example`;
  for (const index of times(warmUp)) await send(port, index % 2 ? known() : unknown(index));

  const ofKnown: Answer[] = [];
  const ofUnknown: Answer[] = [];
  const askKnown = async () => ofKnown.push(await send(port, known()));
  const askUnknown = async (index: number) => ofUnknown.push(await send(port, unknown(samples + index)));
  for (const index of times(samples)) {
    // Alternates which comes first.
    if (index % 2) await askKnown();
    await askUnknown(index);
    if (index % 2 === 0) await askKnown();
  }
  const [knownMillis, unknownMillis] = [ofKnown, ofUnknown].map((answers) => answers.map(({ millis }) => millis));
  const p = mannWhitneyP(knownMillis ?? [], unknownMillis ?? []);
  const gap = Math.abs(median(knownMillis ?? []) - median(unknownMillis ?? []));
  const shapes = new Set([...ofKnown, ...ofUnknown].map(shapeOf)).size;
  return [
    { what: `${name}, median`, value: median(knownMillis ?? []), unit: "ms" },
    { what: `${name}, gap of medians`, value: gap, unit: "ms", target: atMost(largestGapMillis, gap) },
    {
      what: `${name}, Mann–Whitney p`,
      value: p,
      unit: "",
      target: { words: `above ${smallestP}`, met: p > smallestP },
    },
    { what: `${name}, shapes of answers`, value: shapes, unit: "", target: exactly(1, shapes) },
  ];
}

/** What a client can compare: status, header names, location, length. */
function shapeOf(answer: Answer): string {
  const { status, headers } = answer;
  return [status, Object.keys(headers).sort(), headers.location, answer.text().length].join(" ");
}
