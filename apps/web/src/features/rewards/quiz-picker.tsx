import { Link } from 'react-router';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { Select } from '../../ui/select.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useQuizzes } from '../quizzes/quizzes.queries.ts';

interface QuizPickerProps {
  value: number | null;
  onChange: (id: number) => void;
  error?: string | undefined;
}

/** Chooses a quiz of the school. Without any, it links to the page that makes them. */
export function QuizPicker({ value, onChange, error }: QuizPickerProps) {
  const { t } = useTranslation();
  const quizzes = useQuizzes();
  const choices = quizzes.data?.[2].data;
  if (quizzes.isLoadingError)
    return <QueryError query={quizzes} title={t('As avaliações não carregaram')} />;
  return (
    <Select
      label={t('Avaliação')}
      required
      value={value}
      placeholder={t('Escolha uma avaliação.')}
      error={error}
      hint={
        choices?.length === 0 && (
          <>
            {t('Você ainda não criou nenhuma avaliação!')}{' '}
            <Link to="?editar=avaliacoes" className="text-accent underline">
              {t('Minhas avaliações')}
            </Link>
          </>
        )
      }
      options={(choices ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onValueChange={onChange}
    />
  );
}
