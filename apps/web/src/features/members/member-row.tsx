import { mayCreateAccessLink, type Member } from '@vitrine/contract/members';
import { hrefOf } from '@vitrine/contract/pages';
import {
  AtSign,
  ClipboardPlus,
  Copy,
  Download,
  RotateCw,
  Send,
  Sparkles,
  Trash2,
  UserMinus,
} from 'lucide-react';
import { memo } from 'react';
import { useHistory } from '../../platform/history.tsx';
import { andList } from '../../platform/list-words.ts';
import { useMyRoles } from '../../platform/site-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { editItem } from '../../ui/menu-items.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useRetryAddress } from '../mails/mails.queries.ts';
import { memberExportAddress } from '../privacy/privacy.queries.ts';
import { useProducts } from '../products/products.queries.ts';
import { useInviteAgain } from './members.queries.ts';
import { roleNames } from './roles.ts';

/** The dialogs that a row opens. */
export type RowDialog = 'edit' | 'email' | 'request' | 'erase' | 'remove';

interface MemberRowProps {
  member: Member;
  onOpen: (dialog: RowDialog, member: Member) => void;
  onCreateAccessLink: (member: Member) => void;
}

/** Maximum number of product names in a row. */
const MAX_NAMED_PRODUCTS = 2;

/**
 * A member in the list, with the menu of an admin. In memo, because a list of hundreds stands behind
 * each dialog.
 */
export const MemberRow = memo(function MemberRow({ member, ...actions }: MemberRowProps) {
  const { t } = useTranslation();
  const menuItems = useMenuItems(member, actions);
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 py-4 md:grid-cols-[40px_minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)_40px]">
      <Avatar name={member.name} src={member.photo_url} size={40} />
      <div className="min-w-0">
        <p className="truncate text-15 font-medium text-text">{member.name}</p>
        <p className="truncate text-13 text-text-2">{member.email}</p>
        {member.email_error !== null && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-13 wrap-anywhere text-text-2">
            <Badge tone="error">{t('E-mail recusado')}</Badge>
            {member.email_error}
          </p>
        )}
      </div>
      <p className="col-start-2 flex flex-wrap gap-1.5 md:col-start-auto">
        {member.roles.map((role) => (
          <Badge key={role} tone={role === 'student' ? 'quiet' : 'brand'}>
            {t(roleNames[role].name)}
          </Badge>
        ))}
      </p>
      <p className="col-start-2 text-13 text-text-2 md:col-start-auto">
        <Holds ids={member.product_ids} />
        {member.last_seen_at === null && (
          <span className="text-text-3">
            {' · '}
            {t('Ainda não entrou')}
          </span>
        )}
      </p>
      <div className="col-start-3 row-start-1 md:col-start-5">
        <Menu label={t('Opções de {{name}}', { name: member.name })} items={menuItems} />
      </div>
    </li>
  );
});

/** The actions of an admin on this member. */
function useMenuItems(
  member: Member,
  { onOpen, onCreateAccessLink }: Omit<MemberRowProps, 'member'>,
): MenuItem[] {
  const { t } = useTranslation();
  const viewerRoles = useMyRoles();
  const invite = useInviteAgain();
  const retry = useRetryAddress();
  // `useNavigate` renders every row anew when a dialog changes the address.
  const history = useHistory();
  return [
    editItem(t('Editar'), () => onOpen('edit', member)),
    {
      id: 'email',
      label: t('Mudar e-mail'),
      icon: <AtSign />,
      onSelect: () => onOpen('email', member),
    },
    member.email_error !== null && {
      id: 'retry',
      label: t('Tentar este e-mail de novo'),
      icon: <RotateCw />,
      onSelect: () => retry.mutate({ params: { id: member.id } }),
    },
    {
      id: 'points',
      label: t('Ver pontos'),
      icon: <Sparkles />,
      onSelect: () => history.push(hrefOf('memberPoints', { id: member.id })),
    },
    member.last_seen_at === null && {
      id: 'invite',
      label: t('Enviar convite de novo'),
      icon: <Send />,
      onSelect: () => invite.mutate({ params: { id: member.id } }),
    },
    mayCreateAccessLink(viewerRoles, member.roles) && {
      id: 'link',
      label: t('Copiar link de acesso'),
      icon: <Copy />,
      onSelect: () => onCreateAccessLink(member),
    },
    'separator',
    {
      id: 'data',
      label: t('Baixar dados'),
      icon: <Download />,
      onSelect: () => download(memberExportAddress(member.id)),
    },
    {
      id: 'request',
      label: t('Registrar pedido'),
      icon: <ClipboardPlus />,
      onSelect: () => onOpen('request', member),
    },
    'separator',
    {
      id: 'erase',
      label: t('Apagar dados'),
      icon: <Trash2 />,
      danger: true,
      onSelect: () => onOpen('erase', member),
    },
    {
      id: 'remove',
      label: t('Remover da escola'),
      icon: <UserMinus />,
      danger: true,
      onSelect: () => onOpen('remove', member),
    },
  ];
}

/** A refusal fails the download and leaves the page. */
function download(address: string) {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

function Holds({ ids }: { ids: readonly number[] }) {
  const { t, i18n } = useTranslation();
  const products = useProducts();
  if (!ids.length) return t('Sem produtos');
  const titles = (products.data ?? []).filter(({ id }) => ids.includes(id)).map((one) => one.title);
  const shown = titles.slice(0, MAX_NAMED_PRODUCTS);
  const more = titles.length - shown.length;
  const parts = more > 0 ? [...shown, t('mais {{number}}', { number: more })] : shown;
  return andList(parts, i18n.language);
}
