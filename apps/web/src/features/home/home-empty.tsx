import { pages } from '@vitrine/contract/pages';
import { GalleryHorizontal, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DrawnCover } from '../../kit/cards/drawn-cover.tsx';
import { newFormHref } from '../../kit/links/new-form-href.ts';
import { useIsAdmin } from '../../platform/site-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';

/**
 * The empty home page. Admins read the next step, students what to expect. `withRows`: carousels
 * exist, but show nothing.
 */
export default function HomeEmpty({ withRows }: { withRows: boolean }) {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  if (!isAdmin)
    return (
      <Opening
        title={t('Seus cursos vão aparecer aqui')}
        line={t('Assim que a escola abrir um curso para você, ele começa por esta página.')}
      />
    );
  if (withRows)
    return (
      <Opening
        title={t('Nada à vista por enquanto')}
        line={t('Publique um carrossel com cursos, e os alunos o encontram aqui.')}
      >
        <Link to="/homepage?editar=vitrine" className={buttonClass('primary', 'lg')}>
          <GalleryHorizontal size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('Abrir a Vitrine')}
        </Link>
      </Opening>
    );
  return (
    <>
      <Opening
        title={t('Sua escola ainda não tem cursos')}
        line={t('Traga um curso que você já tem em outra plataforma, ou comece um novo agora.')}
      >
        <Link
          to={pages.manageImports.path}
          className={`max-sm:w-full ${buttonClass('primary', 'lg')}`}
        >
          <Upload size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('Importar curso')}
        </Link>
        <Link
          to={newFormHref(pages.manageCourses.path)}
          className={`max-sm:w-full ${buttonClass('secondary', 'lg')}`}
        >
          {t('Criar curso')}
        </Link>
      </Opening>
    </>
  );
}

interface OpeningProps {
  title: string;
  line: string;
  /** The actions. */
  children?: ReactNode;
}

const Opening = ({ title, line, children }: OpeningProps) => (
  <section className="hero">
    <div className="hero-image">
      <DrawnCover seed="school" />
    </div>
    <div className="hero-text">
      <h1 className="hero-title">{title}</h1>
      <p className="hero-line">{line}</p>
      {children && <div className="hero-actions">{children}</div>}
    </div>
  </section>
);
