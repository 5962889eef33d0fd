import { type BackTarget, type FlowRow, flow, pages, type Step } from "../../packages/catalogue/src/flow.table.ts";
import { type LegacyBack, type LegacyFlowRow, legacyFlow } from "../../packages/catalogue/src/legacy-flow.table.ts";
import { registrationErrors } from "../../packages/catalogue/src/registration-error.table.ts";
import { roadblocks } from "../../packages/catalogue/src/roadblock.table.ts";
import {
  alikeAsOne,
  type Chart,
  type ChartEdge,
  type ChartNode,
  chartAround,
  type Direction,
  flowChart,
  inWords,
  table,
} from "./chart.ts";
import { signInSections } from "./sign-in.ts";

const sources = ["flow", "legacy-flow", "recovery-flow", "link", "gateway", "response", "registration-error"] as const;
const fileLink = (name: string) => `[\`${name}.table.ts\`](../packages/catalogue/src/${name}.table.ts)`;

/** Steps that share a drawing; the final step needs none. */
const smartParts: readonly { title: string; steps: readonly Step[]; direction: Direction }[] = [
  { title: "Who you are", steps: ["REGISTRATION_START", "IDENTIFY"], direction: "TB" },
  { title: "Proof", steps: ["VERIFY"], direction: "LR" },
  { title: "Account", steps: ["CREATE"], direction: "LR" },
];

/** The page of all journeys: drawings, their tables, and their roadblocks. */
export function journeyMapPage(): string {
  return `${[
    "# Journey map",
    `Drawn by \`npm run map\` from the tables that the portal and the API follow: ${sources.map(fileLink).join(", ")}. \`npm run check\` says when this page is not what they say. A box is a page, an arrow what leads on; a box in dashes belongs to another drawing, or is a roadblock. Pages that lead to the same places share a box. The way back stands in the tables.`,
    ...signInSections(),
    "## Registration",
    flowChart(stepChart(), "LR"),
    ...smartParts.flatMap(({ title, steps, direction }) => [`### ${title}`, flowChart(partChart(steps), direction)]),
    "### Its pages",
    table(
      ["page", "step", "stage", "address", "Back leads to", "calls beside page, back and cancel"],
      pages.map(smartRow),
    ),
    "## Registration by policy number, the older way",
    "An arrow stands where a page may follow another one; what the page needs is written on it.",
    flowChart(alikeAsOne({ nodes: legacyPages.map(legacyNode), edges: legacyPages.flatMap(legacyEdges) }), "TB"),
    table(["page", "stage", "address", "needs", "Back leads to"], legacyPages.map(legacyRow)),
    "## Where a registration stops",
    "Answers of the API that no page can do anything with, and the roadblock that they lead to. Every roadblock has a way out.",
    table(["answer", "roadblock", "ways out", "code for the agent"], stops()),
  ].join("\n\n")}\n`;
}

/** The steps only, with their transitions. */
function stepChart(): Chart {
  const steps = [...new Set(pages.map((page) => flow[page].step))];
  const nodes = steps.map((step): ChartNode => {
    const [first] = pages.filter((page) => flow[page].step === step).map(smartNode);
    return { id: step, lines: [`<b>${inWords(step)}</b>`], kind: first?.kind ?? "page" };
  });
  const edges = pages.flatMap((page) =>
    (flow[page] as FlowRow).next
      .map((next) => ({ from: flow[page].step, to: flow[next.page as keyof typeof flow].step, label: "" }))
      .filter(({ from, to }) => from !== to),
  );
  return { nodes, edges };
}

function partChart(steps: readonly Step[]): Chart {
  const own = pages.filter((page) => steps.includes(flow[page].step)).map(smartNode);
  return alikeAsOne(chartAround(own, { nodes: pages.map(smartNode), edges: pages.flatMap(smartEdges) }));
}

function smartNode(id: keyof typeof flow): ChartNode {
  const { step, stage, next }: FlowRow = flow[id];
  const kind = next.length === 0 ? "arrive" : step === "REGISTRATION_START" ? "begin" : "page";
  return { id, lines: [`<b>${inWords(id)}</b>`, ...(stage === null ? [] : [stage])], kind };
}

function smartEdges(from: keyof typeof flow): ChartEdge[] {
  const { next }: FlowRow = flow[from];
  return next.map(({ event, page }) => ({ from, to: page, label: inWords(event) }));
}

function smartRow(id: keyof typeof flow): string[] {
  const { step, stage, path, back, calls }: FlowRow = flow[id];
  return [`**${id}**`, step, stage ?? "–", `\`${path}\``, backWords[back.kind](back), calls.join(", ") || "–"];
}

const backWords: Record<BackTarget["kind"], (back: BackTarget) => string> = {
  path: (back) => (back.kind === "path" ? `\`${back.path}\`` : ""),
  page: (back) => (back.kind === "page" ? back.page : ""),
  identifier: () => "the page that identified",
  beforeCode: () => "the page that asked for the address, VERIFY_OPTIONS, or the start",
  start: () => "ACCOUNT_TYPE; what was proven is void",
  none: () => "–",
};

type LegacyPage = keyof typeof legacyFlow;
const legacyPages = Object.keys(legacyFlow) as LegacyPage[];

function legacyNode(id: LegacyPage): ChartNode {
  const { stage, ground }: LegacyFlowRow = legacyFlow[id];
  const kind = stage === null ? "arrive" : ground === "nothing" ? "begin" : "page";
  return { id, lines: [`<b>${inWords(id)}</b>`], kind };
}

/** The rows name pages on both sides of Back; the drawing shows only forward arrows, in the order of the rows. */
function legacyEdges(to: LegacyPage): ChartEdge[] {
  const { predecessors, ground }: LegacyFlowRow = legacyFlow[to];
  return predecessors
    .filter((from) => legacyPages.indexOf(from as LegacyPage) < legacyPages.indexOf(to))
    .map((from) => ({ from, to, label: groundWords[ground] }));
}

const groundWords: Record<LegacyFlowRow["ground"], string> = {
  nothing: "",
  ways: "found",
  SMS: "text message",
  EMAIL: "email",
  PIN: "PIN",
  ASKEMAIL: "address asked",
  ASKUSERNAME: "another address asked",
  ASKPASSWORD: "password asked",
  mailed: "link sent",
  proven: "proven",
  welcomed: "has an account",
};

function legacyRow(id: LegacyPage): string[] {
  const { stage, path, ground, back }: LegacyFlowRow = legacyFlow[id];
  return [`**${id}**`, stage === null ? "–" : String(stage), `\`${path}\``, ground, legacyBack(back)];
}

function legacyBack(back: LegacyBack): string {
  if (back.kind === "path") return `\`${back.path}\``;
  return back.kind === "asking" ? "the page that asked for the address" : "IDENTIFICATION; what was proven is void";
}

function stops(): string[][] {
  return Object.entries(registrationErrors).flatMap(([error, { landing }]) => {
    if (landing.kind !== "roadblock") return [];
    const { waysOut, agentCode } = roadblocks[landing.roadblock];
    return [[error, landing.roadblock, waysOut.map(inWords).join(", "), agentCode]];
  });
}
