import {
  contentFlags,
  type LegacyCommunity,
  LegacyInput,
  messages,
} from '@vitrine/contract/communities';
import type { ReactNode } from 'react';
import { DraftBar } from '../../kit/forms/draft-bar.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { useAddOnce } from '../../kit/queries/add-once.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { PanelSection } from '../../ui/panel-section.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAddLegacy, useCommunityDetails, useSaveLegacy } from './communities.queries.ts';
import {
  legacyFormOf,
  type LegacyForm,
  newLegacy,
  newLegacyFormOf,
  savedAtOnce,
} from './legacy-draft.ts';
import { LegacyFields } from './legacy-fields.tsx';
import { FlagSwitch, NewFlags } from './legacy-flags.tsx';
import { LegacyProducts, SavedProducts } from './legacy-products.tsx';
import { useTriedCommunity } from './tried-community.ts';
import { useCloseAfterSave } from './use-close-after-save.ts';

/** The legacy form of a new community: products are part of the form. */
export function NewLegacyCommunity() {
  const { t } = useTranslation();
  const add = useAddLegacy();
  const save = useSaveLegacy();
  const addOnce = useAddOnce(add, ({ data }, { body }) =>
    save.mutateAsync({ body: { ...body, id: data.id } }),
  );
  const { close } = useCloseAfterSave();
  const draft = useDraft<LegacyForm>({
    name: 'community.legacy-new',
    saved: newLegacy,
    schema: LegacyInput,
    asSaved: newLegacyFormOf,
    failure: messages.createFailed,
    async save(values) {
      const answer = await addOnce({ body: values });
      close();
      return answer;
    },
  });
  return (
    <DrawerPanel title={t('Nova comunidade')} footer={<DraftBar draft={draft} />}>
      <LegacyFields
        draft={draft}
        products={
          <LegacyProducts
            draft={draft}
            value={draft.values.permissions_array}
            onChange={(ids) => draft.set('permissions_array', ids)}
          />
        }
      />
      <ContentSection hint={t('A equipe publica tudo.')}>
        <NewFlags values={draft.values} onChange={(flag, on) => draft.set(flag, on)} />
      </ContentSection>
    </DrawerPanel>
  );
}

/** The legacy form of a saved community: products and content flags save at once. */
export function EditLegacyCommunity({ id }: { id: number }) {
  const { t } = useTranslation();
  const details = useCommunityDetails(id);
  if (details.data) return <EditLegacy key={id} community={details.data.data} />;
  return (
    <DrawerPanel title={t('Editar comunidade')}>
      {details.isError ? (
        <QueryError query={details} title={t('A comunidade não carregou')} />
      ) : (
        <Skeleton shape="row" count={4} />
      )}
    </DrawerPanel>
  );
}

function EditLegacy({ community }: { community: LegacyCommunity }) {
  const { t } = useTranslation();
  const { id } = community;
  const save = useSaveLegacy();
  const draft = useDraft<LegacyForm>({
    name: `community.legacy-${id}`,
    saved: legacyFormOf(community),
    schema: LegacyInput,
    asSaved: legacyFormOf,
    secrets: savedAtOnce,
    failure: messages.updateFailed,
    save: (values, { version = community.version }) =>
      save.mutateAsync({ body: { ...values, id, version } }),
  });
  useTriedCommunity(id, draft, triedOf);
  return (
    <DrawerPanel title={t('Editar comunidade')} footer={<DraftBar draft={draft} />}>
      <LegacyFields
        draft={draft}
        products={<SavedProducts draft={draft} community={community} />}
      />
      <ContentSection hint={t('Cada mudança vale na hora. A equipe publica tudo.')}>
        {contentFlags.map((flag) => (
          <FlagSwitch key={flag} flag={flag} community={community} />
        ))}
      </ContentSection>
    </DrawerPanel>
  );
}

const triedOf = (values: LegacyForm) => ({
  title: values.title,
  description: values.description,
  background_color: values.background_color,
  primary_text_color: values.primary_text_color,
  secondary_text_color: values.secondary_text_color,
  shadow_color: values.shadow_color,
  font_family: values.font_family,
});

function ContentSection({ hint, children }: { hint: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="mt-6 border-t border-line pt-6">
      <PanelSection title={t('O que os alunos publicam')} hint={hint}>
        <div className="grid grid-cols-1 gap-4">{children}</div>
      </PanelSection>
    </div>
  );
}
