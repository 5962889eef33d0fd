import { agentRoles } from "./support.table.ts";

/**
 * Roles of the digital team, each alone. `look`: what happens, in numbers. `edit`: drafts of a brand. `publish`: approve
 * and publish the drafts of others. `operate`: planned
 * maintenance, and what the portal keeps, sends and is connected to.
 */
export const teamRoles = ["look", "edit", "publish", "operate"] as const;
export type TeamRole = (typeof teamRoles)[number];

/** What one login of the insurer's staff can grant: roles at the call centre's page and at the team's. */
export const staffRoles = [...agentRoles, ...teamRoles] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Files of a brand's folder that the digital team may change; applications stay in the folder. */
export const brandFileNames = [
  "brand.json",
  "wording.json",
  "tokens.css",
  "wordmark.svg",
  "panel.svg",
  "band.svg",
  "promo.svg",
] as const;

/**
 * A draft is approved by another member. A planned version is published at its time; the published one is what people
 * see, a former one was.
 */
export const brandVersionStates = ["draft", "approved", "planned", "published", "former"] as const;
export type BrandVersionState = (typeof brandVersionStates)[number];

/** Shares of the journeys, in percent, that an experiment may show the tried version. */
export const experimentShares = [10, 25, 50] as const;

/**
 * Fields of brand.json that a journey keeps of the version that it began with, in addition to sentences, colours and
 * drawings. An experiment tries nothing else.
 */
export const journeyFields = ["name", "forms", "telephone", "themeColour"] as const;

/** Why an experiment ended: it stopped more people, a member ended it, or another version was published. */
export type ExperimentEnd = "worse" | "stopped" | "published";

/** Journeys of both versions that are over, and those of them that got stuck. */
export type ExperimentCounts = Record<"published" | "tried", { journeys: number; stuck: number }>;

/**
 * How the share of journeys that get stuck compares with the published version's: too few journeys to say, no
 * difference that could not be chance, probably or almost certainly better or worse.
 */
export const experimentVerdicts = ["early", "alike", "probablyBetter", "better", "probablyWorse", "worse"] as const;
export type ExperimentVerdict = (typeof experimentVerdicts)[number];

/** Lengths of the team's report in days, today included. */
export const reportLengths = ["1", "7", "30"] as const;
export type ReportLength = (typeof reportLengths)[number];

/** What the lines of the team's report are divided by. */
export const reportTimes = ["day", "hour"] as const;
export type ReportTime = (typeof reportTimes)[number];

/** What each journey of the team's report is divided by, in tables. */
export const reportDimensions = [
  "brands",
  "languages",
  "provinces",
  "accountTypes",
  "emailSources",
  "methods",
] as const;
export type ReportDimension = (typeof reportDimensions)[number];

/** What two members of the team do with what is kept of a person. */
export const personActions = ["export", "erase"] as const;
export type PersonAction = (typeof personActions)[number];

/** What the team searches the audit trail by. */
export const auditSearches = ["reference", "agent", "event"] as const;
export type AuditSearch = (typeof auditSearches)[number];

/** How many days back the team searches the audit trail. */
export const auditSpans = ["1", "7", "30", "365"] as const;

/** What is on file of a person to imagine. */
export const imaginedFacts = ["email", "cellPhone", "pin", "postalCode", "licence", "legacy"] as const;
export type ImaginedFact = (typeof imaginedFacts)[number];

/** Parts of the week that a brand gives hours for. */
export const weekParts = ["weekdays", "saturday", "sunday"] as const;
export type WeekPart = (typeof weekParts)[number];
