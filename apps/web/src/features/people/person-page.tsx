import { pages } from '@vitrine/contract/pages';
import type { PersonCard } from '@vitrine/contract/people';
import { EyeOff } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { NotFound } from '../../kit/page/not-found.tsx';
import { usePageTitle } from '../../kit/page/page-title.ts';
import { RoleBadge } from '../../kit/page/role-badge.tsx';
import { SitePage } from '../../kit/page/site-page.tsx';
import { LevelMark } from '../../kit/points/level-chip.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { hasStatus } from '../../platform/api.ts';
import { monthAndYear } from '../../platform/dates.ts';
import { useSite, useViewer } from '../../platform/site-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { usePerson } from './people.queries.ts';

/** The card of a member, as others at the school see it. */
export default function PersonPage() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const person = usePerson(id);
  usePageTitle(person.data?.data.name);
  if (hasStatus(person.error, 404)) return <NotFound title={t('Perfil não encontrado')} />;
  return (
    <SitePage width="card">
      {person.isPending && <Skeleton shape="row" count={3} />}
      {person.isLoadingError && (
        <QueryError query={person} className="pt-20" title={t('O perfil não carregou')} />
      )}
      {person.data && <Card person={person.data.data} />}
    </SitePage>
  );
}

function Card({ person }: { person: PersonCard }) {
  const { t, i18n, number } = useTranslation();
  const { tenant } = useSite();
  const isMe = useViewer()?.id === person.id;
  const { name, photo_url, bio, role, since, level, score, points_name, hidden } = person;
  const month = monthAndYear(since, i18n.language);
  return (
    <article aria-label={t('Perfil de {{name}}', { name })}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Avatar name={name} src={photo_url} size={120} />
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="site-title text-28 wrap-anywhere">{name}</h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-14 text-text-2">
            <RoleBadge role={role} />
            <span className="min-w-0 wrap-anywhere">
              {t('Em {{school}} desde {{month}}', { school: tenant.name, month })}
            </span>
          </p>
        </div>
      </div>
      {bio && (
        <p className="mt-6 text-16 wrap-anywhere whitespace-pre-line text-text" dir="auto">
          {bio}
        </p>
      )}
      {(level || score !== null) && (
        <dl className="mt-8 flex flex-wrap gap-x-12 gap-y-4 border-y border-line py-5">
          {level && (
            <div>
              <dt className="text-14 text-text-2">{t('Nível')}</dt>
              <dd className="mt-1 flex items-center gap-2 text-18 font-semibold wrap-anywhere">
                <LevelMark level={level} />
                {level.name}
              </dd>
            </div>
          )}
          {score !== null && (
            <div>
              <dt className="text-14 text-text-2">{t('Pontos')}</dt>
              <dd className="mt-1 text-18 font-semibold tabular-nums">
                {`${number(score)} ${points_name}`.trim()}
              </dd>
            </div>
          )}
        </dl>
      )}
      {Boolean(hidden) && (
        <p className="mt-6 flex items-center gap-2 text-14 text-text-2">
          <EyeOff size={18} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
          {isMe
            ? t('Só você e a equipe veem este perfil.')
            : t('Só a equipe vê este perfil: a pessoa não o mostra aos colegas.')}
        </p>
      )}
      {isMe && (
        <Link to={pages.profile.path} className={`mt-8 ${buttonClass('secondary')}`}>
          {t('Editar perfil')}
        </Link>
      )}
    </article>
  );
}
