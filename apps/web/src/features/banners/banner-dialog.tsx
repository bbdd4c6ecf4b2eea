import { BannerInput, messages, type Banner } from '@vitrine/contract/banners';
import { useEffect, useState } from 'react';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { outline } from '../../kit/preview/outline.ts';
import { shownBanner } from '../../kit/preview/shown-banner.ts';
import { useAddOnce } from '../../kit/queries/add-once.ts';
import { useCombinedProgress } from '../../kit/uploads/upload.ts';
import { useBoot } from '../../platform/site-context.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { BannerBasics } from './banner-basics.tsx';
import { BannerFonts } from './banner-fonts.tsx';
import { asDraft, followingFonts, formOf, newBanner, type BannerForm } from './banner-form.ts';
import { useAddBanner, useChangeBanner } from './banners.queries.ts';

interface BannerDialogProps {
  /** The banner to change. Null adds a new one. */
  banner: Banner | null;
  onClose: () => void;
}

/** The page behind draws the draft within this time. */
const DRAFT_SHOWN_MS = 200;

/**
 * New or changed banner (C section 2): tabs Basic and Fonts. The page behind shows it while the
 * admin types.
 */
export function BannerDialog({ banner, onClose }: BannerDialogProps) {
  const { t } = useTranslation();
  const add = useAddBanner();
  const change = useChangeBanner();
  const addOnce = useAddOnce(add, ([, , { data }], { body }) =>
    change.mutateAsync({ params: { id: data.id }, body }),
  );
  const uploads = useCombinedProgress();
  const [tab, setTab] = useState<'basic' | 'fonts'>('basic');
  const { tenant, settings } = useBoot().site;
  const [blank] = useState(() => newBanner(settings.font_primary));
  const draft = useDraft<BannerForm>({
    name: `banner.${banner?.id ?? 'new'}`,
    saved: banner ? formOf(banner) : blank,
    schema: BannerInput,
    asSaved: formOf,
    failure: messages.saveFailed,
    async save(values, { changes, version = banner?.version }) {
      const [, , answer] = banner
        ? await change.mutateAsync({ params: { id: banner.id }, body: { ...changes, version } })
        : await addOnce({
            body: { ...values, ...followingFonts(values, settings.font_primary) },
          });
      return answer;
    },
  });
  const { values } = draft;

  useEffect(() => {
    const previewBanner = asDraft(tenant.id, values, banner);
    shownBanner.set({ id: previewBanner.id, draft: previewBanner });
  }, [tenant.id, values, banner]);
  useEffect(() => {
    // Scrolls after the page shows the draft and the dialog has made room. A longer text moves the
    // end.
    const shown = setTimeout(
      () => outline('banner', { name: t('Banner principal'), bring: 'end' }),
      DRAFT_SHOWN_MS,
    );
    return () => clearTimeout(shown);
  }, [values, t]);
  useEffect(
    () => () => {
      outline(null);
      shownBanner.set(null);
    },
    [],
  );

  return (
    <FormDialog
      open
      onClose={onClose}
      title={banner ? t('Editar banner') : t('Novo banner')}
      draft={draft}
      width={640}
      uploadProgress={uploads.progress}
      overPreview
    >
      <Tabs
        label={t('Banner')}
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'basic', label: t('Básico') },
          { value: 'fonts', label: t('Fontes') },
        ]}
      />
      {/* Hidden, not gone: an upload goes on behind the other tab. */}
      <div hidden={tab !== 'basic'}>
        <BannerBasics draft={draft} onProgressOf={uploads.onProgressOf} />
      </div>
      {tab === 'fonts' && <BannerFonts draft={draft} />}
    </FormDialog>
  );
}
