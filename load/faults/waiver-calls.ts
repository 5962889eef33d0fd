import { sql } from "kysely";
import { nextHolderOf } from "../person.ts";
import { type Portal, serviceCredential } from "../portal.ts";
import type { Effect, KillPoint } from "./kill-point.ts";
import { accountOf, caller, dataOf } from "./open-account.ts";

/** Calls of two agents who waive the second proof of a person, at brands that ask for one. */
export const waiverCalls: readonly KillPoint[] = [
  {
    id: "request-waiver",
    settings: { SECOND_FACTOR: "newBrowser" },
    prepare: async (portal) => {
      const opened = await openCase(portal);
      return {
        send: () => opened.clients.support.waive(opened.agent("first"), opened.reference),
        // A committed request is there already.
        statuses: [202, 409],
        effect: () => readRequest(opened, "requested"),
      };
    },
  },
  {
    id: "approve-waiver",
    settings: { SECOND_FACTOR: "newBrowser" },
    prepare: async (portal) => {
      const opened = await openCase(portal);
      const { clients, agent, reference } = opened;
      const { request } = dataOf(await clients.support.waive(agent("first"), reference));
      return {
        send: () => clients.support.approve(agent("second"), request?.id ?? ""),
        // A committed approval has been given already.
        statuses: [200, 409],
        effect: async () => ({
          ...(await readRequest(opened, "approved")),
          approvals: await opened.countEvents("support.waiverApproved"),
        }),
      };
    },
  },
];

type OpenCase = Awaited<ReturnType<typeof openCase>>;

/** A person who has forgotten the password and reads a reference to an agent of the call centre. */
async function openCase(portal: Portal) {
  const account = await accountOf(portal, nextHolderOf(portal));
  const { clients } = account;
  const { id: handle } = dataOf(await clients.recovery.reset(caller, { email: account.email }));
  const { code: reference } = dataOf(await clients.help.supportReference(caller, { handle, page: "/two-factor" }));
  return {
    ...account,
    reference,
    // A killed call counts towards the limits of its agent, so each run has other agents.
    agent: (name: string) => ({
      ...caller,
      brandId: caller.apiKey,
      serviceCredential,
      agent: { id: `${name}-${account.id}` },
    }),
  };
}

/** Every contact that the request counts has one message. */
async function readRequest({ database, id, count, countEvents }: OpenCase, state: string): Promise<Effect> {
  const requests = await database
    .selectFrom("link_request")
    .select(["id", "state", "mails_sent as mails", "texts_sent as texts"])
    .where("account_id", "=", id)
    .execute();
  const [request] = requests;
  const ofRequest = sql`from notification where journey_id = ${request?.id ?? null}::uuid`;
  const messages = await count(sql`select ${ofRequest}`);
  const recipients = await count(sql`select distinct recipient ${ofRequest}`);
  const contacts = (request?.mails ?? 0) + (request?.texts ?? 0);
  return {
    requests: requests.length,
    [`the request is ${state}`]: request?.state === state,
    "a contact hears of the request": contacts > 0,
    [`${contacts} contacts have ${messages} messages`]: messages === contacts && recipients === contacts,
    "events support.waiverRequested": await countEvents("support.waiverRequested"),
  };
}
