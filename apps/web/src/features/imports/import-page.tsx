import { useTranslation } from '../../ui/translation.ts';
import { useSearchParams } from 'react-router';
import { PageHead } from '../../ui/page-head.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportResult } from './import-result.tsx';
import { PastImports } from './past-imports.tsx';

/** Courses from elsewhere. The import that one follows stands in the address: a reload stays with it. */
export default function ImportPage() {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const id = Number(address.get('importacao')) || null;

  return (
    <>
      <PageHead
        title={t('Importar')}
        text={t(
          'Traga um curso do Canvas, Moodle ou de outra plataforma: exporte-o lá como Common Cartridge e envie o arquivo aqui.',
        )}
      />
      {id ? (
        <ImportResult key={id} id={id} onAgain={() => setAddress({})} />
      ) : (
        <>
          <ImportForm onStarted={(started) => setAddress({ importacao: String(started) })} />
          <PastImports />
        </>
      )}
    </>
  );
}
