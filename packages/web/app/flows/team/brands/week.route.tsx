import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/week.route";
import { BrandScreen } from "./brand.screen.tsx";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { draftAction, draftLoader } from "./draft.server.ts";
import { WeekScreen } from "./hours.screen.tsx";
import { weekFormView } from "./hours.server.ts";

export const loader = draftLoader("week", weekFormView);

export const action = draftAction("week");

export const handle: ScreenHandle = { isHelp: true };

export default function WeekRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { refused, looked } = actionData ?? {};
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) =>
        page.kind === "brand" ? (
          <BrandScreen page={page} refused={refused} />
        ) : (
          <WeekScreen page={page} refused={refused} looked={looked} />
        )
      }
    </BrandsRoutePage>
  );
}
