import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PortalEvent } from "@vestibule/contract/internal/event.schema.ts";
import { Webhook } from "standardwebhooks";
import { loopbackServer } from "../../test/loopback-server.ts";
import { sampleBrandId } from "../../test/sample-brand.ts";
import { temporaryFolder } from "../portal.ts";

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** Starts a receiver that checks each signature and its age, as the library of Standard Webhooks does. */
export async function startWebhookReceiver() {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const verifier = new Webhook(secret);
  /** What was accepted, in the order of arrival. */
  const accepted: { id: string; body: string }[] = [];
  let refusedSignatures = 0;
  let isAway = false;
  let failEvery = Number.POSITIVE_INFINITY;
  let count = 0;
  const server = await loopbackServer(({ headers, body }, response) => {
    count += 1;
    if (isAway || count % failEvery === 0) return response.writeHead(503).end();
    try {
      verifier.verify(body, headers as Record<string, string>);
    } catch {
      refusedSignatures += 1;
      return response.writeHead(401).end();
    }
    accepted.push({ id: String(headers["webhook-id"]), body });
    return response.writeHead(204).end();
  });
  const file = join(temporaryFolder(), "webhooks.json");
  const webhook = { brand: sampleBrandId, url: `${server.origin}/events`, events: "all", allowPrivateAddress: true };
  writeFileSync(file, JSON.stringify({ crm: webhook }));
  return {
    settings: { WEBHOOKS_FILE: file, WEBHOOK_SECRETS: `crm=${secret}` },
    accepted,
    countRefusedSignatures: () => refusedSignatures,
    setAway: (away: boolean) => {
      isAway = away;
    },
    /** Answers 503 to every nth request. */
    failEvery: (nth: number) => {
      failEvery = nth;
    },
    close: server.close,
  };
}

/** Compares what arrived with the events of the feed. Returns violations, one sentence each. */
export function findWrongDeliveries({ accepted }: WebhookReceiver, happened: readonly PortalEvent[]): string[] {
  const first = new Map<string, { at: number; body: string }>();
  const changed = new Set<string>();
  accepted.forEach(({ id, body }, at) => {
    const before = first.get(id);
    if (before === undefined) first.set(id, { at, body });
    else if (before.body !== body) changed.add(id);
  });
  const known = new Set(happened.map(({ id }) => id));
  const unknown = [...first.keys()].filter((id) => !known.has(id));
  const lastOf = new Map<string, number>();
  let outOfOrder = 0;
  for (const { id, accountId } of happened) {
    const at = first.get(id)?.at;
    if (at === undefined || accountId === undefined) continue;
    if (at < (lastOf.get(accountId) ?? -1)) outOfOrder += 1;
    lastOf.set(accountId, at);
  }
  console.log(`  ${first.size} events arrived, ${accepted.length - first.size} of them again with the same id`);
  return [
    ...(outOfOrder === 0 ? [] : [`${outOfOrder} events of an account arrived before an earlier one`]),
    ...(unknown.length === 0 ? [] : [`${unknown.length} events arrived that the feed does not have`]),
    ...(changed.size === 0 ? [] : [`${changed.size} events arrived again with another body`]),
  ];
}

export function countLost({ accepted }: WebhookReceiver, happened: readonly PortalEvent[]): number {
  const ids = new Set(accepted.map(({ id }) => id));
  return happened.filter(({ id }) => !ids.has(id)).length;
}
