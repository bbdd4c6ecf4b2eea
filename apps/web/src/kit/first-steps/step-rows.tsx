import type { FirstSteps } from '@vitrine/contract/first-steps';
import { hrefOf, pages } from '@vitrine/contract/pages';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../ui/translation.ts';
import { newFormHref } from '../links/new-form-href.ts';
import { previewStudent } from '../preview/preview.ts';
import { BannerImage, CourseImage, LookImage, ProductImage, StudentImage } from './step-images.tsx';

/** A step of the checklist: what it says, and where it leads. */
export interface StepRow {
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

/** The rows of the checklist, in their order. */
export function useStepRows({ look, product, course, banner, student }: FirstSteps): StepRow[] {
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
