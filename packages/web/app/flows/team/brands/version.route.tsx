import type { Route } from "./+types/version.route";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { brandAction, brandLoader } from "./brands-page.server.ts";
import { approveVersion, cancelPublication, planPublication, publishVersion } from "./publish.server.ts";
import { VersionScreen } from "./version.screen.tsx";
import { versionView } from "./version.server.ts";

export const loader = brandLoader(versionView);

export const action = brandAction({
  approve: approveVersion,
  publish: publishVersion,
  plan: planPublication,
  cancel: cancelPublication,
});

export default function VersionRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused;
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) => <VersionScreen page={page} refused={refused} />}
    </BrandsRoutePage>
  );
}
