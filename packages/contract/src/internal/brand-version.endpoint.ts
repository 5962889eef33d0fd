import { languages } from "@vestibule/catalogue/province.table.ts";
import {
  brandFileNames,
  brandVersionStates,
  experimentShares,
  experimentVerdicts,
  teamRoles,
} from "@vestibule/catalogue/team.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors } from "../error-response.ts";
import { teamCall, teamSessionErrors } from "./agent-session.schema.ts";
import { serviceErrors } from "./insurer-system.endpoint.ts";

/** The version number of a brand's folder, from before anything was published. */
export const folderVersion = 0;

const ofVersion = z.object({ brand: z.string(), number: z.string().regex(/^\d{1,9}$/) });
const noVersion = { 404: "1404: no such brand, or no such version of it" };

/** A folder with drawings and every sentence is about 650 KiB. */
const largestDraftKib = 1024;

/** In characters; every sentence in both languages has about 590,000. */
export const largestBrandFile = 800_000;

const versionNumber = z.int().min(folderVersion).max(999_999_999);
/** Texts of a brand's files by name, such as brand.json. */
const brandFiles = z.partialRecord(z.enum(brandFileNames), z.string().max(largestBrandFile));
export type BrandFiles = z.infer<typeof brandFiles>;

/** Id of a screen of the portal in one of its states. */
const screenId = z.string().regex(/^[\w-]{1,80}$/);

const brandVersion = z.strictObject({
  number: versionNumber,
  state: z.enum(brandVersionStates),
  /** The version that it changed. */
  basedOn: versionNumber,
  reason: z.string(),
  author: z.string(),
  createdAt: z.iso.datetime(),
  approvedBy: z.string().optional(),
  /** When it was, or will be, published for the last time. */
  publishedAt: z.iso.datetime().optional(),
  publishedBy: z.string().optional(),
  /** Screens that it changes, and those of them that the member has opened. */
  screens: z.array(screenId),
  seenScreens: z.array(screenId),
});

const teamBrand = z.strictObject({
  id: z.string(),
  name: z.record(z.enum(languages), z.string()),
  /** IANA zone of the brand's own province, in which times of publication are entered and shown. */
  timeZone: z.string(),
  /** False where the brand's folder alone decides. */
  isEditable: z.boolean(),
  /** The version that people see. */
  published: versionNumber,
  /** Servers that could not load the published version, and the version that they show. */
  notLoaded: z.array(z.strictObject({ server: z.string(), shown: versionNumber, failedAt: z.iso.datetime() })),
  /** The running experiment: the version that it tries, on a percentage of the journeys. */
  experiment: z.strictObject({ tried: versionNumber, share: z.int() }).optional(),
  /** Newest first; without the folder's. */
  versions: z.array(brandVersion),
});

export type TeamBrand = z.infer<typeof teamBrand>;

const stuckCount = z.strictObject({ journeys: z.int(), stuck: z.int() });

const experiment = z.strictObject({
  /** The version that the other journeys are shown, and the one that is tried. */
  published: versionNumber,
  tried: versionNumber,
  /** Percent of the journeys. */
  share: z.int(),
  startedBy: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
  endReason: z.enum(["worse", "stopped", "published"]).optional(),
  /** Journeys that are over, by the version that they were shown, as of `comparedAt`: counted every five minutes. */
  counts: z.strictObject({ published: stuckCount, tried: stuckCount }),
  comparedAt: z.iso.datetime(),
  verdict: z.enum(experimentVerdicts),
});
export type BrandExperiment = z.infer<typeof experiment>;

/** Versions of brands, as the digital team edits, approves and publishes them. */
export const brandVersionEndpoints = {
  brands: {
    ...teamCall,
    method: "GET",
    path: "/internal/v1/team/brands",
    summary: "List the brands and their last 50 versions",
    description: `Needs one of the roles ${teamRoles.join(", ")}.`,
    responses: { 200: { description: "The brands", body: z.strictObject({ brands: z.array(teamBrand) }) } },
    errors: serviceErrors(teamSessionErrors),
  },
  files: {
    ...teamCall,
    method: "GET",
    path: "/internal/v1/team/brands/{brand}/versions/{number}/files",
    summary: "Get the files of a version; 0 is the folder",
    description: `Needs one of the roles ${teamRoles.join(", ")}.`,
    params: ofVersion,
    responses: { 200: { description: "The files", body: z.strictObject({ files: brandFiles }) } },
    errors: serviceErrors({ ...teamSessionErrors, ...noVersion }),
  },
  save: {
    ...teamCall,
    method: "POST",
    path: "/internal/v1/team/brands/{brand}/versions",
    summary: "Save a draft",
    description:
      "Needs the role edit. The draft is the newest version with these files in place of its own, and is checked as `brand check` checks a folder.",
    largestBodyKib: largestDraftKib,
    body: z.strictObject({
      /** The newest version when the member began, so that no change of another one is lost. */
      basedOn: versionNumber,
      files: brandFiles,
      reason: z.string().trim().min(1).max(300),
      /** Screens that it changes, which the member who approves it has to open first. */
      screens: z.array(screenId).max(600).default([]),
    }),
    responses: {
      201: { description: "The draft", body: z.strictObject({ number: versionNumber }) },
    },
    errors: serviceErrors({
      ...teamSessionErrors,
      ...bodyErrors,
      400: "1000: the body is invalid, or the draft would be; `fields` has the reason by file and place, as in `brand.json telephone.customer.default`",
      404: "1404: no such brand",
      409: "1414: `fields` says which: `basedOn` is not the newest version; `brand`: only its folder decides; `files` change nothing, or what only the folder may change",
      413: `The body is larger than ${largestDraftKib} KiB`,
    }),
  },
  approve: {
    ...teamCall,
    method: "POST",
    path: "/internal/v1/team/brands/{brand}/versions/{number}/approval",
    summary: "Approve the draft of another member",
    description: "Needs the role publish.",
    params: ofVersion,
    responses: { 204: { description: "Approved" } },
    errors: serviceErrors({
      ...teamSessionErrors,
      ...noVersion,
      409: "1414: `fields` says which: `author`: it is one’s own; `number`: it is approved already; `earlier`: the version that it changes is not approved; `screens`: not all that it changes were opened",
    }),
  },
  view: {
    ...teamCall,
    method: "POST",
    path: "/internal/v1/team/brands/{brand}/versions/{number}/views",
    summary: "Record that the member has opened a screen that the version changes",
    description: "Needs the role publish.",
    params: ofVersion,
    body: z.strictObject({ screen: screenId }),
    responses: { 204: { description: "Recorded" } },
    errors: serviceErrors({
      ...teamSessionErrors,
      ...bodyErrors,
      404: "1404: no such version of the brand, or it does not change the screen",
    }),
  },
  publish: {
    ...teamCall,
    method: "POST",
    path: "/internal/v1/team/brands/{brand}/publications",
    summary: "Publish an approved version, now or later; an earlier version or the folder rolls back",
    description:
      "Needs the role publish. Every server follows within five seconds. A later call replaces a planned one.",
    body: z.strictObject({ number: versionNumber, at: z.iso.datetime().optional() }),
    responses: { 204: { description: "Published, or planned" } },
    errors: serviceErrors({
      ...teamSessionErrors,
      ...bodyErrors,
      ...noVersion,
      409: "1414: `fields` says which: `number`: it is not approved, or no longer valid; `at` is in the past; `brand`: only its folder decides",
    }),
  },
  cancel: {
    ...teamCall,
    method: "DELETE",
    path: "/internal/v1/team/brands/{brand}/publications/planned",
    summary: "Cancel the planned publication of a brand",
    description: "Needs the role publish.",
    responses: { 204: { description: "Cancelled" } },
    errors: serviceErrors({ ...teamSessionErrors, 404: "1404: no such brand, or nothing is planned" }),
  },
  experiment: {
    ...teamCall,
    method: "GET",
    path: "/internal/v1/team/brands/{brand}/experiment",
    summary: "Get the running experiment of a brand, or the last one, with what its journeys met",
    description: `Needs one of the roles ${teamRoles.join(", ")}.`,
    responses: { 200: { description: "The experiment", body: experiment } },
    errors: serviceErrors({ ...teamSessionErrors, 404: "1404: no such brand, or it never had an experiment" }),
  },
  startExperiment: {
    ...teamCall,
    method: "POST",
    path: "/internal/v1/team/brands/{brand}/experiment",
    summary: "Show an approved version to a share of the journeys that begin from now on",
    description:
      "Needs the role publish. It ends by itself when its journeys almost certainly get stuck more often, and when a version is published or planned.",
    body: z.strictObject({ number: versionNumber, share: z.literal(experimentShares) }),
    responses: { 204: { description: "Started" } },
    errors: serviceErrors({
      ...teamSessionErrors,
      ...bodyErrors,
      ...noVersion,
      409: "1414: `fields` says which: `number`: it is not approved, no longer valid, or published already; `experiment`: one runs, or a publication is planned; `brand`: only its folder decides",
    }),
  },
  stopExperiment: {
    ...teamCall,
    method: "DELETE",
    path: "/internal/v1/team/brands/{brand}/experiment",
    summary: "End the running experiment of a brand",
    description: "Needs the role publish.",
    responses: { 204: { description: "Ended" } },
    errors: serviceErrors({ ...teamSessionErrors, 404: "1404: no such brand, or no experiment runs" }),
  },
} as const satisfies Record<string, Endpoint>;

const service = { tag: "internal", serviceOnly: true } as const;

/** What every server reads to follow what is published; a web host asks its API. */
export const publishedBrandEndpoints = {
  publications: {
    ...service,
    method: "GET",
    path: "/internal/v1/brand-publications",
    summary: "List the published version of each brand whose folder is not the one, and those that it replaced lately",
    responses: {
      200: {
        description: "The versions",
        body: z.strictObject({
          publications: z.array(
            // Not current: replaced a short time ago, and kept for the journeys that began in it.
            z.strictObject({
              brand: z.string(),
              number: versionNumber,
              isCurrent: z.boolean(),
              // Percent of the journeys that are shown it, during an experiment.
              share: z.int().optional(),
            }),
          ),
        }),
      },
    },
    errors: serviceErrors({}),
  },
  publishedFiles: {
    ...service,
    method: "GET",
    path: "/internal/v1/brand-publications/{brand}/{number}",
    summary: "Get the files of a version",
    params: ofVersion,
    responses: { 200: { description: "The files", body: z.strictObject({ files: brandFiles }) } },
    errors: serviceErrors(noVersion),
  },
} as const satisfies Record<string, Endpoint>;
