/** Ids of a table's rows, typed: `Object.keys` returns any string, because an object may have more keys than its type. */
export function idsOf<Table extends object>(table: Table): Extract<keyof Table, string>[] {
  return Object.keys(table) as Extract<keyof Table, string>[];
}

/** Whether a table has a row of this id. */
export function isIdOf<Table extends object>(table: Table, id: PropertyKey): id is keyof Table {
  return Object.hasOwn(table, id);
}

/** Whether a list of literals has this value. */
export function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  return values.some((one) => one === value);
}

/** A table with the same ids and another value for each row. */
export function mapRows<Table extends object, Value>(
  table: Table,
  toValue: (id: Extract<keyof Table, string>, row: Table[Extract<keyof Table, string>]) => Value,
): Record<Extract<keyof Table, string>, Value> {
  return recordOf(idsOf(table), (id) => toValue(id, table[id]));
}

/** A record with one value for each id. */
export function recordOf<Id extends string, Value>(ids: readonly Id[], toValue: (id: Id) => Value): Record<Id, Value> {
  return Object.fromEntries(ids.map((id) => [id, toValue(id)])) as Record<Id, Value>;
}
