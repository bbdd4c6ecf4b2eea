import { useTranslation } from './translation.ts';

/**
 * Tells screen readers how many results a search has. They stand elsewhere on the page, and the field
 * keeps the focus.
 *
 * ```tsx
 * <FoundCount count={query && members.isSuccess ? members.total : null} />
 * ```
 */
export function FoundCount({
  count,
  more = false,
}: {
  /** Null before there is an answer. */
  count: number | null;
  /** The count is a lower bound: told as '50+'. */
  more?: boolean | undefined;
}) {
  const { t, number } = useTranslation();
  const total = `${number(count ?? 0)}${more ? '+' : ''}`;
  return (
    <output className="sr-only">
      {count === 0
        ? t('Nada encontrado')
        : count && t('{{total}} resultado|{{total}} resultados', { count, total })}
    </output>
  );
}
