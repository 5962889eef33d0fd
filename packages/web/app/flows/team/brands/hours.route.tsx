import type { Route } from "./+types/hours.route";
import { BrandScreen } from "./brand.screen.tsx";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { brandAction, editLoader } from "./brands-page.server.ts";
import { HoursScreen } from "./hours.screen.tsx";
import { hoursView } from "./hours.server.ts";

export const loader = editLoader(hoursView);

export const action = brandAction({});

export default function HoursRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused;
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) => (page.kind === "brand" ? <BrandScreen page={page} refused={refused} /> : <HoursScreen page={page} />)}
    </BrandsRoutePage>
  );
}
