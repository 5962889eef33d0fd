/** A path of the contract as the router writes it: {id} is :id. */
export function routePath(template: string): string {
  return template.replace(/\{(\w+)\}/g, ":$1");
}
