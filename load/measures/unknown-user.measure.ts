import { setTimeout as pause } from "node:timers/promises";
import { smtpStub } from "@vestibule/api/messages/test/smtp-stub.ts";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { times } from "../generator.ts";
import { callApi, type HttpResponse } from "../http.ts";
import { personOf } from "../people.ts";
import { nextHolderOf, Registrant, requestReset, signIn, wrongPassword } from "../person.ts";
import { type Portal, startPortal } from "../portal.ts";
import { startProductPostgres } from "../postgres.ts";
import { above, atMost, exactly, type MeasureResult, type Metric, metric } from "./metric.ts";
import { mannWhitneyP, median } from "./statistics.rule.ts";

const samples = 500;
const warmUp = 40;
/**
 * A comparison fails by chance once in a hundred runs at this p, so it is repeated once; a real difference fails both.
 */
const minimumP = 0.01;
const attempts = 2;
/** Holders that one comparison needs. */
const holders = attempts * (samples + warmUp / 2);
const maximumDifferenceMillis = 5;
const smtpMillis = 3000;

const { find, bounce } = accountEndpoints;
const { reset, sendAgain, temporary, validate, extend, password } = recoveryEndpoints;
const wrongToken = "x".repeat(43);
const newPassword = "Ruisseau-88-bleu?";

/** Sends an e-mail that may be unknown. */
type Send = (port: number, email: string) => Promise<HttpResponse>;
type Endpoint = { method: string; path: string };
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Calls an endpoint with the id that an earlier call returned for an e-mail; the earlier call is not timed. */
const after =
  (earlier: Endpoint, { method, path }: Endpoint, bodyWith: (id: string) => object): Send =>
  async (port, email) => {
    const { id } = JSON.parse((await callApi(port, earlier, { body: { email } })).text());
    const endpoint = { method, path: path.replace(/\{\w+\}/, encodeURIComponent(id)) };
    return callApi(port, endpoint, { body: bodyWith(id) });
  };

/** What accepts an e-mail before the person has proven their identity; `measureForgot` covers the reset itself. */
const endpoints: Record<string, Send> = {
  "POST /pkmslogin.form": (port, username) => signIn(port, username, { typed: wrongPassword }),
  [nameOf(find)]: (port, email) => callApi(port, find, { body: { email } }),
  [nameOf(bounce)]: after(find, bounce, () => ({ email: "someone@courrier.example" })),
  [nameOf(sendAgain)]: after(find, sendAgain, () => ({ mediumType: "EMAIL", notificationType: "RESET_PSW" })),
  [nameOf(temporary)]: after(find, temporary, () => ({ tempPassword: wrongPassword })),
  [`${nameOf(password)} with a temporary password`]: after(find, password, () => ({
    password: newPassword,
    tempPassword: wrongPassword,
  })),
  [nameOf(helpEndpoints.supportReference)]: after(find, helpEndpoints.supportReference, (id) => ({ handle: id })),
  [nameOf(validate)]: after(reset, validate, () => ({ validationValue: "000000" })),
  [nameOf(extend)]: after(reset, extend, () => ({ token: wrongToken })),
  [nameOf(password)]: after(reset, password, () => ({
    password: newPassword,
    token: wrongToken,
    postalCode: "H2X 1Y4",
  })),
};

/** checks that neither responses nor their latencies reveal which e-mails have an account. */
export async function measureUnknownUsers(portal: Portal): Promise<MeasureResult> {
  const metrics: Metric[] = [];
  for (const [name, send] of Object.entries(endpoints)) metrics.push(...(await compare(portal, name, send)));
  // The two calls before it are not timed, and both people are in the book.
  const identify: Send = async (port, email) => {
    const registrant = new Registrant({ ...portal, nextPort: () => port }, 0);
    await registrant.toIdentification();
    return registrant.call("identify", { body: { email } });
  };
  const visitor = () => personOf("visitor", portal.nextVisitor()).email;
  metrics.push(...(await compare(portal, "POST /api/v2/registration/identify", identify, visitor)));
  return { title: `A-094 Known and unknown emails, ${samples} of each, alternating`, metrics };
}

/** compares a forgotten password while the mail server takes three seconds a message. */
export async function measureForgot(): Promise<MeasureResult> {
  await using opened = new AsyncDisposableStack();
  const onRcptTo = (_recipient: unknown, _session: unknown, done: () => void) => void pause(smtpMillis).then(done);
  const mail = opened.adopt(await smtpStub(undefined, { onRcptTo }), (server) => server.close());
  const { url } = opened.use(await startProductPostgres());
  const settings = () => ({ SMTP_URL: mail.url });
  const portal = opened.use(await startPortal({ postgresUrl: url, people: { visitor: 1, holder: holders }, settings }));
  const metrics = await compare(portal, nameOf(reset), requestReset);
  // Without a sent e-mail the measurement shows nothing.
  const sent = Math.min(1, mail.received.length);
  return {
    title: `A-130 Forgotten password for known and unknown emails, ${samples} of each, alternating, SMTP delayed by ${smtpMillis / 1000} s`,
    metrics: [...metrics, metric("emails sent during the run, counted up to 1", sent, "", { target: exactly(1) })],
  };
}

async function compare(portal: Portal, name: string, send: Send, withoutAccount?: () => string): Promise<Metric[]> {
  for (let attempt = 1; ; attempt += 1) {
    const metrics = await compareOnce(portal, name, send, withoutAccount);
    const isMet = metrics.every(({ target }) => target?.met !== false);
    if (isMet || attempt === attempts) return metrics;
  }
}

/** `withoutAccount` returns an e-mail without an account; by default one that is in no row of the database. */
async function compareOnce(portal: Portal, name: string, send: Send, withoutAccount?: () => string) {
  const [{ port }] = portal.servers;
  let serial = 0;
  const unknown = withoutAccount ?? (() => `unknown${serial++}@courrier.example`);
  const sendKnown = () => send(port, nextHolderOf(portal));
  const sendUnknown = () => send(port, unknown());
  for (const nth of times(warmUp)) await (nth % 2 ? sendKnown() : sendUnknown());
  const known: HttpResponse[] = [];
  const others: HttpResponse[] = [];
  for (const nth of times(samples)) {
    // Alternates which of the two is sent first.
    if (nth % 2) known.push(await sendKnown());
    others.push(await sendUnknown());
    if (nth % 2 === 0) known.push(await sendKnown());
  }
  const [knownMillis, otherMillis] = [known, others].map((responses) => responses.map(({ millis }) => millis)) as [
    number[],
    number[],
  ];
  const difference = Math.abs(median(knownMillis) - median(otherMillis));
  const shapes = new Set([...known, ...others].map(shapeOf)).size;
  return [
    metric(`${name}, median latency`, median(knownMillis), "ms"),
    metric(`${name}, difference of medians`, difference, "ms", { target: atMost(maximumDifferenceMillis) }),
    metric(`${name}, Mann–Whitney p`, mannWhitneyP(knownMillis, otherMillis), "", { target: above(minimumP) }),
    metric(`${name}, distinct response shapes`, shapes, "", { target: exactly(1) }),
  ];
}

/** What a client can compare: status, header names, location, length. */
function shapeOf({ status, headers, text }: HttpResponse): string {
  return [status, Object.keys(headers).sort(), headers.location, text().length].join(" ");
}
