import { hrefOf } from '@vitrine/contract/pages';
import { Link } from 'react-router';
import { useTranslation } from '../../ui/translation.ts';

interface PersonNameProps {
  /** Null if the person has left. */
  person: { id: number; name: string } | null;
  className?: string;
}

/**
 * A person's name, linked to their card. It runs in its own direction: a name in Arabic that is cut
 * keeps its first letters, and stays at the left like the others.
 */
export function PersonName({ person, className }: PersonNameProps) {
  const { t } = useTranslation();
  if (!person) return <span className={className}>{t('Membro removido')}</span>;
  return (
    <Link
      to={hrefOf('person', { id: person.id })}
      title={person.name}
      dir="auto"
      className={`${className ?? ''} text-left hover:underline`}
    >
      {person.name}
    </Link>
  );
}
