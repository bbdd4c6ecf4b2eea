import { imageSrcSet } from '@vitrine/contract/file-addresses';
import { useSite } from '../../platform/site-context.ts';
import { useTranslation } from '../../ui/translation.ts';

interface InfoPreviewProps {
  name: string;
  description: string;
}

/** Previews the school in a list of search results. */
export function SearchResult({ name, description }: InfoPreviewProps) {
  const { t } = useTranslation();
  const { settings } = useSite();
  const icon = settings.favicon ?? settings.logo_square;
  return (
    <figure
      aria-label={t('Prévia do resultado de busca')}
      className="rounded-card bg-white p-4 text-14 [--found:#4d5156] [--ink:#202124] [--link:#1a0dab]"
    >
      <div className="flex items-center gap-3">
        <span className="grid size-7 shrink-0 place-items-center overflow-hidden rounded-full bg-[#f1f3f4]">
          {icon ? (
            <img src={icon} alt="" className="size-4.5 object-contain" />
          ) : (
            <span className="size-3.5 rounded-full bg-[#9aa0a6]" />
          )}
        </span>
        <span className="min-w-0 text-12 leading-tight">
          <span className="block truncate text-14 text-(--ink)">{nameOr(name, t)}</span>
          <span className="block truncate text-(--found)">{location.origin}</span>
        </span>
      </div>
      <p className="mt-2 line-clamp-2 text-18 leading-snug wrap-anywhere text-(--link)">
        {nameOr(name, t)}
      </p>
      <p className="mt-1 line-clamp-2 wrap-anywhere text-(--found)">
        {description.trim() || t('Sem descrição, a busca escolhe um trecho qualquer da página.')}
      </p>
    </figure>
  );
}

/** The card that a messenger makes of a link: the school's photograph, else its logo. */
export function ShareCard({ name, description }: InfoPreviewProps) {
  const { t } = useTranslation();
  const { settings, login_page } = useSite();
  const wide = login_page.login_banner;
  const image = wide ?? settings.logo_horizontal ?? settings.logo_square;
  return (
    <figure
      aria-label={t('Prévia do cartão de compartilhamento')}
      className="overflow-hidden rounded-card bg-surface-2 ring-1 ring-line-2 ring-inset"
    >
      {image && (
        <img
          src={image}
          srcSet={imageSrcSet(image)}
          sizes="400px"
          alt=""
          className={wide ? 'aspect-[1.91] w-full object-cover' : 'h-28 w-full object-contain p-5'}
        />
      )}
      <div className="px-4 py-3">
        <p className="truncate text-12 text-text-3">{location.host}</p>
        <p className="line-clamp-2 text-14 font-semibold wrap-anywhere text-text">
          {nameOr(name, t)}
        </p>
        {description.trim() && (
          <p className="line-clamp-2 text-13 wrap-anywhere text-text-2">{description}</p>
        )}
      </div>
    </figure>
  );
}

const nameOr = (name: string, t: (text: string) => string) =>
  name.trim() || t('Nome da plataforma');
