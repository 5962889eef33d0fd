import { Form, Link } from "react-router";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { useSerial } from "../../design/use-serial.ts";
import { ExpiryLine } from "../../form/expiry-notice.tsx";
import { PostButton } from "../../form/post-button.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { TextField } from "../../form/text-field.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { StaffBar, StaffSessionEnd } from "../../staff/staff-parts.tsx";
import type { BrandChange } from "./brand-changes.rule.ts";
import type { BrandsPage, RefusedDraft, VersionView } from "./team-view.ts";

type PageOf<Kind extends BrandsPage["kind"]> = Extract<BrandsPage, { kind: Kind }>;
interface WithRefusal {
  refused: RefusedDraft | undefined;
}

/** Brands of the portal: what people see of each, and the versions that the team prepares, approves and publishes. */
export function BrandsScreen({ page, refused }: { page: BrandsPage } & WithRefusal) {
  const t = useTranslate();
  const serial = useSerial(refused);
  const { who, limit } = page;
  const brand = "brand" in page ? page.brand : undefined;
  return (
    <div className="staff-desk team-brands">
      <StaffBar at="team" who={who}>
        {page.kind === "brands" ? null : <Link to="/team/brands">{t("team:brands.open")}</Link>}
        <Link to="/team">{t("team:home.open")}</Link>
      </StaffBar>
      <BrandsOpening page={page} isRefused={refused !== undefined} />
      <StaffSessionEnd limit={limit} />
      {refused === undefined ? null : <Refused key={serial} refused={refused} />}
      {page.kind === "brands" ? <Brands page={page} /> : null}
      {page.kind === "brand" ? <Brand page={page} /> : null}
      {page.kind === "version" ? <Version page={page} /> : null}
      {page.kind === "sentence" ? <SentenceForm page={page} refused={refused} /> : null}
      {page.kind === "telephone" ? <TelephoneForm page={page} refused={refused} /> : null}
      {brand === undefined || page.kind === "brand" ? null : (
        <p>
          <Link to={`/team/brands/${brand.id}`}>{t("team:brand.back", { brand: brand.name })}</Link>
        </p>
      )}
      <ExpiryLine limit={limit} idle="agent:endsAt" last="agent:endsAt.last" />
    </div>
  );
}

function BrandsOpening({ page, isRefused }: { page: BrandsPage; isRefused: boolean }) {
  const t = useTranslate();
  switch (page.kind) {
    case "noBrands":
      return <PageOpening title={t("team:brands.unavailable")} isRefused />;
    case "brands":
      return <PageOpening title={t("team:brands.title")}>{t("team:brands.lead")}</PageOpening>;
    case "brand":
      return (
        <PageOpening title={t("team:brand.title", { brand: page.brand.name })} isRefused={isRefused}>
          {page.brand.published}
        </PageOpening>
      );
    case "version":
      return (
        <PageOpening
          title={t("team:version.title", { brand: page.brand.name, number: page.version.number })}
          isRefused={isRefused}
        >
          {page.version.state}
        </PageOpening>
      );
    default:
      return (
        <PageOpening title={t(`team:${page.kind}.title`, { brand: page.brand.name })} isRefused={isRefused}>
          {t("team:draft.lead")}
        </PageOpening>
      );
  }
}

/** The check's reasons name places in files and are in English only. */
function Refused({ refused: { reasons, refusal } }: { refused: RefusedDraft }) {
  const t = useTranslate();
  return (
    <Notice tone="error" title={t("team:refused.title")} takesFocus>
      {refusal === undefined ? (
        <ul>
          {reasons.map((reason) => (
            <li key={reason} lang="en">
              {reason}
            </li>
          ))}
        </ul>
      ) : (
        t(`team:refused.${refusal}`)
      )}
    </Notice>
  );
}

function Brands({ page: { brands } }: { page: PageOf<"brands"> }) {
  const t = useTranslate();
  return (
    <ul className="stack">
      {brands.map(({ id, name, published, drafts }) => (
        <li key={id} className="stack stack-tight">
          <h2 className="heading">
            <Link to={`/team/brands/${id}`}>{name}</Link>
          </h2>
          <p>{published}</p>
          {drafts === 0 ? null : <p>{t("team:brands.drafts", { count: drafts })}</p>}
        </li>
      ))}
    </ul>
  );
}

function Brand({ page }: { page: PageOf<"brand"> }) {
  const t = useTranslate();
  const { brand, versions, search, isLocked, canReturnToFolder } = page;
  return (
    <>
      {isLocked ? <p>{t("team:brand.locked")}</p> : null}
      {search === undefined ? null : <Search brandId={brand.id} search={search} />}
      <section className="stack stack-tight">
        <h2 className="heading">{t("team:versions.title")}</h2>
        {versions.length === 0 ? <p>{t("team:versions.none")}</p> : null}
        <ul className="stack">
          {versions.map((version) => (
            <li key={version.number} className="stack stack-tight">
              <p>
                <Link to={`/team/brands/${brand.id}?version=${version.number}`}>
                  {t("team:versions.number", { number: version.number })}
                </Link>{" "}
                – {version.state}
              </p>
              <VersionFacts version={version} />
            </li>
          ))}
        </ul>
        {canReturnToFolder ? (
          <PostButton sends={{ act: "folder" }} kind="quiet">
            {t("team:act.folder")}
          </PostButton>
        ) : null}
      </section>
    </>
  );
}

function Search({ brandId, search }: { brandId: string; search: NonNullable<PageOf<"brand">["search"]> }) {
  const t = useTranslate();
  const { words, found } = search;
  return (
    <section className="stack stack-tight">
      <h2 className="heading">{t("team:search.title")}</h2>
      <Form className="form" method="get" role="search">
        <TextField name="words" label={t("team:search.words")} help={t("team:search.help")} defaultValue={words} />
        <Button kind="quiet">{t("team:search.submit")}</Button>
      </Form>
      {words === "" ? null : (
        <p role="status">
          {found.length === 0 ? t("team:search.none") : t("team:search.found", { count: found.length })}
        </p>
      )}
      <ul className="stack">
        {found.map(({ key, en, fr }) => (
          <li key={key}>
            <Link to={`/team/brands/${brandId}?key=${encodeURIComponent(key)}`}>
              <span lang="en">{en}</span> – <span lang="fr">{fr}</span>{" "}
              <span className="small quiet">{key.replace(":", " › ")}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link to={`/team/brands/${brandId}?change=telephone`}>{t("team:telephone.open")}</Link>
      </p>
    </section>
  );
}

function VersionFacts({ version: { reason, drafted, approved, published } }: { version: VersionView }) {
  return (
    <>
      <p>{reason}</p>
      <p className="small quiet">{[drafted, approved, published].filter((one) => one !== undefined).join(" ")}</p>
    </>
  );
}

function Version({ page: { version, changes, acts, isOwn } }: { page: PageOf<"version"> }) {
  const t = useTranslate();
  return (
    <>
      <VersionFacts version={version} />
      <Changes changes={changes} />
      {isOwn ? <p>{t("team:version.own")}</p> : null}
      {acts.map((act) => (
        <PostButton
          key={act}
          sends={{ act: act === "approve" ? act : "publish", number: String(version.number) }}
          kind="primary"
        >
          {t(`team:act.${act}`)}
        </PostButton>
      ))}
    </>
  );
}

function Changes({ changes }: { changes: readonly BrandChange[] }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight">
      <h2 className="heading">{t("team:changes.title")}</h2>
      <ul className="stack">
        {changes.map(({ place, before, after }) => (
          <li key={place} className="stack stack-tight">
            <p className="small quiet">{place}</p>
            <ChangedText tag="del" text={before} label={t("team:changes.before")} />
            <ChangedText tag="ins" text={after} label={t("team:changes.after")} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChangedText({ tag: Tag, text, label }: { tag: "del" | "ins"; text: string | undefined; label: string }) {
  if (text === undefined) return null;
  return (
    <p>
      <span className="small quiet">{label}</span> <Tag>{text}</Tag>
    </p>
  );
}

function SentenceForm({ page: { basedOn, sentence }, refused }: { page: PageOf<"sentence"> } & WithRefusal) {
  const t = useTranslate();
  return (
    <ScreenForm rules={{}} values={refused?.values ?? {}}>
      <input type="hidden" name="key" value={sentence.key} />
      <TextField name="english" label={t("team:sentence.english")} help={null} defaultValue={sentence.en} />
      <TextField name="french" label={t("team:sentence.french")} help={null} defaultValue={sentence.fr} />
      <DraftEnd basedOn={basedOn} />
    </ScreenForm>
  );
}

function TelephoneForm({ page: { basedOn, number }, refused }: { page: PageOf<"telephone"> } & WithRefusal) {
  const t = useTranslate();
  return (
    <ScreenForm rules={{}} values={refused?.values ?? {}}>
      <TextField
        name="number"
        label={t("team:telephone.number")}
        help={t("team:telephone.help")}
        defaultValue={number}
        width="medium"
      />
      <DraftEnd basedOn={basedOn} />
    </ScreenForm>
  );
}

function DraftEnd({ basedOn }: { basedOn: number }) {
  const t = useTranslate();
  return (
    <>
      <input type="hidden" name="act" value="save" />
      <input type="hidden" name="basedOn" value={basedOn} />
      <TextField name="reason" label={t("team:draft.reason")} help={t("team:draft.reasonHelp")} enterKeyHint="done" />
      <Button busyText={t("common:checking")}>{t("team:draft.save")}</Button>
    </>
  );
}
