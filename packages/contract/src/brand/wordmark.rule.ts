/** Whether no part of a wordmark uses `currentColor`: it then needs a suitable background in dark mode too. */
export function hasOwnColours(wordmarkSvg: string): boolean {
  return !wordmarkSvg.includes('"currentColor"');
}
