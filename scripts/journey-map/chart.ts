export interface ChartNode {
  id: string;
  lines: readonly string[];
  kind: "begin" | "page" | "arrive" | "elsewhere";
}

export interface ChartEdge {
  from: string;
  to: string;
  label: string;
}

export interface Chart {
  nodes: readonly ChartNode[];
  edges: readonly ChartEdge[];
}

/** Colours with enough contrast on white and on black pages. */
const nodeStyles = {
  begin: "fill:#dfe9f5,stroke:#3b5f8a,color:#14263c,stroke-width:1.5px",
  page: "fill:#f6f3ec,stroke:#8a7f66,color:#2b271d",
  arrive: "fill:#dcefe3,stroke:#37745a,color:#10291e,stroke-width:1.5px",
  elsewhere: "fill:none,stroke:#8a8a8a,stroke-dasharray:4 3",
} as const;

/** Direction of a chart’s arrows: top to bottom, or left to right. */
export type Direction = "TB" | "LR";

/** Renders a flow chart in Mermaid. Several reasons for one arrow share one label. */
export function flowChart({ nodes, edges }: Chart, direction: Direction): string {
  const boxes = nodes.map(({ id, lines, kind }) => {
    const [open, close] = kind === "page" ? ["[", "]"] : ["([", "])"];
    return `  ${id}${open}"${lines.join("<br>")}"${close}:::${kind}`;
  });
  const arrows = [...Map.groupBy(edges, ({ from, to }) => `${from} ${to}`).values()].map((same) => {
    const [{ from, to } = { from: "", to: "" }] = same;
    const labels = [...new Set(same.map(({ label }) => label))].filter((label) => label !== "");
    return labels.length === 0 ? `  ${from} --> ${to}` : `  ${from} -->|"${labels.join("<br>")}"| ${to}`;
  });
  const used = new Set(nodes.map(({ kind }) => kind));
  const classes = [...used].map((kind) => `  classDef ${kind} ${nodeStyles[kind]}`);
  return ["```mermaid", `flowchart ${direction}`, ...boxes, ...arrows, ...classes, "```"].join("\n");
}

/** Selects the arrows that leave these boxes, with their targets. Targets in another chart are dashed. */
export function chartAround(selected: readonly ChartNode[], { nodes, edges }: Chart): Chart {
  const ids = new Set(selected.map(({ id }) => id));
  const leaving = edges.filter(({ from }) => ids.has(from));
  const reached = nodes.filter(({ id }) => !ids.has(id) && leaving.some(({ to }) => to === id));
  const others = reached.map((node) => (node.kind === "arrive" ? node : ({ ...node, kind: "elsewhere" } as const)));
  return { nodes: [...selected, ...others], edges: leaving };
}

/** Merges boxes with the same arrows into one box, with a line for each. */
export function mergeEqualNodes({ nodes, edges }: Chart): Chart {
  const waysOf = (id: string) =>
    edges
      .filter(({ from }) => from === id)
      .map(({ to, label }) => `${to} ${label}`)
      .toSorted()
      .join();
  const boxes = [...Map.groupBy(nodes, ({ id }) => waysOf(id) || id).values()];
  const boxOf = new Map(boxes.flatMap((same) => same.map(({ id }) => [id, same[0]?.id ?? id])));
  return {
    nodes: boxes.flatMap(([first, ...same]) =>
      first === undefined ? [] : [{ ...first, lines: [first, ...same].flatMap(({ lines }) => lines) }],
    ),
    edges: edges.map(({ from, to, label }) => ({ from: boxOf.get(from) ?? from, to: boxOf.get(to) ?? to, label })),
  };
}

/** Splits a name into words: "oneProfileOneChannel" becomes "one profile one channel", "VERIFY_CODE" "Verify code". */
export function inWords(name: string): string {
  if (/^[A-Z_]+$/.test(name)) {
    const words = name.toLowerCase().replaceAll("_", " ");
    return words.charAt(0).toUpperCase() + words.slice(1);
  }
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}
