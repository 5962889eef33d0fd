import type { Clock } from "@vestibule/api/platform/clock.adapter.ts";
import type { ApiFetch } from "@vestibule/contract/api.client.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { BrandPreview } from "../brands/brand-preview.ts";
import type { Settings } from "../settings/settings.rule.ts";
import type { AssembledApi } from "./assemble-api.ts";
import type { WebHandler } from "./assemble-web.ts";
import type { Handler } from "./backend.ts";
import type { DemoApplication } from "./oidc-clients.rule.ts";

export interface GalleryDeps {
  web: WebHandler;
  brands: BrandBook;
  clock: Clock;
  /** The API that returns the opening hours. */
  apiFetch: ApiFetch;
}

export interface SeedDeps {
  settings: Settings;
  url: string;
  assembled: AssembledApi;
  preview: BrandPreview | undefined;
}

/** What demo mode adds to the server. `@vestibule/demo` implements it. */
export interface DemoMode {
  /** Imports the demo's book and accounts and builds the handlers under /demo. */
  seed(deps: SeedDeps): Promise<Handler>;
  /** The application that signs people in by OpenID Connect. */
  application: DemoApplication;
  /** Handlers of every screen under /demo/screens and of every page without the portal's script under /demo/pages. */
  gallery(deps: GalleryDeps): { screens: WebHandler; standalonePages: WebHandler };
}
