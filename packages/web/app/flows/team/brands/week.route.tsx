import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/week.route";
import { BrandScreen } from "./brand.screen.tsx";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { editLoader } from "./brands-page.server.ts";
import { draftAction } from "./draft.server.ts";
import { WeekScreen } from "./hours.screen.tsx";
import { changedWeek, weekField, weekFormView } from "./hours.server.ts";

export const loader = editLoader(weekFormView);

export const action = draftAction({ change: changedWeek, fieldAt: weekField });

export const handle: ScreenHandle = { isHelp: true };

export default function WeekRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused;
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) =>
        page.kind === "brand" ? (
          <BrandScreen page={page} refused={refused} />
        ) : (
          <WeekScreen page={page} refused={refused} />
        )
      }
    </BrandsRoutePage>
  );
}
