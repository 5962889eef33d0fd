import type { Route } from "./+types/brand.route";
import { BrandScreen } from "./brand.screen.tsx";
import { brandView } from "./brand.server.ts";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { brandAction, brandLoader } from "./brands-page.server.ts";
import { returnToFolder } from "./publish.server.ts";

export const loader = brandLoader(brandView);

export const action = brandAction({ folder: returnToFolder });

export default function BrandRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused;
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) => <BrandScreen page={page} refused={refused} />}
    </BrandsRoutePage>
  );
}
