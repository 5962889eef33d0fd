import type { Route } from "./+types/screen.route";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { brandAction, brandLoader } from "./brands-page.server.ts";
import { ChangedScreen } from "./screen.screen.tsx";
import { screenView } from "./screen.server.ts";

export const loader = brandLoader(screenView);

export const action = brandAction({});

export default function ScreenRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <BrandsRoutePage data={loaderData} refused={actionData?.refused}>
      {(page) => <ChangedScreen page={page} />}
    </BrandsRoutePage>
  );
}
