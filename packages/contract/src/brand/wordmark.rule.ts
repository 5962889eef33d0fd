/** Whether no part of a wordmark takes the ink of the page: it then needs a ground that suits it in dark too. */
export function hasOwnColours(wordmarkSvg: string): boolean {
  return !wordmarkSvg.includes('"currentColor"');
}
