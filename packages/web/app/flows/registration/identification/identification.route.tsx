import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { Route } from "./+types/identification.route";
import { IdentificationScreen } from "./identification.screen.tsx";

export { action, loader } from "./identification.journey.server.ts";

/** A refused form may have used an attempt: the page shows how many are left. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 400 || defaultShouldRevalidate;
}

export default function IdentificationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <IdentificationScreen data={loaderData} refusal={actionData} />;
}
