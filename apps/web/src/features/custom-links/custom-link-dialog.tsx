import { communityHref } from '@vitrine/contract/community-urls';
import {
  CustomLinkInput,
  customLinks,
  messages,
  type CustomLink,
} from '@vitrine/contract/custom-links';
import { useState } from 'react';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { LinkField } from '../../kit/links/link-field.tsx';
import { useAddOnce } from '../../kit/queries/add-once.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { call } from '../../platform/api.ts';
import { useBoot } from '../../platform/site-context.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useCommunityIndex } from '../communities/communities.queries.ts';
import { useAddLink, useChangeLink } from './custom-links.queries.ts';
import { communityIdOf, isCommunityPath } from './link-address.ts';

interface CustomLinkDialogProps {
  /** The link to edit. Null creates one. */
  link: CustomLink | null;
  onClose: () => void;
}

const formOf = (link: CustomLink | null) => ({
  link_title: link?.title ?? '',
  link_url: link?.url ?? '',
});

/** Creates or edits a link to any address, or to a community of this school (A section 2). */
export function CustomLinkDialog({ link, onClose }: CustomLinkDialogProps) {
  const { t } = useTranslation();
  const { tenant } = useBoot().site;
  const add = useAddLink();
  const change = useChangeLink();
  const addOnce = useAddOnce(add, ({ data }, { body }) =>
    change.mutateAsync({ params: { id: data.id }, body }),
  );
  const [kind, setKind] = useState<'custom' | 'community'>(
    link && isCommunityPath(link.url) ? 'community' : 'custom',
  );
  const draft = useDraft({
    name: `custom-link.${link?.id ?? 'new'}`,
    saved: formOf(link),
    async reread() {
      if (!link) return undefined;
      const now = (await call(customLinks.list, {})).data.find(({ id }) => id === link.id);
      return now && formOf(now);
    },
    schema: CustomLinkInput,
    failure: link ? messages.changeFailed : messages.createFailed,
    save: (body) =>
      link ? change.mutateAsync({ params: { id: link.id }, body }) : addOnce({ body }),
  });
  /** The address of the type that is not chosen, for who returns to it. */
  const [otherUrl, setOtherUrl] = useState('');
  const index = useCommunityIndex();
  /** Without communities the form shows a hint, and neither fields nor 'Salvar'. */
  const noCommunities = kind === 'community' && index.data?.length === 0;
  const { form, set } = draft;

  return (
    <FormDialog
      open
      onClose={onClose}
      title={link ? t('Editar link') : t('Novo link')}
      draft={draft}
      empty={noCommunities}
      besideDrawer
    >
      <Segmented
        label={t('Tipo de link')}
        wide
        value={kind}
        onValueChange={(chosen) => {
          setKind(chosen);
          setOtherUrl(draft.values.link_url);
          set('link_url', otherUrl);
          // On its way here the focus left the title, which is not yet a mistake.
          form.clearErrors();
        }}
        options={[
          { value: 'custom', label: t('Link personalizado') },
          { value: 'community', label: t('Link de comunidade') },
        ]}
      />
      {noCommunities && (
        <p className="text-14 text-text-2">
          <span className="block">{t('Você não possui comunidades criadas.')}</span>
          {t('Suas comunidades aparecem aqui quando existirem.')}
        </p>
      )}
      {kind === 'community' && !noCommunities && (
        <CommunitySelect
          index={index}
          url={draft.values.link_url}
          onChoose={(id, title) => {
            set('link_url', communityHref(tenant.id, id));
            set('link_title', title);
          }}
        />
      )}
      <div hidden={noCommunities} className="grid grid-cols-1 gap-4">
        <TextField
          label={t('Título')}
          required
          error={draft.errorOf('link_title')}
          {...form.register('link_title')}
        />
        <DraftField draft={draft} name="link_url">
          {(field) => (
            <LinkField
              label={t('URL')}
              required
              withoutScheme
              placeholder={t('loja.exemplo.com')}
              readOnly={kind === 'community'}
              {...field}
            />
          )}
        </DraftField>
      </div>
    </FormDialog>
  );
}

interface CommunitySelectProps {
  index: ReturnType<typeof useCommunityIndex>;
  url: string;
  onChoose: (id: number, title: string) => void;
}

/** A chosen community fills title and address. The title stays editable. */
function CommunitySelect({ index, url, onChoose }: CommunitySelectProps) {
  const { t } = useTranslation();
  const communities = index.data ?? [];
  if (index.isLoadingError)
    return <QueryError query={index} title={t('As comunidades não carregaram')} />;
  return (
    <Select
      label={t('Comunidade')}
      placeholder={t('Escolha a comunidade')}
      value={String(communityIdOf(url) ?? '')}
      options={communities.map(({ id, title, active }) => ({
        value: String(id),
        label: title,
        ...(!active && { note: t('Inativa') }),
      }))}
      onValueChange={(value) => {
        const chosen = communities.find(({ id }) => String(id) === value);
        if (chosen) onChoose(chosen.id, chosen.title);
      }}
    />
  );
}
