export const bypassParameter = "maintenancePageBypass";

/** The operator's value in a page's address; undefined for what could be none. The API alone judges it. */
export function bypassGiven(page: URL): string | undefined {
  const value = page.searchParams.get(bypassParameter) ?? "";
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value) && value.length <= 1024 ? value : undefined;
}
