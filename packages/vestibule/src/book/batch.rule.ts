/** Splits a list into batches of at most `size`. */
export function batchesOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_piece, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}
