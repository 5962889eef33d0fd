/** Why the server does not start, a line each, for whoever runs it. */
export class StartRefusal extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(`Vestibule does not start:\n${lines.map((line) => `  ${line}`).join("\n")}`);
    this.lines = lines;
  }
}
