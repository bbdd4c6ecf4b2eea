import { communityHref } from '@vitrine/contract/community-urls';
import { pages } from '@vitrine/contract/pages';
import { Accordion } from '../../ui/accordion.tsx';
import { Select } from '../../ui/select.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useCommunityIndex } from '../communities/communities.queries.ts';
import type { SectionProps } from './login-form.ts';

/** The page after a sign-in. Off, the choice is disabled and remembered until saving. */
export function RedirectSection({
  values,
  set,
  error,
}: SectionProps & { error: string | undefined }) {
  const { t } = useTranslation();
  const { enable_redirect_login: enabled, redirect_url } = values;
  const index = useCommunityIndex();
  const communities = (index.data ?? []).map(({ id, tenant_id, title, active }) => ({
    value: communityHref(tenant_id, id),
    label: title,
    ...(!active && { note: t('Inativa: enquanto isso, o login leva ao início.') }),
  }));
  const chosen = communities.find(({ value }) => value === redirect_url);
  const noCommunities = index.isLoadingError
    ? t('As comunidades não carregaram')
    : t('Suas comunidades aparecem aqui quando existirem.');
  return (
    <Accordion label={t('Avançado')} open={enabled || error !== undefined}>
      <SwitchField
        label={t('Redirecionar personalizado após login')}
        checked={enabled}
        onCheckedChange={(enable_redirect_login) =>
          set('enable_redirect_login', enable_redirect_login)
        }
      />
      <Select
        className="mt-4"
        label={t('Página')}
        hint={communities.length || index.isPending ? chosen?.note : noCommunities}
        placeholder={t('Escolha a página')}
        disabled={!enabled}
        error={enabled ? error : undefined}
        value={redirect_url}
        onValueChange={(url) => set('redirect_url', url)}
        options={[{ value: pages.homepage.path, label: t('Início') }, ...communities]}
      />
    </Accordion>
  );
}
