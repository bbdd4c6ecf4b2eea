import { pages } from '@vitrine/contract/pages';
import type { Deliverable } from '@vitrine/contract/rewards';
import { Award, Download, ExternalLink, Link2, Package } from 'lucide-react';
import { Link } from 'react-router';
import { CardLink } from '../../kit/cards/card-link.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';

const linkClass = 'flex min-h-6 items-center gap-2 text-14 text-text underline';

/** The deliverables of a reward: a file by its signed address, links, a player or a product. */
export function Deliverables({ deliverables }: { deliverables: readonly Deliverable[] }) {
  const { t } = useTranslation();
  if (!deliverables.length) return null;
  return (
    <ul className="mt-4 grid grid-cols-1 gap-3">
      {deliverables.map((one, index) => (
        <li key={index} className="min-w-0">
          {one.type === 'file' && (
            <a
              href={one.url}
              download={one.name}
              className={`${buttonClass('secondary')} max-w-full`}
            >
              <Download size={18} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
              <span className="truncate">{t('Baixar {{name}}', { name: one.name ?? '' })}</span>
            </a>
          )}
          {one.type === 'link' && one.url && <RewardLink url={one.url} />}
          {one.type === 'insignia' && (
            <p className="flex items-center gap-2 text-14 text-text-2">
              <Award size={16} strokeWidth={2} className="shrink-0" aria-hidden="true" />
              {t('Insígnia')}
            </p>
          )}
          {one.type === 'embed' && (
            <iframe
              src={one.embed}
              title={t('Vídeo da recompensa')}
              allow="encrypted-media; picture-in-picture"
              allowFullScreen
              loading="lazy"
              referrerPolicy="strict-origin-when-cross-origin"
              className="aspect-video w-full rounded-card"
            />
          )}
          {one.type === 'product' && (
            <Link to={pages.myCourses.path} className={linkClass}>
              <Package size={16} strokeWidth={2} className="shrink-0" aria-hidden="true" />
              {t('Você recebeu {{title}}', { title: one.product?.title ?? '' })}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A link of a reward. A path of the school opens in the same tab. */
function RewardLink({ url }: { url: string }) {
  const Icon = url.startsWith('/') ? Link2 : ExternalLink;
  return (
    <CardLink href={url} className={linkClass}>
      <Icon size={16} strokeWidth={2} className="shrink-0" aria-hidden="true" />
      <span className="truncate">{url}</span>
    </CardLink>
  );
}
