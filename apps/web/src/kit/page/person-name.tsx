import { hrefOf } from '@vitrine/contract/pages';
import { Link } from 'react-router';
import { useTranslation } from '../../ui/translation.ts';

interface PersonNameProps {
  /** Null is somebody who has left. */
  person: { id: number; name: string } | null;
  /** The words for who has left. */
  gone?: string;
  className?: string;
}

/** A name that leads to the card of its person. */
export function PersonName({ person, gone, className }: PersonNameProps) {
  const { t } = useTranslation();
  if (!person) return <span className={className}>{gone ?? t('Membro removido')}</span>;
  return (
    <Link
      to={hrefOf('person', { id: person.id })}
      title={person.name}
      className={`${className ?? ''} hover:underline`}
    >
      {person.name}
    </Link>
  );
}
