import {
  messages,
  notifications,
  preferenceKinds,
  PreferencesInput,
  type PreferenceKind,
  type Preferences,
} from '@vitrine/contract/notifications';
import { Declined } from '../../kit/forms/draft-submit.ts';
import { useDraft, type Draft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { PushSwitch } from '../../kit/push/push-switch.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { call } from '../../platform/api.ts';
import { browserTimeZone } from '../../platform/browser-time-zone.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Switch, SwitchField } from '../../ui/switch.tsx';
import { useTranslation } from '../../ui/translation.ts';
import './notifications.css';
import { useOwnCommunities, usePreferences, useSavePreferences } from './notifications.queries.ts';

const labels: Record<PreferenceKind, string> = {
  like: 'Curtidas',
  post: 'Publicações',
  comment: 'Comentários',
  reply: 'Respostas a comentários',
};

/** The viewer's notification preferences, for the platform and by e-mail (C section 2). */
export default function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const preferences = usePreferences();
  const communities = useOwnCommunities();
  const failed = [preferences, communities].find(({ isError }) => isError);
  if (preferences.data && communities.data)
    return (
      <PreferencesForm saved={preferences.data} communities={communities.data} onClose={onClose} />
    );
  return (
    <Dialog open onClose={onClose} title={t('Notificações')} width={560}>
      {failed ? (
        <QueryError query={failed} title={t('Suas preferências não carregaram')} />
      ) : (
        <Skeleton shape="text" count={8} />
      )}
    </Dialog>
  );
}

interface PreferencesFormProps {
  saved: Preferences;
  communities: { community_id: number; title: string }[];
  onClose: () => void;
}

function PreferencesForm({ saved, communities, onClose }: PreferencesFormProps) {
  const { t } = useTranslation();
  const save = useSavePreferences();
  const draft = useDraft<Preferences>({
    name: 'notification-preferences',
    saved,
    // Another device, and the link of a mail, may have switched a kind off since.
    reread: () => call(notifications.preferences, {}),
    schema: PreferencesInput,
    failure: messages.saveFailed,
    async save(body) {
      // Ctrl+S does no more than the disabled button.
      if (!communities.length) throw new Declined();
      // Sends the browser's time zone, because mails pause at night.
      return save({ ...body, time_zone: browserTimeZone() });
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('Notificações')}
      description={t('Escolha o que avisamos aqui e o que enviamos por e-mail.')}
      width={560}
      draft={draft}
      invalid={communities.length === 0}
    >
      <KindSwitches draft={draft} />
      <PushSwitch />
      <CommunitySwitches draft={draft} communities={communities} />
    </FormDialog>
  );
}

/** A switch for each kind of notification, in the bell and by e-mail. */
function KindSwitches({ draft: { set, values } }: { draft: Draft<Preferences> }) {
  const { t } = useTranslation();
  return (
    <table className="preference-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{t('Tipo de aviso')}</span>
          </th>
          <th scope="col">{t('Na plataforma')}</th>
          <th scope="col">{t('Por e-mail')}</th>
        </tr>
      </thead>
      <tbody>
        {preferenceKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(labels[kind])}</th>
            <td>
              <Switch
                aria-label={t('{{kind}}, na plataforma', { kind: t(labels[kind]) })}
                checked={values[kind].platform}
                onCheckedChange={(on) => set(`${kind}.platform`, on)}
              />
            </td>
            <td>
              <Switch
                aria-label={t('{{kind}}, por e-mail', { kind: t(labels[kind]) })}
                checked={values[kind].email}
                onCheckedChange={(on) => set(`${kind}.email`, on)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CommunitySwitchesProps extends Pick<PreferencesFormProps, 'communities'> {
  draft: Draft<Preferences>;
}

/** A switch for the posts of each community. */
function CommunitySwitches({ draft: { set, values }, communities }: CommunitySwitchesProps) {
  const { t } = useTranslation();
  const subscribed = new Set(values.communities);
  const setSubscribed = (id: number, on: boolean) =>
    set(
      'communities',
      communities
        .map(({ community_id }) => community_id)
        .filter((other) => (other === id ? on : subscribed.has(other))),
    );
  if (!communities.length)
    return (
      <InlineWarning>
        {t(
          'Você ainda não participa de nenhuma comunidade. Assim que entrar em uma, poderá salvar suas escolhas.',
        )}
      </InlineWarning>
    );
  return (
    <fieldset className="grid grid-cols-1 gap-4">
      <legend className="mb-3 text-14 font-semibold text-text-2">
        {t('Publicações de quais comunidades')}
      </legend>
      {communities.map(({ community_id, title }) => (
        <SwitchField
          key={community_id}
          label={title}
          checked={subscribed.has(community_id)}
          onCheckedChange={(on) => setSubscribed(community_id, on)}
        />
      ))}
    </fieldset>
  );
}
