import { flow, pages } from "../../packages/catalogue/src/flow.table.ts";
import type { BackTarget, FlowRow, Step } from "../../packages/catalogue/src/flow-row.ts";
import {
  type PolicyNumberPage,
  policyNumberFlow,
  policyNumberPages,
} from "../../packages/catalogue/src/policy-number-flow.table.ts";
import { registrationErrors } from "../../packages/catalogue/src/registration-error.table.ts";
import { roadblocks } from "../../packages/catalogue/src/roadblock.table.ts";
import {
  type Chart,
  type ChartEdge,
  type ChartNode,
  chartAround,
  type Direction,
  flowChart,
  inWords,
  mergeEqualNodes,
  table,
} from "./chart.ts";
import { signInSections } from "./sign-in.ts";

const sources = [
  "flow",
  "policy-number-flow",
  "recovery-flow",
  "link",
  "gateway",
  "response",
  "registration-error",
] as const;
const fileLink = (name: string) => `[\`${name}.table.ts\`](../packages/catalogue/src/${name}.table.ts)`;

/** Steps that share a chart; the final step has none. */
const smartParts: readonly { title: string; steps: readonly Step[]; direction: Direction }[] = [
  { title: "Who you are", steps: ["REGISTRATION_START", "IDENTIFY"], direction: "TB" },
  { title: "Proof", steps: ["VERIFY"], direction: "LR" },
  { title: "Account", steps: ["CREATE"], direction: "LR" },
];

/** Renders docs/journey-map.md: charts of all journeys with their tables and roadblocks. */
export function journeyMapPage(): string {
  return `${[
    "# Journey map",
    `Drawn by \`npm run map\` from the tables that the portal and the API follow: ${sources.map(fileLink).join(", ")}. \`npm run check\` says when this page is not what they say. A box is a page, an arrow what leads on; a box in dashes belongs to another drawing, or is a roadblock. Pages that lead to the same places share a box. Targets of Back are in the tables.`,
    ...signInSections(),
    "## Registration",
    flowChart(stepChart(), "LR"),
    ...smartParts.flatMap(({ title, steps, direction }) => [`### ${title}`, flowChart(partChart(steps), direction)]),
    "### Its pages",
    table(
      ["page", "step", "stage", "path", "Back leads to", "calls in addition to page, back and cancel"],
      pages.map(smartRow),
    ),
    "## Registration by policy number, the older way",
    "An arrow leads to a page that may follow; its label is what that page needs.",
    flowChart(
      mergeEqualNodes({
        nodes: policyNumberPages.map(policyNumberNode),
        edges: policyNumberPages.flatMap(policyNumberEdges),
      }),
      "TB",
    ),
    table(["page", "stage", "path", "needs", "Back leads to"], policyNumberPages.map(policyNumberRow)),
    "## Where a registration stops",
    "Answers of the API that no page can do anything with, and the roadblock that they lead to. Every roadblock has a way out.",
    table(["answer", "roadblock", "ways out", "code for the agent"], stops()),
  ].join("\n\n")}\n`;
}

/** Renders an overview of the steps with their transitions. */
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
  const partNodes = pages.filter((page) => steps.includes(flow[page].step)).map(smartNode);
  return mergeEqualNodes(chartAround(partNodes, { nodes: pages.map(smartNode), edges: pages.flatMap(smartEdges) }));
}

function smartNode(id: keyof typeof flow): ChartNode {
  const { step, stage, next }: FlowRow = flow[id];
  const kind = next.length === 0 ? "arrive" : step === "REGISTRATION_START" ? "begin" : "page";
  return { id, lines: [`<b>${inWords(id)}</b>`, ...(stage === null ? [] : [String(stage)])], kind };
}

function smartEdges(from: keyof typeof flow): ChartEdge[] {
  const { next }: FlowRow = flow[from];
  return next.map(({ event, page }) => ({ from, to: page, label: inWords(event) }));
}

function smartRow(id: keyof typeof flow): string[] {
  const { step, stage, path, back, calls = [] }: FlowRow = flow[id];
  return [
    `**${id}**`,
    step ?? "–",
    String(stage ?? "–"),
    `\`${path}\``,
    backWords(back, "ACCOUNT_TYPE"),
    calls.join(", ") || "–",
  ];
}

/** `start`: the first page of the flow. */
function backWords(back: BackTarget, start: string): string {
  switch (back.kind) {
    case "path":
      return `\`${back.path}\``;
    case "page":
      return back.page;
    case "identifier":
      return "the page that identified";
    case "asking":
      return "the page that asked for the email";
    case "beforeCode":
      return "the page that asked for the email, VERIFY_OPTIONS, or the start";
    case "start":
      return `${start}; what was proven is void`;
    case "none":
      return "–";
  }
}

function policyNumberNode(id: PolicyNumberPage): ChartNode {
  const { stage, needs }: FlowRow = policyNumberFlow[id];
  const kind = stage === null ? "arrive" : needs === "nothing" ? "begin" : "page";
  return { id, lines: [`<b>${inWords(id)}</b>`], kind };
}

/** Selects forward arrows only, in the order of the rows. */
function policyNumberEdges(from: PolicyNumberPage): ChartEdge[] {
  const { next }: FlowRow = policyNumberFlow[from];
  return next
    .filter(({ page }) => policyNumberPages.indexOf(from) < policyNumberPages.indexOf(page as PolicyNumberPage))
    .map(({ event, page }) => ({ from, to: page, label: inWords(event) }));
}

function policyNumberRow(id: PolicyNumberPage): string[] {
  const { stage, path, needs, back }: FlowRow = policyNumberFlow[id];
  return [`**${id}**`, String(stage ?? "–"), `\`${path}\``, needs ?? "–", backWords(back, "IDENTIFICATION")];
}

function stops(): string[][] {
  return Object.entries(registrationErrors).flatMap(([error, { handling }]) => {
    if (handling.kind !== "roadblock") return [];
    const { exits, agentCode } = roadblocks[handling.roadblock];
    return [[error, handling.roadblock, exits.map(inWords).join(", "), agentCode]];
  });
}
