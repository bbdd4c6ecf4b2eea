import { isLanguage, languageNames, languages, type Language } from '@vitrine/contract/languages';
import { limits, messages, ProfilePatch, type Profile } from '@vitrine/contract/me';
import { useRef, useState } from 'react';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { CropField } from '../../kit/images/crop-field.tsx';
import { browserTimeZone } from '../../platform/browser-time-zone.ts';
import { CounterField } from '../../ui/counter-field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useChangeProfile } from './me.queries.ts';
import { zoneLabel, zones } from './time-zones.ts';

interface ProfileForm {
  name: string;
  bio: string;
  photo: string | null;
  language: Language;
  time_zone: string;
}

interface ProfileDialogProps {
  profile: Profile;
  /** Whether the viewer came for the photo: the focus starts there. */
  photoFirst?: boolean;
  onClose: () => void;
}

/** Edits the viewer's name, bio, photo and language. */
export default function ProfileDialog({
  profile,
  photoFirst = false,
  onClose,
}: ProfileDialogProps) {
  const { t, i18n } = useTranslation();
  const change = useChangeProfile({ success: messages.saved });
  const [uploadProgress, setUploadProgress] = useState<number | null>(null);
  const [shown] = useState(i18n.language);
  const photoButton = useRef<HTMLButtonElement>(null);
  const draft = useDraft<ProfileForm>({
    name: 'profile',
    saved: {
      name: profile.name,
      bio: profile.bio,
      photo: profile.photo_url,
      time_zone: profile.time_zone ?? browserTimeZone(),
      language: profile.language ?? (isLanguage(shown) ? shown : 'pt'),
    },
    schema: ProfilePatch,
    failure: 'Não foi possível salvar seu perfil',
    save: (_values, { changes }) => change.mutateAsync({ body: changes }),
  });
  const { form, set, values } = draft;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('Editar perfil')}
      width={520}
      draft={draft}
      uploadProgress={uploadProgress}
      {...(photoFirst && { initialFocus: photoButton })}
    >
      <div
        ref={(box) => {
          photoButton.current = box?.querySelector('button') ?? null;
        }}
        className="max-w-60"
      >
        <CropField
          label={t('Foto')}
          cropTitle={t('Recortar a foto')}
          use="photo"
          value={values.photo}
          error={draft.errorOf('photo')}
          onChange={(path) => set('photo', path)}
          onUploadProgress={setUploadProgress}
        />
      </div>
      <TextField
        label={t('Nome')}
        required
        autoComplete="name"
        error={draft.errorOf('name')}
        {...form.register('name')}
      />
      <DraftField draft={draft} name="bio">
        {(field) => (
          <CounterField
            multiline
            label={t('Bio')}
            hint={t('Os outros alunos podem ver sua foto, seu nome e sua bio.')}
            max={limits.bio}
            {...field}
          />
        )}
      </DraftField>
      <Select
        label={t('Idioma')}
        value={values.language}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        onValueChange={(language) => set('language', language)}
      />
      <Select
        label={t('Fuso horário')}
        hint={t('Avisos por e-mail não saem entre 22h e 8h neste horário.')}
        value={values.time_zone}
        options={zones(values.time_zone).map((value) => ({ value, label: zoneLabel(value) }))}
        onValueChange={(zone) => set('time_zone', zone)}
      />
    </FormDialog>
  );
}
