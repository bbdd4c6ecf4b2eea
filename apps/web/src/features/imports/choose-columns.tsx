import { type MemberColumns, type MembersPreview } from '@vitrine/contract/imports';
import { Select } from '../../ui/select.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface ChooseColumnsProps {
  preview: MembersPreview;
  onChange: (columns: MemberColumns) => void;
}

const fields = [
  ['email', 'E-mail'],
  ['name', 'Nome'],
  ['first_name', 'Primeiro nome'],
  ['last_name', 'Sobrenome'],
  ['product', 'Produto'],
] as const satisfies readonly (readonly [keyof MemberColumns, string])[];

const NONE = -1;

/** Shows the detected columns and lets people choose others. */
export function ChooseColumns({ preview, onChange }: ChooseColumnsProps) {
  const { t } = useTranslation();
  const { columns, headings, sample, remembered, unknown } = preview;
  const width = Math.max(headings.length, ...sample.map((row) => row.length));
  const options = Array.from({ length: width }, (_, index) => {
    const example = sample.find((row) => row[index])?.[index];
    return {
      value: index,
      label: headings[index] || t('Coluna {{number}}', { number: index + 1 }),
      ...(example && { note: example }),
    };
  });
  // Most files have one column for the whole name. The two others show only where the file has
  // them.
  const shownFields = fields.filter(
    ([field]) =>
      (field !== 'first_name' && field !== 'last_name') ||
      columns[field] !== null ||
      columns.name === null,
  );
  const origin = remembered
    ? t('Como você escolheu da última vez para uma planilha assim.')
    : t('Encontradas pelos títulos da planilha. Troque o que não estiver certo.');
  return (
    <section>
      <h2 className="text-16 font-semibold text-text">{t('Colunas')}</h2>
      <p className="mt-1 mb-4 text-14 text-text-2">
        {columns.email === null
          ? t('Não encontramos a coluna de e-mail. Escolha-a abaixo.')
          : origin}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {shownFields.map(([field, label]) => (
          <Select<number>
            key={field}
            label={t(label)}
            required={field === 'email'}
            value={columns[field] ?? NONE}
            options={[{ value: NONE, label: t('Nenhuma coluna') }, ...options]}
            onValueChange={(value) =>
              onChange({ ...columns, [field]: value === NONE ? null : value })
            }
          />
        ))}
      </div>
      {unknown.length > 0 && (
        <p className="mt-4 text-14 text-text-2">
          {t('Ficam de fora: {{names}}.', { names: unknown.map((name) => `“${name}”`).join(', ') })}
        </p>
      )}
      <div className="quiet-scroll mt-4 overflow-x-auto rounded-card border border-line">
        <table className="w-full text-left text-13">
          {headings.length > 0 && (
            <thead className="text-text-2">
              <tr>
                {headings.map((heading, index) => (
                  <th key={index} className="px-3 py-2 font-medium whitespace-nowrap">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody className="divide-y divide-line text-text">
            {sample.slice(0, 3).map((row, line) => (
              <tr key={line}>
                {row.map((cell, index) => (
                  <td key={index} className="max-w-60 truncate px-3 py-2 whitespace-nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
