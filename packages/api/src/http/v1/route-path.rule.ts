/** Converts a path of the contract to the router's syntax: {id} becomes :id. */
export function routePath(template: string): string {
  return template.replace(/\{(\w+)\}/g, ":$1");
}
