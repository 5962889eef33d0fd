import type { ReactNode } from "react";
import type { RoadblockFacts } from "../../../roadblock/roadblock-facts.server.ts";
import { BrandScreen } from "./brand.screen.tsx";
import { BrandsRoutePage } from "./brands-frame.tsx";
import type {
  BrandsPage,
  BrandView,
  DraftFormView,
  DraftScreenProps,
  PreviewedForm,
  RefusedForm,
  UnavailableView,
} from "./brands-view.ts";

interface DraftRoutePageProps<View> {
  data: RoadblockFacts | { page: BrandsPage<View> | BrandsPage<BrandView> | UnavailableView };
  sent: { refused?: RefusedForm; previewed?: PreviewedForm } | null | undefined;
  screen: (props: DraftScreenProps<View>) => ReactNode;
}

/** A page whose form drafts the next version; a member who may not change the brand is shown the brand. */
export function DraftRoutePage<View extends DraftFormView & { kind: string }>({
  data,
  sent,
  screen: Screen,
}: DraftRoutePageProps<View>) {
  const { refused, previewed } = sent ?? {};
  return (
    <BrandsRoutePage data={data} refused={refused}>
      {(page) =>
        isBrand(page) ? (
          <BrandScreen page={page} refused={refused} />
        ) : (
          <Screen page={page} refused={refused} previewed={previewed} />
        )
      }
    </BrandsRoutePage>
  );
}

const isBrand = (page: { kind: string }): page is BrandsPage<BrandView> => page.kind === "brand";
