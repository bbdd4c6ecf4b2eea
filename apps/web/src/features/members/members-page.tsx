import type { AccessLink, Member } from '@vitrine/contract/members';
import { idIn, pages } from '@vitrine/contract/pages';
import { roles } from '@vitrine/contract/roles';
import { Download, Upload, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useDialogParam } from '../../kit/page/dialog-param.ts';
import { foundIn } from '../../kit/queries/found-in.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useRowRemovalFocus } from '../../ui/row-removal-focus.ts';
import { RowSkeleton } from '../../ui/row-skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { AccessLinkDialog } from './access-link-dialog.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { EraseMember } from './erase-member.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { MemberFilters } from './member-filters.tsx';
import { MemberRow, type RowDialog } from './member-row.tsx';
import {
  exportAddress,
  useAccessLink,
  useMembers,
  type MemberListFilters,
} from './members.queries.ts';
import { RecordRequest } from './record-request.tsx';
import { RemoveMember } from './remove-member.tsx';

/** Lists the members of the school. The address holds search and filters, so it can be shared. */
export default function MembersPage() {
  const { t } = useTranslation();
  const [filters, setFilters] = useFilters();
  const members = useMembers(filters);
  const [adding, setAdding] = useDialogParam('novo');
  const [opened, setOpened] = useState<{ dialog: RowDialog; member: Member } | null>(null);
  const [linked, setLinked] = useState<{ member: Member; link: AccessLink } | null>(null);
  const accessLink = useAccessLink();
  const leaving = useRowRemovalFocus();
  const isFiltered = filters.search !== '' || filters.role !== null || filters.product_id !== null;

  const memberOf = (dialog: RowDialog) => (opened?.dialog === dialog ? opened.member : null);
  const close = () => setOpened(null);
  const edited = memberOf('edit');
  const emailing = memberOf('email');
  const requesting = memberOf('request');
  const removal = {
    finalFocus: leaving.finalFocus,
    during: (work: () => Promise<unknown>) =>
      leaving.during(
        members.items.findIndex(({ id }) => id === opened?.member.id),
        work,
      ),
  };
  const openDialog = useLatest((dialog: RowDialog, member: Member) =>
    setOpened({ dialog, member }),
  );
  const createAccessLink = useLatest((member: Member) =>
    accessLink.mutate(
      { params: { id: member.id } },
      { onSuccess: ({ data: link }) => setLinked({ member, link }) },
    ),
  );

  return (
    <>
      <PageHead
        title={t('Pessoas')}
        text={t('Alunos e equipe da escola: o que cada um pode fazer e quais produtos tem.')}
        action={<HeadActions filters={filters} onAdd={() => setAdding(true)} />}
      />
      <MemberFilters
        filters={filters}
        found={filters.search && members.isSuccess ? foundIn(members) : null}
        onChange={setFilters}
      />
      {members.isPending && <RowSkeleton rows={6} avatar />}
      {members.isError && members.items.length === 0 && (
        <QueryError query={members} title={t('As pessoas não carregaram')} />
      )}
      {members.isSuccess && members.items.length === 0 && (
        <NoMembers
          isFiltered={isFiltered}
          onClear={() => setFilters({ search: '', role: null, product_id: null })}
        />
      )}
      <ul ref={leaving.list} aria-label={t('Pessoas')} className="divide-y divide-line">
        {members.items.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            onOpen={openDialog}
            onCreateAccessLink={createAccessLink}
          />
        ))}
      </ul>
      <LoadMore {...members.more} />
      <MemberDialog
        key={edited?.id ?? (adding ? 'new' : 'closed')}
        open={adding || edited !== null}
        member={edited}
        onClose={() => {
          setAdding(false);
          close();
        }}
        onAddedWithoutMail={createAccessLink}
        onChangeEmail={() => edited && setOpened({ dialog: 'email', member: edited })}
      />
      {emailing && <EmailDialog member={emailing} onClose={close} />}
      {linked && (
        <AccessLinkDialog
          {...linked}
          // The form that added the person closes first.
          open={!adding}
          onClose={() => setLinked(null)}
        />
      )}
      {requesting && <RecordRequest member={requesting} onClose={close} />}
      <EraseMember member={memberOf('erase')} onClose={close} {...removal} />
      <RemoveMember member={memberOf('remove')} onClose={close} {...removal} />
    </>
  );
}

function HeadActions({ filters, onAdd }: { filters: MemberListFilters; onAdd: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <a href={exportAddress(filters)} download className={buttonClass('secondary')}>
        <Download size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('Exportar CSV')}
      </a>
      <Link to={`${pages.manageImports.path}?tipo=pessoas`} className={buttonClass('secondary')}>
        <Upload size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('Importar planilha')}
      </Link>
      <Button
        variant="primary"
        icon={<UserPlus size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={onAdd}
      >
        {t('Adicionar pessoa')}
      </Button>
    </>
  );
}

function NoMembers({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<Users size={22} strokeWidth={1.75} />}
      title={isFiltered ? t('Ninguém com estes filtros') : t('Ainda não há pessoas por aqui')}
      action={isFiltered && <Button onClick={onClear}>{t('Limpar filtros')}</Button>}
    />
  );
}

function useFilters() {
  const [address, setAddress] = useSearchParams();
  const filters: MemberListFilters = {
    search: address.get('busca') ?? '',
    role: roles.find((role) => role === address.get('papel')) ?? null,
    product_id: idIn(address.get('produto')),
  };

  function setFilters(change: Partial<MemberListFilters>) {
    const { search, role, product_id } = { ...filters, ...change };
    setAddress(
      {
        ...(search && { busca: search }),
        ...(role && { papel: role }),
        ...(product_id && { produto: String(product_id) }),
      },
      { replace: true },
    );
  }

  return [filters, setFilters] as const;
}
