import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { Db } from "../../platform/database.table.ts";
import type { Log } from "../../platform/log.port.ts";
import { type JobEnding, leaseSeconds, type MessageJobs } from "./message-jobs.adapter.ts";
import type { Delivery, MessageProviders } from "./message-provider.port.ts";
import {
  claimNotification,
  emptyFacts,
  type QueuedNotification,
  type Settlement,
  settleNotification,
} from "./notification.store.ts";
import { renderMessage } from "./render.message.ts";

export interface WorkerParts {
  database: Db;
  brands: BrandBook;
  jobs: MessageJobs;
  providers: MessageProviders;
  log: Log;
  mode: "demo" | "production";
}

export interface Worker {
  /** Takes no new message and waits for those in hand. The queue itself is closed by who opened it. */
  stop(): Promise<void>;
}

/** Sends queued messages until they are accepted, refused or expired. Any number of servers may run one. */
export async function startWorker(parts: WorkerParts): Promise<Worker> {
  return parts.jobs.work(async (messageId) => {
    try {
      return await sendMessage(parts, messageId);
    } catch (fault) {
      // The database was away, or a template is at fault; the claim lapses and another try follows.
      parts.log.error("message.fault", { messageId, reason: fault instanceof Error ? fault.name : "unknown" });
      return "again";
    }
  });
}

/** One try at one message. */
export async function sendMessage(parts: WorkerParts, messageId: string): Promise<JobEnding> {
  const { database, log, mode } = parts;
  const claim = await claimNotification(database, { id: messageId, leaseSeconds });
  if (claim.kind === "busy") return "again";
  if (claim.kind === "settled") return "done";
  if (claim.kind === "expired") {
    if (mode === "production") await emptyFacts(database, messageId);
    log.error("message.expired", { messageId, attempts: claim.attempts });
    return "done";
  }
  const { message } = claim;
  const settlement = await deliver(parts, message);
  await untilWritten(() => settleNotification(database, { id: messageId, settlement }));
  report(log, message, settlement);
  if (settlement.kind === "later") return "again";
  if (mode === "production") await emptyFacts(database, messageId);
  return "done";
}

async function deliver(parts: WorkerParts, message: QueuedNotification): Promise<Delivery> {
  const brand = parts.brands.byId(message.brandId);
  // A server that does not carry the brand (yet, or any more) leaves the message to one that does.
  if (!brand) return { kind: "later", fault: "brand unknown" };
  const { subject, text, html } = await renderMessage(message, { brand, mode: parts.mode });
  return parts.providers[message.channel].deliver({
    id: message.id,
    brandId: message.brandId,
    language: message.language,
    channel: message.channel,
    to: message.recipient,
    from: { name: brand.mailFrom.name[message.language], address: brand.mailFrom.address },
    subject,
    text,
    html,
  });
}

/** A yes that is not written down would be asked for again: a database that blinks is given a few more chances. */
async function untilWritten(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (fault) {
      if (attempt === 5) throw fault;
      await new Promise((resolve) => setTimeout(resolve, 200 * attempt));
    }
  }
}

function report(log: Log, message: QueuedNotification, settlement: Settlement): void {
  const { id: messageId, notification, channel, brandId, attempts } = message;
  const facts = { messageId, notification, channel, brandId, attempts };
  if (settlement.kind === "accepted") {
    log.info("message.accepted", facts);
    return;
  }
  // The log takes single words: "smtp 451" would be withheld.
  const reason = settlement.fault.replaceAll(" ", "-");
  if (settlement.kind === "later") log.warn("message.delayed", { ...facts, reason });
  else log.error("message.refused", { ...facts, reason });
}
