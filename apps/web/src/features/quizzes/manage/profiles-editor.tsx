import { limits, messages, type Profile } from '@vitrine/contract/quizzes';
import { Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useId, useRef } from 'react';
import { ImageField } from '../../../kit/images/image-field.tsx';
import { randomKey } from '../../../kit/queries/idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { CounterField } from '../../../ui/counter-field.tsx';
import { useHeldFocus } from '../../../ui/held-focus.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { unreachable, withoutProfile } from './builder-state.ts';
import { ProfileCoursesField } from './profile-courses-field.tsx';
import { useTooLong } from './too-long.ts';
import type { QuizBuilder } from './use-builder.ts';
import { neverWinning } from './winning-profiles.ts';

/** Edits the profiles of a behavioural quiz, and warns of one that can never win. */
export function ProfilesEditor({ builder: { quiz, change } }: { builder: QuizBuilder }) {
  const { t } = useTranslation();
  const { profiles } = quiz;
  const lost = new Set(unreachable(quiz).map(({ key }) => key));
  const beaten = new Set(neverWinning(quiz).map(({ key }) => key));
  const section = useRef<HTMLElement>(null);
  const titleId = useId();
  const setProfiles = (next: Profile[]) => change({ ...quiz, profiles: next });
  const changeProfile = (key: string, patch: Partial<Profile>) =>
    setProfiles(profiles.map((one) => (one.key === key ? { ...one, ...patch } : one)));

  function addProfile() {
    // A key of its own: the attempts that ended with a removed profile keep that one's key.
    setProfiles([...profiles, { key: randomKey(), title: '', description: '' }]);
    requestAnimationFrame(() =>
      section.current
        ?.querySelector<HTMLInputElement>(':scope > ul > li:last-child input')
        ?.focus(),
    );
  }

  return (
    // Handles the focus of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={titleId}
      {...useHeldFocus(section)}
      className="mt-6 border-t border-line px-2 pt-4"
    >
      <h2 id={titleId} className="text-14 font-semibold">
        {t('Perfis')}
      </h2>
      <ul className="mt-3 grid gap-5">
        {profiles.map((profile) => (
          <li key={profile.key} className="grid gap-2">
            <ProfileFields
              profile={profile}
              onChange={(patch) => changeProfile(profile.key, patch)}
              onRemove={() => change(withoutProfile(quiz, profile.key))}
            />
            {(lost.has(profile.key) || beaten.has(profile.key)) && (
              <p className="flex items-center gap-1.5 text-13 text-warn">
                <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
                {lost.has(profile.key)
                  ? t('Nenhuma resposta leva a este perfil.')
                  : t('Este perfil nunca vence: outro sempre fica na frente.')}
              </p>
            )}
          </li>
        ))}
      </ul>
      {profiles.length < limits.profiles && (
        <Button
          variant="ghost"
          className="mt-3"
          icon={<Plus size={16} strokeWidth={2} aria-hidden="true" />}
          onClick={addProfile}
        >
          {t('Novo perfil')}
        </Button>
      )}
    </section>
  );
}

interface ProfileFieldsProps {
  profile: Profile;
  onChange: (patch: Partial<Profile>) => void;
  onRemove: () => void;
}

function ProfileFields({ profile, onChange, onRemove }: ProfileFieldsProps) {
  const { t } = useTranslation();
  const tooLong = useTooLong();
  const { title, description, image = null, course_ids = [] } = profile;
  return (
    <>
      <div className="flex items-end gap-1">
        <CounterField
          className="min-w-0 flex-1"
          label={t('Nome do perfil')}
          max={limits.profileTitle}
          error={tooLong(title, limits.profileTitle, messages.profileTitleTooLong)}
          value={title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
        <IconButton label={t('Remover o perfil {{name}}', { name: title })} onClick={onRemove}>
          <Trash2 size={16} strokeWidth={2} aria-hidden="true" />
        </IconButton>
      </div>
      <CounterField
        multiline
        label={t('Descrição')}
        rows={2}
        max={limits.profileDescription}
        error={tooLong(description, limits.profileDescription, messages.profileDescriptionTooLong)}
        value={description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <ImageField
        label={t('Imagem')}
        use="lesson_image"
        value={image}
        onChange={(path) => onChange({ image: path })}
      />
      <ProfileCoursesField value={course_ids} onChange={(ids) => onChange({ course_ids: ids })} />
    </>
  );
}
