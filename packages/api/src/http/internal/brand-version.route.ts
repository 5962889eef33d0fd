import type { OpenAPIHono } from "@hono/zod-openapi";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { teamRoles } from "@vestibule/catalogue/team.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import {
  type BrandFiles,
  brandVersionEndpoints,
  folderVersion,
  publishedBrandEndpoints,
} from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { findExperiment, listRunningExperiments, readShownVersions } from "../../brands/brand-experiment.store.ts";
import {
  listLoadFailures,
  listVersions,
  publishedVersion,
  readPublications,
  readVersionFiles,
} from "../../brands/brand-version.store.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { approveDraft } from "../../flows/team/approve-draft.ts";
import { cancelPublication } from "../../flows/team/cancel-publication.ts";
import { stopExperiment } from "../../flows/team/end-experiment.ts";
import { publishVersion } from "../../flows/team/publish-version.ts";
import { recordScreenView } from "../../flows/team/record-screen-view.ts";
import { saveDraft } from "../../flows/team/save-draft.ts";
import { startExperiment } from "../../flows/team/start-experiment.ts";
import { compareStuck } from "../../statistics/compare-experiment.ts";
import { addEndpoint, authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse } from "../error-response.ts";
import { readTeamCall } from "./team-call.rule.ts";

/** Versions of brands, for the digital team and for the servers that follow what is published. */
export function addBrandVersionRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: ApiDeps): void {
  const { database } = deps;
  const addTeamEndpoint = authorizedEndpoints(routes, (context) => readTeamCall(deps, context, ...teamRoles));
  const addEditEndpoint = authorizedEndpoints(routes, (context) => readTeamCall(deps, context, "edit"));
  const addPublishEndpoint = authorizedEndpoints(routes, (context) => readTeamCall(deps, context, "publish"));
  /** A brand by its id alone: versions are not kept under aliases. */
  const findBrand = (id: string): Brand | undefined => deps.brands.brands.find((brand) => brand.id === id);

  addTeamEndpoint(brandVersionEndpoints.brands, async ({ caller: { memberId }, respond }) => {
    const publications = await readPublications(database);
    const failures = await listLoadFailures(database);
    const experiments = await listRunningExperiments(database);
    const notLoadedOf = (brand: string, published: number) =>
      failures
        .filter((failure) => failure.brand === brand && failure.number === published)
        .map(({ server, shown, failedAt }) => ({ server, shown, failedAt: failedAt.toISOString() }));
    const brands = deps.brands.brands.map(async ({ id, name, editing, defaults }) => {
      const published = publishedVersion(publications, id);
      const versions = await listVersions(database, { brand: id, published, memberId });
      const { timeZone } = provinces[defaults.province];
      const running = experiments.find(({ brand }) => brand === id);
      return {
        id,
        name,
        timeZone,
        isEditable: editing === "team",
        published,
        versions,
        notLoaded: notLoadedOf(id, published),
        ...(running && { experiment: { tried: running.tried, share: running.share } }),
      };
    });
    return respond(200, { brands: await Promise.all(brands) });
  });
  addTeamEndpoint(brandVersionEndpoints.files, async ({ params, respond }) => {
    const files = await filesOf(deps, params);
    return files === undefined ? accountErrorResponse("notFound") : respond(200, { files });
  });
  addEditEndpoint(brandVersionEndpoints.save, async ({ params, body, caller: { memberId }, respond }) => {
    const brand = findBrand(params.brand);
    if (brand === undefined) return accountErrorResponse("notFound");
    const result = await saveDraft(deps, { brand, ...body, memberId });
    if (result.kind === "saved") return respond(201, { number: result.number });
    if (result.kind === "invalid") return accountErrorResponse("invalidRequest", { fields: result.reasons });
    return versionRefused(result.field);
  });
  addPublishEndpoint(brandVersionEndpoints.approve, async ({ params, caller: { memberId }, respond }) => {
    const brand = findBrand(params.brand);
    if (brand === undefined) return accountErrorResponse("notFound");
    const result = await approveDraft(deps, { brand: brand.id, number: Number(params.number), memberId });
    if (result.kind === "approved") return respond(204);
    if (result.kind === "notFound") return accountErrorResponse("notFound");
    return versionRefused(result.field);
  });
  addPublishEndpoint(brandVersionEndpoints.view, async ({ params, body, caller: { memberId }, respond }) => {
    const { brand, number } = params;
    const result = await recordScreenView(deps, { brand, number: Number(number), screen: body.screen, memberId });
    return result.kind === "recorded" ? respond(204) : accountErrorResponse("notFound");
  });
  addPublishEndpoint(brandVersionEndpoints.publish, async ({ params, body, caller: { memberId }, respond }) => {
    const brand = findBrand(params.brand);
    if (brand === undefined) return accountErrorResponse("notFound");
    const at = body.at === undefined ? undefined : new Date(body.at);
    const result = await publishVersion(deps, { brand, number: body.number, at, memberId });
    if (result.kind === "published") return respond(204);
    if (result.kind === "notFound") return accountErrorResponse("notFound");
    return versionRefused(result.field);
  });
  addPublishEndpoint(brandVersionEndpoints.cancel, async ({ params, caller: { memberId }, respond }) => {
    const result = await cancelPublication(deps, { brandId: params.brand, memberId });
    return result.kind === "cancelled" ? respond(204) : accountErrorResponse("notFound");
  });

  addTeamEndpoint(brandVersionEndpoints.experiment, async ({ params, respond }) => {
    const experiment = await findExperiment(database, params.brand);
    if (experiment === undefined) return accountErrorResponse("notFound");
    const { published, tried, share, startedBy, startedAt, endedAt, endReason, counts, comparedAt } = experiment;
    return respond(200, {
      ...{ published, tried, share, startedBy, counts, verdict: compareStuck(counts) },
      comparedAt: comparedAt.toISOString(),
      startedAt: startedAt.toISOString(),
      ...(endedAt && { endedAt: endedAt.toISOString() }),
      ...(endReason && { endReason }),
    });
  });
  addPublishEndpoint(brandVersionEndpoints.startExperiment, async ({ params, body, caller: { memberId }, respond }) => {
    const brand = findBrand(params.brand);
    if (brand === undefined) return accountErrorResponse("notFound");
    const result = await startExperiment(deps, { brand, ...body, memberId });
    if (result.kind === "started") return respond(204);
    if (result.kind === "notFound") return accountErrorResponse("notFound");
    return versionRefused(result.field);
  });
  addPublishEndpoint(brandVersionEndpoints.stopExperiment, async ({ params, caller: { memberId }, respond }) => {
    const result = await stopExperiment(deps, { brandId: params.brand, memberId });
    return result.kind === "stopped" ? respond(204) : accountErrorResponse("notFound");
  });

  addEndpoint(routes, publishedBrandEndpoints.publications, async ({ respond }) =>
    respond(200, { publications: await readShownVersions(database) }),
  );
  addEndpoint(routes, publishedBrandEndpoints.publishedFiles, async ({ params, respond }) => {
    const files = await filesOf(deps, params);
    return files === undefined ? accountErrorResponse("notFound") : respond(200, { files });
  });
}

const versionRefused = (field: string) => accountErrorResponse("versionRefused", { fields: { [field]: "refused" } });

function filesOf(
  { database, brandFiles }: Pick<ApiDeps, "database" | "brandFiles">,
  { brand, number }: { brand: string; number: string },
): Promise<BrandFiles | undefined> {
  return Number(number) === folderVersion
    ? brandFiles.readFolder(brand)
    : readVersionFiles(database, { brand, number: Number(number) });
}
