import { Upload } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';
import { Link } from 'react-router';
import { DrawnCover } from '../../kit/cards/drawn-cover.tsx';
import { isAdmin } from '../../platform/session.ts';
import { buttonClass } from '../../ui/button.tsx';

/** A school without a course: an admin is told what to do next, a student what to expect. */
export function HomeEmpty() {
  const { t } = useTranslation();
  const admin = isAdmin();
  return (
    <section className="hero">
      <div className="hero-picture">
        <DrawnCover seed="school" />
      </div>
      <div className="hero-text">
        <h1 className="hero-title">
          {admin ? t('Sua escola ainda não tem cursos') : t('Seus cursos vão aparecer aqui')}
        </h1>
        <p className="hero-line">
          {admin
            ? t('Traga um curso que você já tem em outra plataforma, ou comece um novo agora.')
            : t(
                'A escola está preparando as primeiras aulas. Assim que abrirem, você começa por esta página.',
              )}
        </p>
        {admin && (
          <div className="hero-actions">
            <Link to="/gestao/importar" className={buttonClass('primary', 'lg')}>
              <Upload size={18} strokeWidth={1.75} aria-hidden="true" />
              {t('Importar curso')}
            </Link>
            <Link to="/gestao/cursos" className={buttonClass('secondary', 'lg')}>
              {t('Criar curso')}
            </Link>
          </div>
        )}
      </div>
    </section>
  );
}
