/** One queue per client, served round-robin. */
export function fairLines<Item>() {
  /** Queues in round-robin order; empty ones are removed. */
  const lines = new Map<string, Item[]>();
  let size = 0;
  const remove = (client: string, item: Item) => {
    const line = lines.get(client) ?? [];
    const index = line.indexOf(item);
    if (index < 0) return;
    line.splice(index, 1);
    size -= 1;
    if (line.length === 0) lines.delete(client);
  };
  return {
    get size() {
      return size;
    },
    lengthOf: (client: string) => lines.get(client)?.length ?? 0,
    push: (client: string, item: Item) => {
      const line = lines.get(client);
      if (line === undefined) lines.set(client, [item]);
      else line.push(item);
      size += 1;
    },
    remove,
    /** Removes the first item of the next queue. */
    shift: (): Item | undefined => {
      const [next] = lines;
      if (next === undefined) return undefined;
      const [client, line] = next;
      const item = line.shift();
      size -= 1;
      lines.delete(client);
      if (line.length > 0) lines.set(client, line);
      return item;
    },
    /** Removes the last item of the longest queue, when that has more than `length` items. */
    popLongest: (length: number): Item | undefined => {
      let longest: [client: string, line: Item[]] | undefined;
      for (const entry of lines) if (entry[1].length > (longest?.[1].length ?? length)) longest = entry;
      const item = longest?.[1].at(-1);
      if (longest !== undefined && item !== undefined) remove(longest[0], item);
      return item;
    },
  };
}
