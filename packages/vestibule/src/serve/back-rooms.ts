import type { Clock } from "@vestibule/api/platform/clock.port.ts";
import type { Context, MiddlewareHandler } from "hono";
import type { Room } from "./room.ts";
import type { EntranceEnv, RequestFacts } from "./visit-facts.ts";

export interface GatewayRooms {
  room: Room;
  guard: MiddlewareHandler<EntranceEnv>;
  /** Whether this client may sign in now; absent where another host decides that. */
  hasRoomForSignIn?: (c: Context<EntranceEnv>, client: Pick<RequestFacts, "origin" | "clientIp">) => boolean;
}

/** What stands behind the pages: in this process, or on another host. Until it is open, its rooms ask to come again. */
export interface BackRooms {
  api: Room;
  gateway: GatewayRooms;
  demo: Room | undefined;
  clock: Clock;
  /** Rejects while it cannot serve. */
  ask(): Promise<unknown>;
  /** Resolves once it can serve. Rejects when it never will. */
  open(): Promise<void>;
  stop(): Promise<void>;
}
