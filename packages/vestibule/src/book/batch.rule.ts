/** A list in pieces of `size` at the most. */
export function batchesOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_piece, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}
