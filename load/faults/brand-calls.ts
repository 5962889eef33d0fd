import { setTimeout as pause } from "node:timers/promises";
import { insertVersion, newestVersion, saveApproval } from "@vestibule/api/brands/brand-version.store.ts";
import { agentSessionEndpoints } from "@vestibule/contract/internal/agent-session.endpoint.ts";
import { brandVersionEndpoints } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { brandFolders } from "@vestibule/vestibule/brands/brand-files.adapter.ts";
import { demoStaff } from "@vestibule/vestibule/serve/agent-secrets.rule.ts";
import { sampleBrands } from "../../test/book-file.ts";
import { sampleBrandId } from "../../test/sample-brand.ts";
import { drillServiceCredential } from "./drill-portal.ts";
import {
  caller,
  clientOf,
  dataOf,
  type KillContext,
  type KilledCall,
  type KillPoint,
  portalOrigin,
  sendTo,
  statusOf,
  violationUnless,
} from "./kill-point.ts";

/** The call that publishes a version of a brand, which both servers follow. */
export const brandCalls: readonly KillPoint[] = [{ id: "publish-brand", prepare: preparePublication }];

const memberId = "team-publish";
const titleOf = (number: number) => `Published version ${number}`;
/** Servers read what is published every two seconds. */
const secondsToFollow = 15;

async function preparePublication(context: KillContext): Promise<KilledCall> {
  const { target, portal } = context;
  const { database } = target;
  const newest = await newestVersion(database, sampleBrandId);
  const before = newest?.number ?? 0;
  const number = before + 1;
  const files = newest?.files ?? (await brandFolders(sampleBrands).readFolder(sampleBrandId)) ?? {};
  const wording = JSON.stringify({ en: { "login:title": titleOf(number) }, fr: { "login:title": titleOf(number) } });
  const version = { brand: sampleBrandId, number };
  await database.transaction().execute(async (transaction) => {
    const draft = { basedOn: before, files: { ...files, "wording.json": wording }, reason: "A drill", author: "ana" };
    await insertVersion(transaction, { ...version, ...draft });
    await saveApproval(transaction, { ...version, approvedBy: memberId });
  });
  // Both servers are up again, so the one that was killed shows what was published while it was down.
  const stale =
    before === 0
      ? []
      : await findStale(
          portal.servers.map(({ port }) => port),
          titleOf(before),
        );

  const service = { ...caller, serviceCredential: drillServiceCredential };
  const { secret = "" } =
    demoStaff({ mode: "demo", agents: {}, agentOpenId: undefined, serviceCredentials: [drillServiceCredential] })[
      memberId
    ] ?? {};
  const session = dataOf(await clientOf(context, agentSessionEndpoints).signIn(service, { agentId: memberId, secret }));
  const member = { ...service, agent: { session: session.token } };
  const team = clientOf(context, brandVersionEndpoints);
  return {
    send: async () => statusOf(await team.publish(member, sampleBrandId, { number })),
    repeatStatuses: [204],
    finish: async () => {
      const countOf = async (rows: Promise<{ count: string }[]>) => Number((await rows)[0]?.count);
      const publications = await countOf(
        database
          .selectFrom("brand_publication")
          .select((query) => query.fn.countAll<string>().as("count"))
          .where("number", "=", number)
          .execute(),
      );
      const events = await countOf(
        database
          .selectFrom("audit_event")
          .select((query) => query.fn.countAll<string>().as("count"))
          .where("event", "=", "brand.published")
          .where((query) => query(query.ref("facts", "->>").key("number"), "=", String(number)))
          .execute(),
      );
      return [
        ...stale,
        ...violationUnless(publications > 0, "the version was not published"),
        ...violationUnless(events === publications, `${publications} publications have ${events} events`),
        ...(await findStale([target.nextPort()], titleOf(number))),
      ];
    },
  };
}

/** The servers that do not show a title in time. */
async function findStale(ports: readonly number[], title: string): Promise<string[]> {
  const found = await Promise.all(
    ports.map(async (port) => {
      for (const until = performance.now() + secondsToFollow * 1000; performance.now() < until; await pause(250)) {
        const url = `${portalOrigin}/?brand=${sampleBrandId}&province=on&language=en`;
        const page = await sendTo(port, new Request(url)).then(
          (response) => response.text(),
          () => "",
        );
        if (page.includes(title)) return true;
      }
      return false;
    }),
  );
  return found.every(Boolean) ? [] : [`a server does not show “${title}”`];
}
