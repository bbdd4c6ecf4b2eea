import { firstName } from '@vitrine/contract/names';
import { Check, Lock, Play, Plus } from 'lucide-react';
import { facts, lockReason } from '../../kit/cards/card-facts.ts';
import { CardLink } from '../../kit/cards/card-link.tsx';
import { Cover } from '../../kit/cards/cover.tsx';
import { titleFit } from '../../kit/page/font-style.ts';
import { greetingTime } from '../../kit/page/greeting.ts';
import { useViewer } from '../../platform/site-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { Featured } from './featured.ts';

interface HeroProps extends Featured {
  /** The hour of the greeting. The default is the browser's. */
  hour?: number;
  onFavorite: ((on: boolean) => void) | undefined;
}

const greetings = {
  morning: 'Bom dia, {{name}}',
  afternoon: 'Boa tarde, {{name}}',
  evening: 'Boa noite, {{name}}',
};

/** The opening of the page: one thing to watch, as large as its image allows. */
export function Hero({ card, begun, hour, onFavorite }: HeroProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { title, locked, products, favorite } = card;
  const InList = favorite ? Check : Plus;
  const reason = lockReason(t, card);
  const wayIn = products.length ? t('Disponível com {{name}}', { name: reason }) : reason;
  const line = locked ? wayIn : facts(t, card);
  return (
    <section data-section="banner" aria-label={title} className="hero">
      <div className="hero-image">
        <Cover src={card.cover} seed={card.seed} sizes="100vw" first />
      </div>
      <div className="hero-text">
        <p className="hero-kicker">
          {viewer && (
            <span>{t(greetings[greetingTime(hour)], { name: firstName(viewer.name) })}</span>
          )}
          <span className="hero-brand">
            {t(begun ? 'Continue de onde parou' : 'Comece por aqui')}
          </span>
        </p>
        <h1 className="hero-title" style={{ '--fit': titleFit(title) }}>
          {title}
        </h1>
        <p className="hero-line">{line}</p>
        <div className="hero-actions">
          <CardLink href={card.href} className={buttonClass('primary', 'lg')}>
            {locked ? (
              <Lock size={18} strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <Play size={18} fill="currentColor" strokeWidth={0} aria-hidden="true" />
            )}
            {locked ? t('Como ter acesso') : t(begun ? 'Continuar' : 'Começar agora')}
          </CardLink>
          {onFavorite && (
            <button
              type="button"
              aria-pressed={favorite}
              className="hero-list"
              onClick={() => onFavorite(!favorite)}
            >
              <InList size={20} strokeWidth={1.75} aria-hidden="true" />
              <span>{t('Minha lista')}</span>
            </button>
          )}
        </div>
      </div>
    </section>
  );
}
