import type { FirstSteps as Steps } from '@vitrine/contract/first-steps';
import { hrefOf, pages } from '@vitrine/contract/pages';
import { Check, ChevronRight, ChevronsDownUp, ChevronsUpDown, EyeOff, X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { readLocal, writeLocal } from '../../platform/local-store.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EditChrome } from '../../ui/edit-chrome.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { newFormHref } from '../links/new-form-href.ts';
import { outline } from '../preview/outline.ts';
import { previewStudent } from '../preview/preview.ts';
import { useDismissFirstSteps } from './first-steps.queries.ts';
import { BannerImage, CourseImage, LookImage, ProductImage, StudentImage } from './step-images.tsx';
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

/** The rows of the checklist, in their order. */
function useStepRows({ look, product, course, banner, student }: Steps): StepRow[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return [
    {
      done: look.done,
      title: t('Aparência'),
      text: look.done
        ? `${look.font} · ${look.color.toUpperCase()}`
        : t('Logo, cores e letras da escola.'),
      image: <LookImage />,
      section: { id: 'header', name: t('Header') },
      to: `${pages.homepage.path}?editar=aparencia`,
      label: t('Escolher aparência'),
    },
    {
      done: product.done,
      title: t('Produto'),
      text: product.title
        ? `${product.title} · ${t('Não abre cursos|Abre {{count}} curso|Abre {{count}} cursos', { count: product.courses_count })}`
        : t('O que seus alunos compram: ele abre os cursos.'),
      image: <ProductImage covers={product.covers} />,
      to: product.done ? pages.manageProducts.path : newFormHref(pages.manageProducts.path),
      label: t('Criar produto'),
    },
    {
      done: course.done,
      title: t('Curso'),
      text: course.title
        ? `${course.title} · ${t('Nenhuma aula|{{count}} aula|{{count}} aulas', { count: course.lessons_count })}`
        : t('Crie um curso, ou traga um que você já tem.'),
      image: <CourseImage {...course} />,
      section: { id: 'vitrine', name: t('Vitrine') },
      to: course.id
        ? hrefOf('manageCourse', { id: course.id })
        : newFormHref(pages.manageCourses.path),
      label: course.id ? t('Abrir o curso') : t('Criar curso'),
    },
    {
      done: banner.done,
      title: t('Banner principal'),
      text: t('A primeira coisa que o aluno vê.'),
      image: <BannerImage {...banner} />,
      section: { id: 'banner', name: t('Banner principal') },
      to: `${pages.homepage.path}?editar=${banner.done ? 'banner' : 'banner/novo'}`,
      label: t('Escolher imagem'),
    },
    {
      done: student.done,
      title: t('Ver como aluno'),
      text: t('Entre como quem acabou de comprar e confira o que está aberto.'),
      image: <StudentImage image={banner.image ?? course.cover} />,
      label: t('Ver como aluno'),
      onPress() {
        previewStudent.set(product.id ? [product.id] : []);
        void navigate(`${pages.homepage.path}?editar`);
      },
    },
  ];
}

interface StepRow {
  done: boolean;
  title: string;
  text: string;
  image: ReactNode;
  /**
   * The part of the page that the step fills. It is outlined while the step has the pointer or
   * focus.
   */
  section?: { id: string; name: string };
  label: string;
  to?: string;
  onPress?: () => void;
}

interface StepProps extends StepRow {
  /** The first step that is not done. Its button is emphasised. */
  isNext: boolean;
}

/** The link's area is its whole step. */
const WHOLE_STEP = 'static after:absolute after:inset-0 after:size-auto after:transform-none';

function Step({ done, isNext, title, text, image, section, label, to, onPress }: StepProps) {
  const { t } = useTranslation();
  const openLook = isNext ? 'primary' : 'secondary';
  const look = done ? 'ghost' : openLook;
  const content = done ? (
    <>
      {onPress ? label : t('Mudar')}
      <ChevronRight size={16} strokeWidth={2} aria-hidden="true" />
    </>
  ) : (
    label
  );
  const showPlace = () => section && outline(section.id, { name: section.name });
  const hidePlace = () => section && outline(null);
  const pointing = {
    onPointerEnter: showPlace,
    onPointerLeave: hidePlace,
    onFocus: showPlace,
    onBlur: hidePlace,
  };
  const name = done && !onPress ? { 'aria-label': t('Mudar: {{title}}', { title }) } : {};
  return (
    <li
      className={cx(
        'relative grid grid-cols-[64px_minmax(0,1fr)] content-start gap-x-4 gap-y-2 p-5 @xl:grid-cols-[64px_minmax(0,1fr)_auto] @5xl:flex @5xl:flex-col',
        isNext && 'bg-surface-2',
      )}
    >
      <span
        aria-hidden="true"
        className="relative row-span-2 grid h-16 grid-cols-1 grid-rows-1 place-items-center overflow-hidden rounded-control bg-surface-3 text-text-3 @5xl:h-23"
      >
        {image}
        {done && (
          <span className="absolute top-1.5 right-1.5 grid size-5 place-items-center rounded-full bg-ok text-black">
            <Check size={14} strokeWidth={2.5} />
          </span>
        )}
      </span>
      <span className="min-w-0">
        <span className="block text-14 font-semibold text-text">
          {title}
          {done && <span className="sr-only">{` · ${t('pronto')}`}</span>}
        </span>
        <span className="mt-0.5 line-clamp-3 block text-13 text-text-2">{text}</span>
      </span>
      <span
        className={cx(
          'col-start-2 @xl:col-start-3 @xl:self-center @5xl:mt-auto @5xl:self-start',
          done && '-ml-3',
        )}
      >
        {to ? (
          <Link to={to} className={cx(buttonClass(look, 'sm'), WHOLE_STEP)} {...name} {...pointing}>
            {content}
          </Link>
        ) : (
          <Button variant={look} size="sm" className={WHOLE_STEP} onClick={onPress} {...pointing}>
            {content}
          </Button>
        )}
      </span>
    </li>
  );
}
