import type { Route } from "./+types/create.route";
import { CreateScreen } from "./create.screen.tsx";

export { action, loader } from "./create.journey.server.ts";

export default function CreateRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <CreateScreen data={loaderData} refusal={actionData} />;
}
