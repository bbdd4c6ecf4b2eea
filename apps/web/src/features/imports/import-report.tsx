import type { ImportReportLine } from '@vitrine/contract/imports';
import { useState } from 'react';
import { LoadMore } from '../../ui/load-more.tsx';
import { useTranslation } from '../../ui/translation.ts';

const PAGE_SIZE = 50;

/** Lists what was changed or left out, with its name and the reason. */
export function ImportReport({ lines }: { lines: readonly ImportReportLine[] }) {
  const { t } = useTranslation();
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE);
  return (
    <section>
      <h2 className="text-16 font-semibold text-text">
        {t('{{count}} aviso|{{count}} avisos', { count: lines.length })}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {lines.slice(0, visibleCount).map(({ line, item, message }, index) => (
          <li key={index} className="grid gap-0.5 py-3">
            <p className="text-14 font-medium wrap-anywhere text-text">
              {line === undefined ? item : t('Linha {{line}}: {{item}}', { line, item })}
            </p>
            <p className="text-14 wrap-anywhere text-text-2">{message}</p>
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={lines.length > visibleCount}
        busy={false}
        onMore={() => setVisibleCount(visibleCount + PAGE_SIZE)}
      />
    </section>
  );
}
