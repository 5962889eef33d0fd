import type { Route } from "./+types/welcome-back.route";
import { WelcomeBackScreen } from "./welcome-back.screen.tsx";

export { action, loader } from "./welcome-back.journey.server.ts";

export default function WelcomeBackRoute({ loaderData }: Route.ComponentProps) {
  return <WelcomeBackScreen data={loaderData} />;
}
