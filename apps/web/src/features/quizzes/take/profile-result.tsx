import { pages } from '@vitrine/contract/pages';
import type { ReadAttempt } from '@vitrine/contract/quizzes';
import { Download, Share2 } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { percentOf } from '../quiz-facts.ts';
import { ProfileCourses } from './profile-courses.tsx';
import './profile-result.css';
import { profileTint } from './profile-tints.ts';
import { saveImage, shareImage } from './share-image.ts';
import { useProfileCard } from './use-profile-card.ts';

interface ProfileResultProps {
  attempt: ReadAttempt;
  /** False where staff read a student's attempt. */
  own: boolean;
  titleRef: Ref<HTMLHeadingElement>;
}

/** The profile that a behavioural quiz ends with. */
export function ProfileResult(props: ProfileResultProps) {
  const { t } = useTranslation();
  const { attempt, titleRef } = props;
  if (attempt.profile) return <ProfileCard {...props} profile={attempt.profile} />;
  return (
    <div className="mt-6">
      <p className="text-16 text-text-2">{attempt.name}</p>
      <h1
        className="site-title mt-2 text-36 text-balance wrap-anywhere hyphens-auto"
        tabIndex={-1}
        ref={titleRef}
      >
        {t('Nenhum perfil desta vez')}
      </h1>
      <p className="mt-4 text-16 text-text-2">
        {t('Responda ao menos uma pergunta para ver o seu.')}
      </p>
    </div>
  );
}

type Profile = NonNullable<ReadAttempt['profile']>;

/** The profile as a card that one likes to share. The shares of all profiles are its legend. */
function ProfileCard({
  attempt,
  profile,
  own,
  titleRef,
}: ProfileResultProps & { profile: Profile }) {
  const { t } = useTranslation();
  const ranked = resultFirst(attempt.profiles ?? [], profile);
  const rankOf = new Map(ranked.map(({ key }, rank) => [key, rank]));
  const card = useProfileCard(attempt, (key) => profileTint(rankOf.get(key) ?? 0));
  const count = attempt.weights?.length ?? 0;
  return (
    <div className="profile-result">
      <canvas
        ref={card.shown}
        className="profile-card site-title"
        role="img"
        aria-label={card.label}
      />
      <div className="min-w-0">
        <p className="text-16 text-text-2">{attempt.name}</p>
        <h1
          className="site-title mt-2 text-36 text-balance wrap-anywhere hyphens-auto"
          tabIndex={-1}
          ref={titleRef}
        >
          {profile.title}
        </h1>
        <p className="mt-4 text-16 whitespace-pre-line text-text-2">{profile.description}</p>
        <ul className="mt-8 grid gap-4">
          {ranked.map(({ key, title, share }, rank) => (
            <li key={key} className="profile-share" data-first={rank === 0 || undefined}>
              <span className="min-w-0 wrap-anywhere hyphens-auto">{title}</span>
              <span className="profile-bar" aria-hidden="true">
                <span style={{ width: `${share * 100}%`, background: profileTint(rank) }} />
              </span>
              <span className="text-right font-semibold tabular-nums">{percentOf(t, share)}</span>
            </li>
          ))}
        </ul>
        {!profile.image && (
          <p className="mt-4 text-14 text-text-2">
            {own
              ? t(
                  'O raio do sol é a sua resposta.|Cada raio do sol é uma das suas {{count}} respostas.',
                  { count },
                )
              : t('O raio do sol é a resposta.|Cada raio do sol é uma das {{count}} respostas.', {
                  count,
                })}
          </p>
        )}
        {own && <ShareButtons attempt={attempt} profile={profile} imageOf={card.image} />}
        {own && <ProfileCourses attemptId={attempt.id} />}
      </div>
    </div>
  );
}

/** Sorts the shares. Among equal ones the result comes first. */
const resultFirst = (profiles: NonNullable<ReadAttempt['profiles']>, { key }: Profile) =>
  profiles.toSorted(
    (one, other) => Number(other.key === key) - Number(one.key === key) || other.share - one.share,
  );

interface ShareButtonsProps {
  attempt: ReadAttempt;
  profile: Profile;
  imageOf: () => Promise<Blob | null>;
}

/** Shares the card where the browser can share images, and saves it elsewhere. */
function ShareButtons({ attempt, profile, imageOf }: ShareButtonsProps) {
  const { t } = useTranslation();
  const name = `${profile.title.replace(/[^\p{L}\p{N}]+/gu, '-')}.png`;

  async function withImage(act: (image: Blob) => unknown) {
    const image = await imageOf();
    if (image) await act(image);
    else toast.error(t('A imagem não ficou pronta. Tente de novo.'));
  }

  function save(image: Blob) {
    saveImage({ image, name });
    toast.success(t('Imagem salva'));
  }

  const saving = useAttempt(() => withImage(save));
  const sharing = useAttempt(() =>
    withImage(async (image) => {
      const text = t('{{quiz}}: meu perfil é {{profile}}', {
        quiz: attempt.name,
        profile: profile.title,
      });
      const url = location.origin + pages.quizzes.path;
      if (!(await shareImage({ image, name, text, url }))) save(image);
    }),
  );
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      <Button
        variant="primary"
        size="lg"
        busy={sharing.busy}
        icon={<Share2 size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => void sharing.run()}
      >
        {t('Compartilhar')}
      </Button>
      <Button
        size="lg"
        busy={saving.busy}
        icon={<Download size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => void saving.run()}
      >
        {t('Salvar imagem')}
      </Button>
    </div>
  );
}
