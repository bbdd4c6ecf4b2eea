import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageHead } from '../../ui/page-head.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useOpenReports, useSilences } from './posts.queries.ts';
import { RemovedPosts } from './removed-posts.tsx';
import { Reports } from './reports.tsx';
import { Silences } from './silences.tsx';
import './posts.css';
import './moderation.css';

type View = 'open' | 'answered' | 'removed' | 'silenced';

/** The views by the word in the address. Without one, the open reports show. */
const views = {
  respondidas: 'answered',
  removidas: 'removed',
  silenciados: 'silenced',
} as const satisfies Record<string, View>;

/** `/gestao/moderacao?aba=`: lists the reports of members, with one-touch answers. */
export default function ModerationPage() {
  const { t, number } = useTranslation();
  const [view, setView] = useView();
  const open = useOpenReports().data?.open;
  const silences = useSilences();
  return (
    <div>
      <PageHead
        title={t('Moderação')}
        text={t('O que seus alunos denunciaram nas comunidades, e o que você decidiu.')}
      />
      <div className="@container">
        <Segmented
          label={t('Denúncias')}
          hideLabel
          value={view}
          onValueChange={setView}
          options={[
            { value: 'open', label: counted(t('Abertas'), open, number) },
            { value: 'answered', label: t('Respondidas') },
            { value: 'removed', label: t('Removidas') },
            {
              value: 'silenced',
              label: counted(t('Silenciados'), silences.data?.pages[0]?.total, number),
            },
          ]}
        />
      </div>
      {view === 'silenced' && <Silences query={silences} />}
      {view === 'removed' && <RemovedPosts />}
      {(view === 'open' || view === 'answered') && <Reports key={view} state={view} />}
    </div>
  );
}

function useView() {
  const [address, setAddress] = useSearchParams();
  const words = Object.keys(views) as (keyof typeof views)[];
  const word = words.find((one) => one === address.get('aba'));
  // The address follows later than the press: until then the pressed choice would jump back.
  const [view, setView] = useState<View>(word ? views[word] : 'open');
  const show = (next: View) => {
    setView(next);
    const aba = words.find((one) => views[one] === next);
    setAddress(aba ? { aba } : {}, { replace: true });
  };
  return [view, show] as const;
}

const counted = (label: string, count: number | undefined, number: (value: number) => string) =>
  count ? `${label}\u00A0${number(count)}` : label;
