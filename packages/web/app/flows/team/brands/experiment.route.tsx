import type { Route } from "./+types/experiment.route";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { brandAction, brandLoader } from "./brands-page.server.ts";
import { ExperimentScreen } from "./experiment.screen.tsx";
import { experimentView, startExperiment, stopExperiment } from "./experiment.server.ts";

export const loader = brandLoader(experimentView);

export const action = brandAction({ start: startExperiment, stop: stopExperiment });

export default function ExperimentRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused;
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) => <ExperimentScreen page={page} refused={refused} />}
    </BrandsRoutePage>
  );
}
