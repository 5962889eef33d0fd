import {
  type GatewayCodeResult,
  gatewayCodes,
  gatewayCodeWithoutRow,
} from "../../packages/catalogue/src/gateway.table.ts";
import { linkActions } from "../../packages/catalogue/src/link.table.ts";
import { policyNumberFlow } from "../../packages/catalogue/src/policy-number-flow.table.ts";
import { type RecoveryPage, recoveryFlow, recoveryPages } from "../../packages/catalogue/src/recovery-flow.table.ts";
import { type ResponseHandling, responses, responseWithoutRow } from "../../packages/catalogue/src/response.table.ts";
import { type RoadblockId, roadblocks } from "../../packages/catalogue/src/roadblock.table.ts";
import { type ChartEdge, type ChartNode, flowChart, inWords, table } from "./chart.ts";

/** Renders the sections about sign-in, password reset, links in e-mails and the targets of API responses. */
export function signInSections(): string[] {
  return [
    "## Sign-in and a new password",
    recoveryChart(),
    table(
      ["page", "path"],
      recoveryPages.map((page) => [`**${page}**`, `\`${recoveryFlow[page].path}\``]),
    ),
    "### What the sign-on gateway answers",
    "Codes of any gateway, the built-in one or the insurer's own; they compare without case.",
    outcomeChart(
      { id: "GATEWAY", words: "Sign-on gateway" },
      [...Object.entries(gatewayCodes), ["any other code", gatewayCodeWithoutRow] as const].map(([code, result]) => ({
        label: code,
        to: gatewayBox(result),
      })),
    ),
    "## Links from emails",
    outcomeChart(
      { id: "LINK", words: "Link from an email" },
      Object.entries(linkActions).map(([action, handling]) => ({
        label: action,
        to: handling.kind === "page" ? pageBox(handling.path) : roadblockBox(handling.roadblock),
      })),
    ),
    "## What answers of API v1 lead to",
    "Sign-in, a new password, links and registration by policy number read an answer by the first row that fits. A roadblock that the answer itself names comes before any row.",
    table(
      ["status", "code", "call", "leads to"],
      [...responses.map(responseRow), ["any other", "–", "–", outcomeWords(responseWithoutRow)]],
    ),
  ];
}

function recoveryChart(): string {
  const nodes = recoveryPages.map(
    (id): ChartNode => ({ id, lines: [`<b>${inWords(id)}</b>`], kind: id === "LOGIN" ? "begin" : "page" }),
  );
  const elsewhere: ChartNode = { id: "ACCOUNT_TYPE", lines: ["<b>Account type</b>"], kind: "elsewhere" };
  const edges = recoveryPages.flatMap((from: RecoveryPage) =>
    recoveryFlow[from].next.map(({ event, page }): ChartEdge => ({ from, to: page, label: inWords(event) })),
  );
  return flowChart({ nodes: [...nodes, elsewhere], edges }, "TB");
}

/** Builds a chart of one entry point with an arrow to each target. */
function outcomeChart(begin: { id: string; words: string }, ways: readonly { label: string; to: ChartNode }[]): string {
  const boxes = new Map(ways.map(({ to }) => [to.id, to]));
  const nodes: ChartNode[] = [{ id: begin.id, lines: [`<b>${begin.words}</b>`], kind: "begin" }, ...boxes.values()];
  return flowChart({ nodes, edges: ways.map(({ label, to }) => ({ from: begin.id, to: to.id, label })) }, "LR");
}

const pagesByPath = new Map<string, string>(
  [...Object.entries(policyNumberFlow), ...Object.entries(recoveryFlow)].map(([id, { path }]) => [path, id]),
);

function pageBox(path: string): ChartNode {
  const id = pagesByPath.get(path);
  if (id === undefined) throw new Error(`${path} belongs to no page of a flow`);
  return { id, lines: [`<b>${inWords(id)}</b>`], kind: "elsewhere" };
}

function gatewayBox(result: GatewayCodeResult): ChartNode {
  switch (result.kind) {
    case "roadblock":
      return roadblockBox(result.roadblock);
    case "application":
      return { id: "APPLICATION", lines: ["<b>Application</b>"], kind: "arrive" };
    case "login":
      return { ...pageBox(recoveryFlow.LOGIN.path), kind: "page" };
    case "loginError":
      return { id: "LOGIN_ERROR", lines: ["<b>Login</b>", "with the reason"], kind: "page" };
  }
}

function roadblockBox(id: RoadblockId): ChartNode {
  return {
    id: id.replaceAll("-", "_").toUpperCase(),
    lines: [`<b>${id}</b>`, roadblocks[id].agentCode],
    kind: "elsewhere",
  };
}

function responseRow({ status, errorCode, call, handling }: (typeof responses)[number]): string[] {
  return [String(status), String(errorCode ?? "–"), call === undefined ? "–" : inWords(call), outcomeWords(handling)];
}

function outcomeWords(handling: ResponseHandling): string {
  switch (handling.kind) {
    case "handledByPage":
      return "the page that asked";
    case "wait":
      return "the page that asked, which says how long to wait";
    case "twoFactor":
      return "the ways to prove who one is, or the login page";
    case "errorDialog":
      return `a word over the page, with ${handling.shownCode}`;
    case "roadblock":
      return roadblockWords(handling);
  }
}

function roadblockWords({ roadblock, shownCode, exceptUbi }: Extract<ResponseHandling, { kind: "roadblock" }>): string {
  const code = shownCode ?? roadblocks[roadblock].agentCode;
  return `${roadblock} (${code})${exceptUbi ? "; in the driving programme the page that asked" : ""}`;
}
