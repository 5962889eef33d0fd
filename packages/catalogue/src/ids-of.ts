/** Ids of a table's rows, typed: `Object.keys` returns any string, because an object may have more keys than its type. */
export function idsOf<Table extends object>(table: Table): Extract<keyof Table, string>[] {
  return Object.keys(table) as Extract<keyof Table, string>[];
}
