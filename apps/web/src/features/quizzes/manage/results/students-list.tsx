import {
  NO_PROFILE,
  type CountedAttempt,
  type PlottedStudent,
  type Quiz,
  type StudentOrder,
} from '@vitrine/contract/quizzes';
import { Download, X } from 'lucide-react';
import { useState } from 'react';
import { foundIn } from '../../../../kit/queries/found-in.ts';
import { QueryError } from '../../../../kit/queries/query-error.tsx';
import { Button } from '../../../../ui/button.tsx';
import { LoadMore } from '../../../../ui/load-more.tsx';
import { SearchField } from '../../../../ui/search-field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import { exportAddress, useStudents } from '../../quizzes.queries.ts';
import { resultText, type Titles } from './result-text.ts';
import { StudentRow } from './student-row.tsx';

interface StudentsListProps {
  quiz: Quiz;
  titles: Titles;
  counted: CountedAttempt;
  /** The students have scores, not profiles. */
  scored: boolean;
  /** The key of the profile whose students are listed, or `NO_PROFILE`. Null lists all. */
  profile: string | null;
  onClearProfile: () => void;
  onOpen: (student: Pick<PlottedStudent, 'member'>) => void;
}

/** The students who handed in, by time or by score, found by name and profile. */
export function StudentsList(props: StudentsListProps) {
  const { quiz, titles, counted, scored, profile, onClearProfile, onOpen } = props;
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<StudentOrder>('latest');
  const query = useStudents(quiz.id, {
    q: search.trim(),
    attempt: counted,
    profile: profile ?? undefined,
    order,
  });
  const { items, searches, more } = query;
  return (
    <>
      <div className="flex min-h-9 items-center justify-between gap-4">
        <h2 className="text-16 font-semibold">{t('Alunos')}</h2>
        {scored && (
          <Select<StudentOrder>
            quiet
            hideLabel
            label={t('Ordem dos alunos')}
            value={order}
            onValueChange={setOrder}
            options={[
              { value: 'latest', label: t('Mais recentes') },
              { value: 'highest', label: t('Maior nota') },
              { value: 'lowest', label: t('Menor nota') },
            ]}
          />
        )}
        {profile !== null && (
          <Button
            size="sm"
            className="min-w-0 shrink!"
            iconAfter={<X size={16} strokeWidth={2} aria-hidden="true" />}
            onClick={onClearProfile}
          >
            <span className="truncate">
              {profile === NO_PROFILE ? t('Sem perfil') : (titles.get(profile) ?? profile)}
            </span>
            <span className="sr-only">{t('Mostrar alunos de todos os perfis')}</span>
          </Button>
        )}
      </div>
      <SearchField
        className="mt-3"
        label={t('Buscar aluno')}
        found={search.trim() && query.isSuccess && !searches ? foundIn(query) : null}
        onSearch={setSearch}
      />
      <ul className="mt-2 divide-y divide-line" aria-busy={searches}>
        {items.map((student) => (
          <StudentRow
            key={student.member.id}
            student={student}
            result={resultText(t, quiz, titles, student)}
            onOpen={() => onOpen(student)}
          />
        ))}
      </ul>
      {query.isError && !query.data && (
        <QueryError query={query} className="pt-8" title={t('Os alunos não carregaram')} />
      )}
      {(query.isPending || (searches && !items.length)) && <Skeleton shape="row" count={3} />}
      {search.trim() && !searches && !query.isError && !items.length && (
        <p className="py-6 text-14 text-text-2">{t('Nenhum aluno com esse nome respondeu.')}</p>
      )}
      <LoadMore {...more} />
      <a
        href={exportAddress(quiz.id)}
        download
        className="mt-4 inline-flex min-h-11 items-center gap-2 text-13 text-text-2 underline hover:text-text"
      >
        <Download size={16} strokeWidth={2} className="shrink-0" aria-hidden="true" />
        {t('Baixar todas as tentativas em CSV')}
      </a>
    </>
  );
}
