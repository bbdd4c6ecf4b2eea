import { inWords } from '@vitrine/contract/durations';
import { languageNames } from '@vitrine/contract/languages';
import type { Profile } from '@vitrine/contract/me';
import { hrefOf, pages } from '@vitrine/contract/pages';
import { Camera, ChevronRight, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { LevelBar } from '../../kit/points/level-bar.tsx';
import { useOwnScore, useOwnScoreQuery } from '../../kit/points/own-score.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { monthAndYear } from '../../platform/dates.ts';
import { useIsStaff, useSite } from '../../platform/site-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useRetryOwnAddress } from '../mails/mails.queries.ts';
import { useMyRewards, useNextRewards } from '../rewards/rewards.queries.ts';
import { CoursesSection } from './courses-section.tsx';
import { DataSection } from './data-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { useChangeProfile, useProfile } from './me.queries.ts';
import { PasswordSection } from './password-section.tsx';
import { RewardsSection } from './rewards-section.tsx';
import { StreakWeek } from './streak-week.tsx';
import { zoneLabel } from './time-zones.ts';

/** The viewer's profile and sessions. */
export default function ProfilePage() {
  const { t } = useTranslation();
  const profile = useProfile();
  return (
    <div className="px-(--page-gutter) pt-[72px] pb-16 md:pt-[112px]">
      <div className="mx-auto max-w-370">
        {profile.isPending && <Skeleton shape="row" count={4} />}
        {profile.isLoadingError && (
          <QueryError query={profile} className="pt-20" title={t('Seu perfil não carregou')} />
        )}
        {profile.data && (
          <div className="grid grid-cols-1 gap-x-18 gap-y-10 lg:grid-cols-[300px_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-y-6">
            <Summary profile={profile.data.data} />
            <Sections profile={profile.data.data} />
            <Choices profile={profile.data.data} />
          </div>
        )}
      </div>
    </div>
  );
}

/** A placeholder until level and rewards are known: they would push the rest down. */
function Sections({ profile }: { profile: Profile }) {
  const level = useOwnScoreQuery();
  const rewards = useMyRewards();
  const next = useNextRewards();
  // A call that failed and is tried again keeps nobody waiting.
  const isPending = [level, rewards, next].some(
    (query) => query.isPending && query.failureCount === 0,
  );
  return (
    // On a phone the choices stand below, and would be pushed off the screen.
    <div
      className={cx('lg:col-start-2 lg:row-span-2 lg:row-start-1', isPending && 'max-lg:min-h-dvh')}
    >
      {isPending && <Skeleton shape="row" count={4} />}
      <div hidden={isPending} className="grid grid-cols-1 content-start gap-12">
        <StudyFacts watched={profile.watched_seconds} />
        <RewardsSection />
        <CoursesSection />
        <div className="grid grid-cols-1 gap-12 xl:grid-cols-2 xl:gap-14">
          <DevicesSection />
          <div className="grid grid-cols-1 content-start gap-12">
            <PasswordSection email={profile.email} />
            <DataSection />
          </div>
        </div>
      </div>
    </div>
  );
}

function Summary({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation();
  const { tenant } = useSite();
  const [editing, setEditing] = useState<'profile' | 'photo' | null>(null);
  const stopEditing = () => setEditing(null);
  const { name, email, bio, photo_url, language, time_zone, created_at } = profile;
  const since = monthAndYear(created_at, i18n.language);
  return (
    <section aria-label={t('Meu perfil')}>
      <div className="flex flex-wrap items-center gap-5 lg:block">
        <div className="relative w-fit shrink-0 max-lg:[&>:first-child]:size-22! max-lg:[&>:first-child]:text-36!">
          <Avatar name={name} src={photo_url} size={136} />
          <IconButton
            label={t('Trocar foto')}
            variant="secondary"
            className="absolute -right-1 -bottom-1 rounded-full! bg-surface-2! lg:right-0 lg:bottom-0"
            onClick={() => setEditing('photo')}
          >
            <Camera size={18} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <h1 className="site-title min-w-0 flex-1 basis-32 text-22 wrap-anywhere sm:text-28 lg:mt-5">
          {name}
        </h1>
      </div>
      {bio && (
        <p className="mt-3 text-16 wrap-anywhere whitespace-pre-line text-text" dir="auto">
          {bio}
        </p>
      )}
      <p className="mt-3 text-14 wrap-anywhere text-text-2">{email}</p>
      {profile.email_refused === 1 && <RefusedEmail />}
      <p className="mt-1 text-14 wrap-anywhere text-text-2">
        {t('Em {{school}} desde {{month}}', { school: tenant.name, month: since })}
      </p>
      {(language || time_zone) && (
        <p className="mt-1 text-14 text-text-2">
          {[language && languageNames[language], time_zone && zoneLabel(time_zone)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <Button
        wide
        className="mt-6 sm:max-lg:w-auto!"
        icon={<Pencil size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setEditing('profile')}
      >
        {t('Editar perfil')}
      </Button>
      {editing && (
        <LatePart load={() => import('./profile-dialog.tsx')} onFail={stopEditing}>
          {(ProfileDialog) => (
            <ProfileDialog
              profile={profile}
              photoFirst={editing === 'photo'}
              onClose={stopEditing}
            />
          )}
        </LatePart>
      )}
    </section>
  );
}

/** Pages about the viewer, and what others see of them. */
function Choices({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const isStaff = useIsStaff();
  return (
    <div>
      <nav aria-label={t('Pontos')} className="divide-y divide-line border-y border-line">
        {[pages.rewards, pages.points].map(({ path, title }) => (
          <Link
            key={path}
            to={path}
            className="flex min-h-12 items-center justify-between gap-3 text-16 text-text hover:underline"
          >
            {t(title)}
            <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
          </Link>
        ))}
      </nav>
      <div className="mt-5 grid gap-5">
        <ShowProfile profile={profile} />
        {/* Staff are in no ranking. */}
        {!isStaff && <InRanking inRanking={Boolean(profile.in_ranking)} />}
      </div>
    </div>
  );
}

/** Warns that the address gets no notification mails until the viewer confirms it. */
function RefusedEmail() {
  const { t } = useTranslation();
  const retry = useRetryOwnAddress();
  return (
    <div className="mt-3 grid justify-items-start gap-2">
      <InlineWarning>
        {t('Seu e-mail recusou nossas mensagens, e por isso os avisos pararam. Ele está certo?')}
      </InlineWarning>
      <Button size="sm" busy={retry.isPending} onClick={() => retry.mutate({})}>
        {t('Está certo, tentar de novo')}
      </Button>
    </div>
  );
}

/** Level, streak and watched time as parts of one line. Staff earn no points. */
function StudyFacts({ watched }: { watched: number }) {
  const { t, i18n } = useTranslation();
  const isStaff = useIsStaff();
  const score = useOwnScore();
  return (
    <div className="@container has-[>:empty]:hidden">
      <div className="grid grid-cols-1 gap-x-8 gap-y-8 @min-[44rem]:flex @min-[44rem]:*:not-first:border-l @min-[44rem]:*:not-first:border-line @min-[44rem]:*:not-first:pl-8">
        {!isStaff && <LevelBar className="min-w-0 flex-1" />}
        {!isStaff && score && <StreakWeek {...score} />}
        {watched > 0 && (
          <div className="shrink-0">
            <p className="text-14 text-text-2">{t('Tempo assistido')}</p>
            <p className="mt-1 text-18 font-semibold text-text tabular-nums">
              {inWords(watched, i18n.language)}
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

/** The switch of the public profile, with a link to it. */
function ShowProfile({ profile: { id, show_profile } }: { profile: Profile }) {
  const { t } = useTranslation();
  const change = useChangeProfile();
  return (
    <div>
      <SwitchSetting
        label={t('Mostrar meu perfil aos colegas')}
        hint={t('Eles veem foto, nome, bio, nível e pontos. O e-mail, nunca.')}
        value={Boolean(show_profile)}
        save={(on) => change.mutateAsync({ body: { show_profile: on } })}
        failure={t('Não foi possível salvar seu perfil')}
      />
      <Link
        to={hrefOf('person', { id })}
        className="touch-target mt-2 inline-flex min-h-6 items-center gap-1 text-14 text-text hover:underline"
      >
        {t('Ver como os outros veem')}
        <ChevronRight size={16} strokeWidth={2} aria-hidden="true" />
      </Link>
    </div>
  );
}

/** The switch of the ranking (contract, Points). It saves at once. */
function InRanking({ inRanking }: { inRanking: boolean }) {
  const { t } = useTranslation();
  const change = useChangeProfile();
  return (
    <SwitchSetting
      label={t('Aparecer no ranking')}
      hint={t('Desligado, ninguém vê você lá. Seus pontos continuam.')}
      value={inRanking}
      save={(on) => change.mutateAsync({ body: { in_ranking: on } })}
      failure={t('Não foi possível salvar seu perfil')}
    />
  );
}
