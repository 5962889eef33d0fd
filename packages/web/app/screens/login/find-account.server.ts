import type { RoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { PortalVisit } from "../../visit/visit.ts";

export type FoundAccount =
  | { kind: "found" }
  | { kind: "wait"; seconds: number }
  | { kind: "roadblock"; roadblock: RoadblockId };

const lateAfterMilliseconds = 10_000;

/** Asks the API to find an account before sign-in. The answer is alike for known and unknown addresses. */
export async function findAccount(visit: PortalVisit, email: string): Promise<FoundAccount> {
  const answer = await ask(visit, email).catch(() => undefined);
  if (answer === undefined) return { kind: "roadblock", roadblock: "technical" };
  const { status } = answer;
  if (status === 429) return { kind: "wait", seconds: Number(answer.headers.get("retry-after")) || 60 };
  if (status === 503 || status === 530) return { kind: "roadblock", roadblock: "maintenance" };
  // Whoever it is, whatever is known of them: the gateway alone judges the sign-in.
  if (answer.ok || status === 404 || status === 400 || status === 409) return { kind: "found" };
  return { kind: "roadblock", roadblock: "technical" };
}

function ask(visit: PortalVisit, email: string): Promise<Response> {
  return visit.api.fetch(new URL("/api/v1/accounts/find", visit.api.baseUrl), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
    signal: AbortSignal.timeout(lateAfterMilliseconds),
  });
}
