import { defaults, limits, type BannerFile } from '@vitrine/contract/banners';
import type { Draft } from '../../kit/forms/draft.ts';
import { CropField } from '../../kit/images/crop-field.tsx';
import { ImageField } from '../../kit/images/image-field.tsx';
import { imageLimits } from '../../kit/images/image-limits.ts';
import { LinkField } from '../../kit/links/link-field.tsx';
import type { ReportProgress } from '../../kit/uploads/upload.ts';
import { Button } from '../../ui/button.tsx';
import { CounterField } from '../../ui/counter-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { largeTitle, type BannerForm } from './banner-form.ts';
import { VideoField } from './video-field.tsx';

interface BannerBasicsProps {
  draft: Draft<BannerForm>;
  /** Reports the progress of each upload. Saving waits for them. */
  onProgressOf: (name: string) => ReportProgress;
}

/**
 * Desktop beside phone. The phone's column has a fixed width, so that its button fits. A narrow screen
 * has no room for two.
 */
const pair = 'grid grid-cols-1 items-start gap-4 min-[22rem]:grid-cols-[minmax(0,1fr)_8.5rem]';

/** The tab Basic: words, link, images and videos, each for desktop and phone. */
export function BannerBasics({ draft, onProgressOf }: BannerBasicsProps) {
  const { t } = useTranslation();
  const { form, values, set, errorOf } = draft;
  const file: FileProps = (name) => ({
    value: values[name],
    error: errorOf(name),
    onChange: (path) => set(name, path),
    onUploadProgress: onProgressOf(name),
  });

  return (
    <div className="grid grid-cols-1 gap-5">
      <Images values={values} file={file} />
      <TextField
        label={t('Chamada')}
        hint={t('Uma ou duas palavras acima do título.')}
        error={errorOf('category')}
        {...form.register('category')}
      />
      <TitleField draft={draft} />
      <CounterField
        multiline
        label={t('Descrição')}
        max={limits.description}
        rows={2}
        value={values.subtitle}
        onChange={({ target }) => set('subtitle', target.value)}
        error={errorOf('subtitle')}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label={t('Texto do botão')}
          error={errorOf('text_button')}
          {...form.register('text_button')}
        />
        <LinkField
          label={t('Link')}
          placeholder="www.site.com"
          hint={t('Sem texto no botão, o banner inteiro leva ao link.')}
          error={errorOf('url_primary')}
          value={values.url_primary}
          onChange={(address) => set('url_primary', address || null)}
          onBlur={() => void form.trigger('url_primary')}
        />
      </div>
      <Videos file={file} />
      <ImageField
        {...file('headline_image')}
        label={t('Imagem da chamada')}
        limits={t('Um logo ou selo')}
        use="logo"
        ratio={4}
      />
    </div>
  );
}

/** Props of the field of a file. */
type FileProps = (name: BannerFile) => {
  value: string | null;
  error: string | undefined;
  onChange: (path: string | null) => void;
  onUploadProgress: ReportProgress;
};

function Images({ values, file }: { values: BannerForm; file: FileProps }) {
  const { t } = useTranslation();
  return (
    <div className={pair}>
      <CropField
        {...file('url_image')}
        label={t('Desktop')}
        cropTitle={t('Recortar para o desktop')}
        use="banner"
        standIn={values.url_image_vertical}
      />
      <CropField
        {...file('url_image_vertical')}
        label={t('Celular')}
        cropTitle={t('Recortar para o celular')}
        use="banner_vertical"
        standIn={values.url_image}
      />
      <p className="col-span-full text-13 text-text-2">
        {(values.url_image === null) !== (values.url_image_vertical === null) && (
          <span className="block">
            {values.url_image
              ? t('Sem a imagem do celular, mostramos lá a do desktop.')
              : t('Sem a imagem do desktop, mostramos lá a do celular.')}
          </span>
        )}
        {imageLimits(t, 'banner')}
      </p>
    </div>
  );
}

/** The title. The default size is small, so the field offers a larger one. */
function TitleField({ draft }: Pick<BannerBasicsProps, 'draft'>) {
  const { t } = useTranslation();
  const { form, values, set, errorOf } = draft;
  function enlargeTitle() {
    const { size_title, weight_title } = largeTitle(values.font_title);
    set('size_title', size_title);
    set('weight_title', weight_title);
  }

  return (
    <div>
      <TextField label={t('Título')} error={errorOf('title')} {...form.register('title')} />
      {values.size_title === defaults.size && (
        <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <p className="text-13 text-text-2">
            {t('Com {{size}} px, ele fica do tamanho de um texto.', { size: defaults.size })}
          </p>
          <Button size="sm" onClick={enlargeTitle}>
            {t('Aumentar o título')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Videos({ file }: { file: FileProps }) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="mb-2 text-14 font-semibold text-text">{t('Vídeo, até 25 MB')}</legend>
      <div className={pair}>
        <VideoField {...file('url_video')} label={t('Desktop')} limits="16:9" ratio={16 / 9} />
        <VideoField
          {...file('url_video_vertical')}
          label={t('Celular')}
          limits="9:16"
          ratio={9 / 16}
        />
      </div>
    </fieldset>
  );
}
