import type { FirstSteps as Steps } from '@vitrine/contract/first-steps';
import { pages } from '@vitrine/contract/pages';
import { ChevronsDownUp, ChevronsUpDown, EyeOff, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { readLocal, writeLocal } from '../../platform/local-store.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EditChrome } from '../../ui/edit-chrome.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { newFormHref } from '../links/new-form-href.ts';
import { useDismissFirstSteps } from './first-steps.queries.ts';
import { useStepRows, type StepRow } from './step-rows.tsx';
import { Step } from './step.tsx';
import { stepsIn } from './steps.ts';

const COLLAPSED = 'first-steps.collapsed';

interface FirstStepsProps {
  steps: Steps;
  className?: string | undefined;
  brief: boolean;
}

/** The checklist of a new school, then a hint for its first student. */
export default function FirstSteps({ steps, className, brief }: FirstStepsProps) {
  if (stepsIn(steps).every(({ done }) => done)) return <FirstStudent className={className} />;
  return <Checklist steps={steps} className={className} brief={brief} />;
}

/** All steps are done but the school has no student. Points to the menu that invites students. */
function FirstStudent({ className }: { className: string | undefined }) {
  const { t } = useTranslation();
  return (
    <EditChrome className={className}>
      <section
        aria-label={t('Primeiros passos')}
        className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-panel border border-line bg-surface-1 px-5 py-4"
      >
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-16 font-semibold text-text">{t('Sua escola está pronta')}</h2>
          <p className="text-13 text-text-2">{t('Falta o primeiro aluno.')}</p>
        </div>
        <div className="-ml-3 flex flex-wrap gap-2 drawer:ml-0">
          <Dismiss />
          <Link to={newFormHref(pages.manageMembers.path)} className={buttonClass('primary', 'sm')}>
            {t('Adicionar pessoa')}
          </Link>
        </div>
      </section>
    </EditChrome>
  );
}

function Dismiss() {
  const { t } = useTranslation();
  const dismiss = useDismissFirstSteps();
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={<X size={16} strokeWidth={2} aria-hidden="true" />}
      busy={dismiss.isPending}
      onClick={() => dismiss.mutate({})}
    >
      {t('Dispensar')}
    </Button>
  );
}

interface ChecklistProps {
  steps: Steps;
  className: string | undefined;
  brief: boolean;
}

function Checklist({ steps, className, brief }: ChecklistProps) {
  const { t } = useTranslation();
  const list = useId();
  const [open, setOpen] = useState(() => !brief && !readLocal<boolean>(COLLAPSED));
  const rows = useStepRows(steps);
  const next = rows.find(({ done }) => !done);
  function toggle() {
    setOpen(!open);
    if (!brief) writeLocal(COLLAPSED, open || null);
  }
  return (
    <EditChrome className={className}>
      <section
        aria-label={t('Primeiros passos')}
        className="@container overflow-hidden rounded-panel border border-line bg-surface-1"
      >
        <ChecklistHead rows={rows} next={next} open={open} list={list} onToggle={toggle} />
        <ol
          id={list}
          hidden={!open}
          className="grid divide-y divide-line border-t border-line @5xl:grid-cols-5 @5xl:divide-x @5xl:divide-y-0"
        >
          {rows.map((row) => (
            <Step key={row.title} {...row} isNext={row === next} />
          ))}
        </ol>
      </section>
    </EditChrome>
  );
}

interface ChecklistHeadProps {
  rows: StepRow[];
  /** The first step that is not done. */
  next: StepRow | undefined;
  open: boolean;
  /** The id of the list that the button folds. */
  list: string;
  onToggle: () => void;
}

/** The title with the number of done steps, and the buttons that fold and dismiss the list. */
function ChecklistHead({ rows, next, open, list, onToggle }: ChecklistHeadProps) {
  const { t } = useTranslation();
  const Fold = open ? ChevronsDownUp : ChevronsUpDown;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <h2 className="text-16 font-semibold text-text">{t('Primeiros passos')}</h2>
      <span aria-hidden="true" className="flex gap-1">
        {rows.map(({ title, done }) => (
          <span
            key={title}
            className={cx('h-1 w-5 rounded-full', done ? 'bg-ok' : 'bg-surface-3')}
          />
        ))}
      </span>
      <span className="text-13 text-text-2">
        {t('{{done}} de {{all}} prontos, em qualquer ordem', {
          done: rows.filter(({ done }) => done).length,
          all: rows.length,
        })}
      </span>
      {open && (
        <span className="flex items-center gap-2 text-13 text-text-3 @5xl:ml-auto">
          <EyeOff size={16} strokeWidth={2} aria-hidden="true" className="shrink-0" />
          {t('Só a equipe vê. Some quando tudo estiver pronto.')}
        </span>
      )}
      <span
        className={cx('-ml-3 flex flex-wrap gap-2 @5xl:ml-0', !open && '@4xl:ml-auto @5xl:ml-auto')}
      >
        {!open && next && (
          <Link to={next.to ?? pages.homepage.path} className={buttonClass('ghost', 'sm')}>
            {t('Próximo: {{title}}', { title: next.title })}
          </Link>
        )}
        {!open && <Dismiss />}
        <Button
          variant="ghost"
          size="sm"
          icon={<Fold size={16} strokeWidth={2} aria-hidden="true" />}
          aria-expanded={open}
          aria-controls={list}
          onClick={onToggle}
        >
          {open ? t('Recolher') : t('Mostrar')}
        </Button>
      </span>
    </div>
  );
}
