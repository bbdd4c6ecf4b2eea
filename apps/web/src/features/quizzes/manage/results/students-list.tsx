import type { PlottedStudent, Quiz } from '@vitrine/contract/quizzes';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { QueryError } from '../../../../kit/queries/query-error.tsx';
import { buttonClass } from '../../../../ui/button.tsx';
import { LoadMore } from '../../../../ui/load-more.tsx';
import { SearchField } from '../../../../ui/search-field.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import { exportAddress, useStudents } from '../../quizzes.queries.ts';
import { resultText, type Titles } from './result-text.ts';
import { StudentRow } from './student-row.tsx';

interface StudentsListProps {
  quiz: Quiz;
  titles: Titles;
  onOpen: (student: Pick<PlottedStudent, 'member'>) => void;
}

/** The students who handed in, the latest first, found by name. */
export function StudentsList({ quiz, titles, onOpen }: StudentsListProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const query = useStudents(quiz.id, search.trim());
  const { items, searches, more } = query;
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-16 font-semibold">{t('Alunos')}</h2>
        <a href={exportAddress(quiz.id)} download className={buttonClass('secondary', 'sm')}>
          <Download size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('Exportar CSV')}
        </a>
      </div>
      <SearchField className="mt-3" label={t('Buscar aluno')} onSearch={setSearch} />
      <ul className="mt-2 divide-y divide-line" aria-busy={searches}>
        {items.map((student) => (
          <StudentRow
            key={student.member.id}
            student={student}
            result={resultText(quiz, titles, student)}
            onOpen={() => onOpen(student)}
          />
        ))}
      </ul>
      {query.isError && !query.data && (
        <QueryError query={query} className="pt-8" title={t('Os alunos não carregaram')} />
      )}
      {(query.isPending || (searches && !items.length)) && <Skeleton shape="row" count={3} />}
      {search.trim() && !searches && !query.isError && !items.length && (
        <output className="block py-6 text-14 text-text-2">
          {t('Nenhum aluno com esse nome respondeu.')}
        </output>
      )}
      <LoadMore {...more} />
    </>
  );
}
