import { BookOpen, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isAdmin } from '../../platform/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** A school without a course: an admin is told what to do next, a student what to expect. */
export function HomeEmpty() {
  const { t } = useTranslation();
  if (!isAdmin())
    return (
      <EmptyState
        className="pt-40"
        icon={<BookOpen />}
        title={t('Seus cursos vão aparecer aqui')}
        text={t(
          'A escola está preparando as primeiras aulas. Assim que abrirem, você começa por esta página.',
        )}
      />
    );
  return (
    <EmptyState
      className="pt-40"
      icon={<BookOpen />}
      title={t('Sua escola ainda não tem cursos')}
      text={t('Traga um curso que você já tem em outra plataforma, ou comece um novo agora.')}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Link to="/gestao/importar" className={buttonClass('primary')}>
            <Upload size={18} strokeWidth={1.75} aria-hidden="true" />
            {t('Importar curso')}
          </Link>
          <Link to="/gestao/cursos" className={buttonClass('secondary')}>
            {t('Criar curso')}
          </Link>
        </div>
      }
    />
  );
}
