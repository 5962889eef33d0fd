export function ErrorPage() {
  return <main />;
}
