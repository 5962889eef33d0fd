import type { Route } from "./+types/files.route";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { brandAction, brandLoader, withDesk } from "./brands-page.server.ts";
import { FilesScreen } from "./files.screen.tsx";
import { filesView, returnFolder, returnWording } from "./files.server.ts";

export const loader = brandLoader(filesView);

export const action = brandAction({ wording: withDesk(returnWording), folder: withDesk(returnFolder) });

export default function FilesRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused;
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) => <FilesScreen page={page} refused={refused} />}
    </BrandsRoutePage>
  );
}
