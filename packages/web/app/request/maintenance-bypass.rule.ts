export const bypassParameter = "maintenancePageBypass";

/** The operator's bypass value in the URL; undefined when malformed. Only the API verifies it. */
export function bypassGiven(page: URL): string | undefined {
  const value = page.searchParams.get(bypassParameter) ?? "";
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value) && value.length <= 1024 ? value : undefined;
}
