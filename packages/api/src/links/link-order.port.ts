import type { AgentLink } from "@vestibule/catalogue/support.table.ts";
import type { LinkOrderBody } from "@vestibule/contract/v1/link.schema.ts";
import type { RetryLater } from "../limits/retry-later.rule.ts";
import type { LinkRequest } from "../link-requests/link-request.store.ts";
import type { IssueRefusal } from "./issue-refusal.table.ts";

export interface LinkOrder extends LinkOrderBody {
  /** `service`, `operator:<name>` or `agent:<id>`. */
  actor: string;
  /** Key of the person on the policy, when already known. */
  personKey?: string;
  /** Withheld when the insurer's own letter contains the link. */
  message: "sent" | "withheld";
}

/** An agent's order, for the person behind a support reference. */
export interface DeskLinkOrder extends LinkOrder {
  action: AgentLink;
  personKey: string;
  /** Support reference of the order and its journey. */
  reference: string;
  journeyId?: string | undefined;
}

export type DeskLinkResult =
  | { kind: "issued" }
  /** The e-mail is not on file: a second agent must approve it, and it waits a day. */
  | { kind: "requested"; request: LinkRequest }
  | { kind: "alreadyRequested" }
  | RetryLater
  | { kind: "refused"; refusal: IssueRefusal };
