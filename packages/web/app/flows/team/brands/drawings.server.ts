import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { type BrandDesk, newestOf, readFiles, viewOfFailure } from "./brand-desk.server.ts";
import { type DrawingsFormView, drawingNames, type UnavailableView } from "./brands-view.ts";

/** A form with the drawings of the brand as the text of their files. */
export async function drawingsFormView(desk: BrandDesk): Promise<DrawingsFormView | UnavailableView | undefined> {
  const basedOn = newestOf(desk.brand);
  const read = await readFiles(desk, basedOn);
  if (read.kind !== "ok") return viewOfFailure(read);
  const { files } = read.data;
  const drawings = drawingNames.flatMap((name) => {
    const svg = files[name];
    return svg === undefined ? [] : [{ name, svg: svg.trim() }];
  });
  return { kind: "drawings", brand: desk.head, basedOn, drawings };
}

/** A drawing that was left as it is keeps the layout of its file. */
export function changedDrawings(files: BrandFiles, values: FormValues): BrandFiles {
  return Object.fromEntries(
    drawingNames.flatMap((name) => {
      const typed = values[name];
      return typed === undefined || typed === files[name]?.replaceAll("\r\n", "\n").trim()
        ? []
        : [[name, `${typed}\n`]];
    }),
  );
}

export const drawingField = (place: string) => {
  const field = drawingNames.find((name) => place === name || place.startsWith(`${name} `));
  return field === undefined ? undefined : { field };
};
