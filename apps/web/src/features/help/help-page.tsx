import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { topics } from './topics.ts';

/** The help centre that 'Ajuda' opens (A section 1). Each topic links to its panel or page. */
export default function HelpPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead
        title={t('Ajuda')}
        text={t('O que se faz onde, do primeiro curso ao site com a sua cara.')}
      />
      <div className="max-w-[68ch]">
        {topics.map(({ title, texts, to, way }) => (
          <section key={title} className="border-t border-line py-6 first:border-0 first:pt-0">
            <h2 className="text-18 font-semibold">{t(title)}</h2>
            {texts.map((text) => (
              <p key={text} className="mt-2 text-16 text-text-2">
                {t(text)}
              </p>
            ))}
            <p className="mt-4">
              <Link to={to} className={buttonClass('secondary', 'sm')}>
                {t(way)}
                <ArrowRight size={16} strokeWidth={2} aria-hidden="true" />
              </Link>
            </p>
          </section>
        ))}
      </div>
    </>
  );
}
