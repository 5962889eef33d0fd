import { experimentShares } from "@vestibule/catalogue/team.table.ts";
import {
  type BrandExperiment,
  folderVersion,
  type TeamBrand,
} from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { redirect } from "react-router";
import { isRejected } from "../../../api/error-handling.rule.ts";
import { translate } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { brandChanges, isKeptByJourney } from "./brand-changes.rule.ts";
import { type BrandDesk, brandApi, formatMoment, readFiles } from "./brand-desk.server.ts";
import { refused, refuseFailedCall, type SentForm, withNumber } from "./brands-page.server.ts";
import type { ExperimentFacts, ExperimentView, TriedVersion, UnavailableView } from "./brands-view.ts";
import { titledScreens } from "./pictures.server.ts";
import { isTriable } from "./version.server.ts";

const experimentPath = (brandId: string) => `/team/brands/${brandId}/experiment`;

/** The running experiment of a brand or the last one, and the form that starts one with the version of the query. */
export async function experimentView(desk: BrandDesk): Promise<ExperimentView | UnavailableView> {
  const { requestContext, session, brand, head, canPublish, query } = desk;
  const read = await brandApi(requestContext, session).experiment(brand.id);
  if (read.kind !== "ok" && !isRejected(read, { status: 404 })) return { kind: "unavailable" };
  const experiment = read.kind === "ok" ? read.data : undefined;
  const isRunning = experiment !== undefined && experiment.endedAt === undefined;
  const version = brand.versions.find(({ number }) => String(number) === query.get("number"));
  const canTry = canPublish && !isRunning && version !== undefined && isTriable(version);
  const tried = canTry ? await triedVersion(desk, version) : undefined;
  if (canTry && tried === undefined) return { kind: "unavailable" };
  return {
    kind: "experiment",
    brand: head,
    experiment: experiment && experimentFacts(requestContext, brand, experiment),
    canStop: canPublish && isRunning,
    ...(tried && { tried }),
  };
}

/**
 * What an experiment with a version would show, compared with what people see; undefined where a version cannot be read.
 */
async function triedVersion(
  desk: BrandDesk,
  { number }: TeamBrand["versions"][number],
): Promise<TriedVersion | undefined> {
  const { requestContext, brand } = desk;
  const { screens } = requestContext;
  if (screens === undefined) return { number, canStart: true, shown: [], notShown: [] };
  const [before, after] = await Promise.all([readFiles(desk, brand.published), readFiles(desk, number)]);
  if (before.kind !== "ok" || after.kind !== "ok") return undefined;
  const places = brandChanges(before.data.files, after.data.files).map(({ place }) => place);
  const changed = await screens.find(places);
  const shown = await screens.findOfJourneys(places.filter(isKeptByJourney));
  const ofJourney = await Promise.all(changed.map((screen) => screens.isOfJourney(screen)));
  const notShown = changed.filter((screen, index) => !(ofJourney[index] || shown.includes(screen)));
  return {
    number,
    canStart: shown.length > 0,
    shown: await titledScreens(requestContext, shown),
    notShown: await titledScreens(requestContext, notShown),
  };
}

function experimentFacts(
  requestContext: PortalRequestContext,
  brand: TeamBrand,
  { tried, published, share, startedBy, startedAt, endedAt, endReason, counts, comparedAt, verdict }: BrandExperiment,
): ExperimentFacts {
  const number = new Intl.NumberFormat(`${requestContext.language}-CA`);
  const percent = new Intl.NumberFormat(`${requestContext.language}-CA`, {
    style: "percent",
    maximumFractionDigits: 1,
  });
  const rowOf = (version: number, { journeys, stuck }: BrandExperiment["counts"]["tried"]) => ({
    version:
      version === folderVersion
        ? translate(requestContext, "team:experiment.folder")
        : translate(requestContext, "team:versions.number", { number: version }),
    journeys: number.format(journeys),
    stuck: number.format(stuck),
    share: journeys === 0 ? "" : percent.format(stuck / journeys),
  });
  return {
    begun: translate(requestContext, "team:experiment.begun", {
      number: tried,
      share: percent.format(share / 100),
      moment: formatMoment(requestContext, brand, startedAt),
      member: startedBy,
    }),
    ...(endedAt &&
      endReason && {
        ended: translate(requestContext, `team:experiment.end.${endReason}`, {
          moment: formatMoment(requestContext, brand, endedAt),
        }),
      }),
    counted: translate(requestContext, "team:experiment.counted", {
      moment: formatMoment(requestContext, brand, comparedAt),
    }),
    rows: [rowOf(published, counts.published), rowOf(tried, counts.tried)],
    verdict: translate(requestContext, `team:experiment.verdict.${verdict}`),
  };
}

export const startExperiment = withNumber(async ({ requestContext, session, brandId, values }, number) => {
  const share = experimentShares.find((one) => String(one) === values.share);
  if (share === undefined) return refused({ values, refusal: "share" }, 400);
  const started = await brandApi(requestContext, session).startExperiment(brandId, {
    number,
    share,
  });
  return started.kind === "ok" ? redirect(experimentPath(brandId), 303) : refuseFailedCall(values, started);
});

export async function stopExperiment({ requestContext, session, brandId, values }: SentForm) {
  const stopped = await brandApi(requestContext, session).stopExperiment(brandId);
  return stopped.kind === "ok" ? redirect(experimentPath(brandId), 303) : refuseFailedCall(values, stopped);
}
