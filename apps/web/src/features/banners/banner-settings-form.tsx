import { TOAST_MS } from '@vitrine/contract/appearance';
import {
  BannerSettingsInput,
  limits,
  messages,
  transitions,
} from '@vitrine/contract/banner-settings';
import type { PlatformSettings } from '@vitrine/contract/site';
import { DraftBar } from '../../kit/forms/draft-bar.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { RestoreDraft } from '../../kit/forms/restore-draft.tsx';
import { useBackHome } from '../../kit/page/back-home.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useSettingsVersion } from '../platform-settings/platform-settings.queries.ts';
import { useBannerSettings, useSaveBannerSettings } from './banners.queries.ts';

const formOf = (settings: PlatformSettings | undefined) => ({
  banner_custom_transition_type: settings?.banner_custom_transition_type ?? 'normal',
  banner_custom_autoplay: Boolean(settings?.banner_custom_autoplay),
  banner_custom_autoplay_time: settings?.banner_custom_autoplay_time ?? limits.defaultTime,
});

const labels = { normal: 'Normal', fade: 'Fade' } as const;

/** The transition settings of the banners (C section 2): the fields and their save bar. */
export function useBannerSettingsForm() {
  const { t } = useTranslation();
  const settings = useBannerSettings();
  const save = useSaveBannerSettings();
  const settingsVersion = useSettingsVersion();
  const draft = useDraft({
    name: 'banner-settings',
    saved: formOf(settings.data?.data),
    schema: BannerSettingsInput,
    asSaved: formOf,
    failure: messages.failed,
    async save(_values, { changes, version = settingsVersion() }) {
      const answer = await save.mutateAsync({ body: { ...changes, version } });
      backHome();
      return answer;
    },
  });
  const { set, values, dirty } = draft;
  const backHome = useBackHome({ after: TOAST_MS, dirty });

  const bar = <DraftBar draft={draft} />;
  if (settings.isPending) return { fields: <Skeleton shape="row" count={2} />, bar };
  if (settings.isLoadingError)
    return {
      fields: <QueryError query={settings} title={t('As configurações não carregaram')} />,
      bar,
    };
  const fields = (
    <form {...draft.formProps} className="mt-6 grid gap-5 border-t border-line pt-6">
      <h3 className="text-14 font-semibold text-text">{t('Transição')}</h3>
      <RestoreDraft draft={draft} />
      <Segmented
        label={t('Tipo')}
        value={values.banner_custom_transition_type}
        onValueChange={(type) => set('banner_custom_transition_type', type)}
        options={transitions.map((value) => ({ value, label: t(labels[value]) }))}
      />
      <SwitchField
        label={t('Transição automática')}
        checked={values.banner_custom_autoplay}
        onCheckedChange={(on) => {
          set('banner_custom_autoplay', on);
          if (!on) draft.resetInvalid({ banner_custom_autoplay_time: limits.defaultTime });
        }}
      />
      <NumberField
        label={t('Tempo em cada banner')}
        inputMode="numeric"
        min={limits.time[0]}
        max={limits.time[1]}
        suffix={t('segundos')}
        // Disabled without automatic transition, but it keeps its number.
        disabled={!values.banner_custom_autoplay}
        value={
          Number.isNaN(values.banner_custom_autoplay_time) ? '' : values.banner_custom_autoplay_time
        }
        onChange={({ target }) =>
          set('banner_custom_autoplay_time', target.valueAsNumber, {
            shouldValidate: true,
          })
        }
        error={
          draft.errorOf('banner_custom_autoplay_time') &&
          t('Use de {{min}} a {{max}} segundos.', {
            min: limits.time[0],
            max: limits.time[1],
          })
        }
      />
    </form>
  );
  return { fields, bar };
}
