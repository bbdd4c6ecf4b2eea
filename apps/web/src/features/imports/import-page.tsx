import type { ImportKind } from '@vitrine/contract/imports';
import { idIn } from '@vitrine/contract/pages';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isAccepted } from '../../ui/accepted.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { CourseForm } from './course-form.tsx';
import { fileTypes } from './import-form.ts';
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
  const [brought, setBrought] = useState<File | null>(null);
  const searchParamsOf = (kind: ImportKind): Record<string, string> =>
    kind === 'members' ? { tipo: 'pessoas' } : {};
  const show = (next: ImportKind, file: File | null) => {
    setBrought(file);
    setAddress(searchParamsOf(next), { replace: true });
  };

  /** A sheet that lies at the course, or a course among the people, opens the other form. */
  function bringToOtherForm(file: File) {
    const other: ImportKind = kind === 'course' ? 'members' : 'course';
    if (!isAccepted(file, fileTypes[other])) return false;
    show(other, file);
    toast.info(
      other === 'members'
        ? t('{{name}} é uma planilha: abrimos a importação de pessoas.', { name: file.name })
        : t('{{name}} é um curso: abrimos a importação de cursos.', { name: file.name }),
    );
    return true;
  }

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
            onValueChange={(next) => show(next, null)}
            options={[
              { value: 'course', label: t('Curso') },
              { value: 'members', label: t('Pessoas') },
            ]}
          />
          <Form
            key={kind}
            brought={brought}
            onMisplaced={bringToOtherForm}
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
