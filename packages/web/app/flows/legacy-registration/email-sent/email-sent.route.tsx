import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/email-sent.route";
import { EmailSentScreen } from "./email-sent.screen.tsx";

export { loader } from "./email-sent.journey.server.ts";

export const handle: ScreenHandle = { isOfLink: true };

export default function EmailSentRoute({ loaderData }: Route.ComponentProps) {
  return <EmailSentScreen data={loaderData} />;
}
