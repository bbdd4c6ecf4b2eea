import { hrefOf, pages } from '@vitrine/contract/pages';
import type { ListedProduct } from '@vitrine/contract/products';
import { Pencil, Users } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { useSavedSwitch } from '../../kit/forms/switch-setting.tsx';
import { removeItem } from '../../ui/menu-items.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Saved, Switch } from '../../ui/switch.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useChangeProduct } from './products.queries.ts';

interface ProductRowProps {
  product: ListedProduct;
  onRename: () => void;
  onRemove: () => void;
}

/** A product with its holders and courses, and the switch that saves at once. */
export function ProductRow({ product, onRename, onRemove }: ProductRowProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const change = useChangeProduct();
  const { savedAt, ...control } = useSavedSwitch({
    value: product.status === 'active',
    save: (on) =>
      change.mutateAsync({
        params: { id: product.id },
        body: { status: on ? 'active' : 'inactive' },
      }),
    failure: 'Não foi possível atualizar os dados',
  });
  const people = `${pages.manageMembers.path}?produto=${product.id}`;

  return (
    <li className="flex min-h-18 items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="line-clamp-3 text-15 font-medium wrap-anywhere text-text">{product.title}</p>
        <p className="text-13 text-text-2">
          {control.checked ? t('Ativo') : t('Inativo')}
          {' · '}
          {product.members_count > 0 ? (
            <Link to={people} className="hover:text-text hover:underline">
              {t('nenhuma pessoa|{{count}} pessoa|{{count}} pessoas', {
                count: product.members_count,
              })}
            </Link>
          ) : (
            t('Ninguém ainda')
          )}
        </p>
        <Opens courses={product.courses} />
      </div>
      <Saved at={savedAt} />
      <Switch aria-label={t('{{name}} está ativo', { name: product.title })} {...control} />
      <Menu
        label={t('Opções de {{name}}', { name: product.title })}
        items={[
          { id: 'rename', label: t('Renomear'), icon: <Pencil />, onSelect: onRename },
          {
            id: 'people',
            label: t('Ver pessoas'),
            icon: <Users />,
            onSelect: () => void navigate(people),
          },
          'separator',
          removeItem(t('Excluir'), onRemove),
        ]}
      />
    </li>
  );
}

/** Maximum number of course names in a row. */
const MAX_NAMED_COURSES = 3;

function Opens({ courses = [] }: { courses: ListedProduct['courses'] | undefined }) {
  const { t } = useTranslation();
  if (!courses.length) return <p className="text-13 text-text-3">{t('Não abre cursos ainda')}</p>;
  const more = courses.length - MAX_NAMED_COURSES;
  return (
    // The padding keeps room for the focus ring of a course.
    <p className="-m-0.5 line-clamp-3 p-0.5 text-13 wrap-anywhere text-text-2">
      {t('Abre {{count}} curso|Abre {{count}} cursos', { count: courses.length })}
      {courses.slice(0, MAX_NAMED_COURSES).map(({ id, title }, index) => (
        <span key={id}>
          {index === 0 ? ': ' : ', '}
          <Link
            to={hrefOf('manageCourse', { id })}
            className="outline-offset-0 hover:text-text hover:underline"
          >
            {title}
          </Link>
        </span>
      ))}
      {more > 0 && ` ${t('e mais {{number}}', { number: more })}`}
    </p>
  );
}
