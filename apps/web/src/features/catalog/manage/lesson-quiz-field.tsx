import type { Lesson } from '@vitrine/contract/catalog';
import { pages } from '@vitrine/contract/pages';
import { Link } from 'react-router';
import { Select } from '../../../ui/select.tsx';
import { SwitchField } from '../../../ui/switch.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useQuizzes } from '../../quizzes/quizzes.queries.ts';

interface LessonQuizFieldProps {
  /** The quiz that the lesson has now. */
  saved: Lesson['quiz'];
  value: number | null;
  required: boolean;
  error: string | undefined;
  onChange: (next: { quiz_id: number | null; quiz_required: boolean }) => void;
}

/** The quiz that students take in the lesson, and whether the lesson is finished by passing it. */
export function LessonQuizField({ saved, value, required, error, onChange }: LessonQuizFieldProps) {
  const { t } = useTranslation();
  const all = useQuizzes().data?.[2].data;
  const quizzes = all ?? (saved ? [{ ...saved, published: 1 }] : []);
  const chosen = quizzes.find(({ id }) => id === value);
  return (
    <div className="grid grid-cols-1 gap-3">
      <Select
        label={t('Avaliação')}
        hint={t('Perguntas que o aluno responde nesta aula.')}
        error={error}
        value={String(value ?? NONE)}
        onValueChange={(next) =>
          // A quiz that is new to the lesson counts.
          onChange(
            next === NONE
              ? { quiz_id: null, quiz_required: false }
              : { quiz_id: Number(next), quiz_required: value === null || required },
          )
        }
        options={[
          { value: NONE, label: t('Sem avaliação') },
          ...quizzes.map(({ id, name, published }) => ({
            value: String(id),
            label: published ? name : t('{{name}} (rascunho)', { name }),
          })),
        ]}
      />
      {all?.length === 0 && (
        <Link to={`${pages.homepage.path}?editar=avaliacoes`} className={linkClass}>
          {t('Criar avaliação')}
        </Link>
      )}
      {chosen && (
        <>
          <SwitchField
            label={t('Conta para o fim do módulo')}
            hint={t('A aula fica concluída quando o aluno passa, e só assim.')}
            checked={required}
            onCheckedChange={(on) => onChange({ quiz_id: value, quiz_required: on })}
          />
          <Link to={`${pages.quizBuilder.path}?id=${chosen.id}`} className={linkClass}>
            {t('Abrir a avaliação')}
          </Link>
        </>
      )}
    </div>
  );
}

const NONE = 'none';

const linkClass =
  'touch-target justify-self-start text-14 text-accent underline underline-offset-4';
