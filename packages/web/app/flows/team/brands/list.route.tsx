import type { Route } from "./+types/list.route";
import { BrandListScreen } from "./brand.screen.tsx";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { brandAction, brandsLoader } from "./brands-page.server.ts";
import { brandListView } from "./list.server.ts";

export const loader = brandsLoader(async (requestContext, _session, brands) => brandListView(requestContext, brands));

export const action = brandAction({});

export default function BrandListRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused;
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) => <BrandListScreen page={page} />}
    </BrandsRoutePage>
  );
}
