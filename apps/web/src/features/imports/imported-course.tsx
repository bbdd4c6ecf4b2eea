import { catalog } from '@vitrine/contract/catalog';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { useTranslation } from '../../ui/translation.ts';

/** The imported course, with the number of its modules and lessons. */
export function ImportedCourse({ id }: { id: number }) {
  const { t } = useTranslation();
  const course = useContractQuery(catalog.showCourse, { params: { id } });
  if (!course.data) return null;
  const { title, modules } = course.data.data;
  const lessons = modules.reduce((sum, module) => sum + module.lessons.length, 0);
  const parts = [
    t('{{count}} módulo|{{count}} módulos', { count: modules.length }),
    t('Nenhuma aula|{{count}} aula|{{count}} aulas', { count: lessons }),
  ];
  return (
    <p className="text-14 wrap-anywhere text-text-2">
      {t('Virou o curso')} <strong className="font-semibold text-text">{title}</strong>
      {`: ${parts.join(' · ')}`}
    </p>
  );
}
