import type { Route } from "./+types/verify.route";
import { VerifyScreen } from "./verify.screen.tsx";

export { action, loader } from "./verify.journey.server.ts";

export default function VerifyRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <VerifyScreen data={loaderData} refusal={actionData} />;
}
