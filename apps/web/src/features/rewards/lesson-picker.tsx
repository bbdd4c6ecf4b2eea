import { useState } from 'react';
import { MultiPicker } from '../../ui/multi-picker.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useLessonsToPick } from '../catalog/content-lookups.queries.ts';
import { useLessonNamed } from './rewards.queries.ts';

interface LessonPickerProps {
  value: number | null;
  onChange: (id: number | null) => void;
  error?: string | undefined;
}

/** Chooses a lesson of the school by search. */
export function LessonPicker({ value, onChange, error }: LessonPickerProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const lessons = useLessonsToPick(search);
  const named = useLessonNamed(value);
  const title =
    lessons.items.find(({ id }) => id === value)?.title ?? named.data?.data.title ?? '…';
  return (
    <MultiPicker
      single
      required
      label={t('Aula')}
      placeholder={t('Buscar aula')}
      nothing={t('Nenhuma aula encontrada')}
      error={error}
      chosen={value === null ? [] : [{ id: value, label: title }]}
      options={lessons.items.map(({ id, title: label, course_title }) => ({
        id,
        label,
        note: course_title,
      }))}
      onChange={([id = null]) => onChange(id)}
      onSearch={setSearch}
      pending={lessons.isPending}
      failed={lessons.isError}
      onRetry={() => void lessons.refetch()}
      hasMore={lessons.hasNextPage}
      busy={lessons.isFetchingNextPage}
      onMore={() => void lessons.fetchNextPage()}
    />
  );
}
