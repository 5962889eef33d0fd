/** Uses of a statement before it is prepared, since a rarely sent one would only use memory on each connection. */
const usesBeforePrepared = 5;
/** Limit of remembered statements, because texts with a varying number of values would otherwise accumulate. */
const mostStatements = 400;

/**
 * Names the statements that are sent often. PostgreSQL parses and plans a named statement once per connection. A name
 * identifies one text in the process, and pg sends the text with the first use of each connection.
 */
export function statementNames(): (text: string) => string | undefined {
  const statements = new Map<string, { name: string; uses: number }>();
  return (text) => {
    const known = statements.get(text);
    if (known === undefined) {
      if (statements.size < mostStatements) statements.set(text, { name: `s${statements.size}`, uses: 1 });
      return undefined;
    }
    known.uses += 1;
    return known.uses > usesBeforePrepared ? known.name : undefined;
  };
}
