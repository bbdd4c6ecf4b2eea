import { limits } from '@vitrine/contract/quizzes';
import { useState } from 'react';
import { MultiPicker } from '../../../ui/multi-picker.tsx';
import { matchesSearch } from '../../../ui/search-match.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { useCoursesToPick } from '../../catalog/content-lookups.queries.ts';

interface ProfileCoursesFieldProps {
  value: readonly number[];
  onChange: (courseIds: number[]) => void;
}

/** Chooses the courses that fit a profile. The student finds them below the result. */
export function ProfileCoursesField({ value, onChange }: ProfileCoursesFieldProps) {
  const { t } = useTranslation();
  const query = useCoursesToPick();
  const [search, setSearch] = useState('');
  const courses = (query.data ?? []).map(({ id, title }) => ({ id, label: title }));
  const byId = new Map(courses.map((course) => [course.id, course]));
  const isFull = value.length >= limits.profileCourses;
  return (
    <MultiPicker
      label={t('Cursos que combinam')}
      hint={t('Até dois. Aparecem abaixo do resultado.')}
      options={isFull ? [] : courses.filter(({ label }) => matchesSearch(label, search))}
      chosen={value.flatMap((id) => byId.get(id) ?? [])}
      onChange={(ids) => onChange(ids.slice(0, limits.profileCourses))}
      onSearch={setSearch}
      delay={0}
      pending={query.isPending}
      failed={query.isLoadingError}
      onRetry={() => void query.refetch()}
      nothing={isFull ? t('Você já escolheu dois cursos.') : t('Nenhum curso')}
    />
  );
}
