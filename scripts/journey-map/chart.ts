export interface ChartNode {
  id: string;
  /** Lines of the box. */
  lines: readonly string[];
  /** The box's column. */
  group: string;
  kind: "begin" | "page" | "arrive";
}

export interface ChartEdge {
  from: string;
  to: string;
  label: string;
}

/** Colours that stand on a white and on a black page alike. */
const looks = {
  begin: "fill:#dfe9f5,stroke:#3b5f8a,color:#14263c,stroke-width:1.5px",
  page: "fill:#f6f3ec,stroke:#8a7f66,color:#2b271d",
  arrive: "fill:#dcefe3,stroke:#37745a,color:#10291e,stroke-width:1.5px",
} as const;

/** A flow chart in Mermaid: groups from left to right, several reasons for one arrow on one label. */
export function flowChart({ nodes, edges }: { nodes: readonly ChartNode[]; edges: readonly ChartEdge[] }): string {
  const groups = [...Map.groupBy(nodes, ({ group }) => group)].flatMap(([group, members], index) => [
    `  subgraph g${index}["${group}"]`,
    "    direction TB",
    ...members.map(
      ({ id, lines, kind }) =>
        `    ${id}${kind === "page" ? "[" : "(["}"${lines.join("<br>")}"${kind === "page" ? "]" : "])"}:::${kind}`,
    ),
    "  end",
  ]);
  const arrows = [...Map.groupBy(edges, ({ from, to }) => `${from} ${to}`).values()].map((same) => {
    const [{ from, to } = { from: "", to: "" }] = same;
    return `  ${from} -->|"${same.map(({ label }) => label).join("<br>")}"| ${to}`;
  });
  const classes = Object.entries(looks).map(([name, look]) => `  classDef ${name} ${look}`);
  const columns = [...new Set(nodes.map(({ group }) => group))].map(
    (_group, index) => `  style g${index} fill:none,stroke:#9a9a9a,stroke-dasharray:3 4`,
  );
  return ["```mermaid", "flowchart LR", ...groups, ...arrows, ...classes, ...columns, "```"].join("\n");
}

/** "oneProfileOneChannel" as "one profile one channel", "VERIFY_CODE" as "Verify code". */
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
