import { data } from "react-router";

export function notFound() {
  return data(null, { status: 404 });
}
