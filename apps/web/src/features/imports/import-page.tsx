import type { ImportKind } from '@vitrine/contract/imports';
import { idIn } from '@vitrine/contract/pages';
import { useSearchParams } from 'react-router';
import { PageHead } from '../../ui/page-head.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { CourseForm } from './course-form.tsx';
import { ImportResult } from './import-result.tsx';
import { MembersForm } from './members-form.tsx';
import { PastImports } from './past-imports.tsx';

/** Imports courses and people. The address holds the running import, so a reload shows it again. */
export default function ImportPage() {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const id = idIn(address.get('importacao'));
  const kind: ImportKind = address.get('tipo') === 'pessoas' ? 'members' : 'course';
  const Form = kind === 'course' ? CourseForm : MembersForm;
  const searchParamsOf = (kind: ImportKind): Record<string, string> =>
    kind === 'members' ? { tipo: 'pessoas' } : {};

  return (
    <>
      <PageHead
        title={t('Importar')}
        text={
          kind === 'course'
            ? t(
                'Traga um curso do Canvas, Moodle ou de outra plataforma: exporte-o lá como Common Cartridge e envie o arquivo aqui.',
              )
            : t(
                'Traga seus alunos de uma planilha, em CSV ou XLSX: do Moodle, do Canvas ou da plataforma em que você vende.',
              )
        }
      />
      {id ? (
        <ImportResult key={id} id={id} onAgain={() => setAddress(searchParamsOf(kind))} />
      ) : (
        <>
          <Segmented<ImportKind>
            hideLabel
            className="mb-6"
            label={t('O que importar')}
            value={kind}
            onValueChange={(next) => setAddress(searchParamsOf(next), { replace: true })}
            options={[
              { value: 'course', label: t('Curso') },
              { value: 'members', label: t('Pessoas') },
            ]}
          />
          <Form
            key={kind}
            onStarted={(started) =>
              setAddress({ ...searchParamsOf(kind), importacao: String(started) })
            }
          />
          <PastImports />
        </>
      )}
    </>
  );
}
