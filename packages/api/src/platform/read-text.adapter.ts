/** Reads the body of a response; undefined where it has more characters than `most`, of which no more are received. */
export async function readTextAtMost({ body }: Response, most: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > most) return undefined;
  }
  return text + decoder.decode();
}
