import { TriangleAlert } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import type { ParsedQuestions } from './parse-questions.ts';
import type { Mend, PasteError } from './pasted-question.ts';

interface UnreadLinesProps {
  errors: PasteError[];
  onGoTo: (line: number) => void;
  onMend: (mend: Mend) => void;
}

/** The lines that could not be read, each with its reason and the mends that one press makes. */
export function UnreadLines({ errors, onGoTo, onMend }: UnreadLinesProps) {
  const { t } = useTranslation();
  if (!errors.length) return null;
  return (
    <section className="mb-6">
      <h3 className="text-14 font-semibold">
        {t('{{count}} linha não foi lida|{{count}} linhas não foram lidas', {
          count: errors.length,
        })}
      </h3>
      <ul className="mt-2 divide-y divide-line">
        {errors.map(({ line, reason, detail, mends = [] }) => (
          <li key={line} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
            <span className="flex min-w-40 flex-1 gap-3">
              <TriangleAlert
                size={16}
                strokeWidth={2}
                className="mt-0.5 shrink-0 text-warn"
                aria-hidden="true"
              />
              <span className="min-w-0">
                <LineButton line={line} onGoTo={onGoTo} /> {t(reason.text, reason.values)}
                {detail && (
                  <span className="block text-13 wrap-anywhere text-text-2">
                    {t(detail.text, detail.values)}
                  </span>
                )}
              </span>
            </span>
            {mends.length > 0 && (
              <span className="flex flex-wrap gap-2">
                {mends.map((mend) => {
                  const label = t(mend.label.text, mend.label.values);
                  return (
                    <Button
                      key={label}
                      size="sm"
                      aria-label={t('Linha {{line}}: {{mend}}', { line, mend: label })}
                      onClick={() => onMend(mend)}
                    >
                      {label}
                    </Button>
                  );
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface IgnoredLinesProps {
  ignored: ParsedQuestions['ignored'];
  onGoTo: (line: number) => void;
}

/** The lines that belong to no question, such as comments. */
export function IgnoredLines({ ignored, onGoTo }: IgnoredLinesProps) {
  const { t } = useTranslation();
  if (!ignored.length) return null;
  return (
    <section className="mb-6">
      <h3 className="text-14 font-semibold">
        {t('{{count}} linha fica de fora|{{count}} linhas ficam de fora', {
          count: ignored.length,
        })}
      </h3>
      <ul className="mt-2 text-13 text-text-2">
        {ignored.map(({ line, reason }) => (
          <li key={line} className="py-1">
            <LineButton line={line} onGoTo={onGoTo} /> {t(reason.text)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function LineButton({ line, onGoTo }: { line: number; onGoTo: (line: number) => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={() => onGoTo(line)}
      className="font-semibold underline underline-offset-4"
    >
      {t('Linha {{line}}', { line })}
    </button>
  );
}
