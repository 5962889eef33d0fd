/** To standard output, a line end at the end. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** To standard error, a line end at the end. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}
