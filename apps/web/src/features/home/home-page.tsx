import { BookOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/states.tsx';

/** The student's home. */
export function HomePage() {
  const { t } = useTranslation();
  return (
    <div className="page pt-32">
      <EmptyState icon={<BookOpen />} title={t('Ainda não há cursos por aqui')} />
    </div>
  );
}
