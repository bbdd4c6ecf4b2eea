import {
  mayCreateAccessLink,
  MemberInput,
  MemberPatch,
  members,
  messages,
  type Member,
} from '@vitrine/contract/members';
import { roles, type Role } from '@vitrine/contract/roles';
import { useDraft, type Draft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { useLeave } from '../../kit/forms/leave-guard.tsx';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { call } from '../../platform/api.ts';
import { useMyRoles } from '../../platform/site-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useDelivers } from '../mails/mails.queries.ts';
import { useAddMember, useChangeMember } from './members.queries.ts';
import { RolesField } from './roles-field.tsx';

interface MemberDialogProps {
  open: boolean;
  /** The member to change. Null adds a new one. */
  member: Member | null;
  onClose: () => void;
  /** Called with a new member who has no password, on a server without mails. */
  onAddedWithoutMail: (member: Member) => void;
  /** Opens the form of the e-mail instead. */
  onChangeEmail: () => void;
}

/** Whether the server sends mails. Undefined until it is known. */
type Delivers = ReturnType<typeof useDelivers>;

interface MemberForm {
  name: string;
  email?: string;
  roles: Role[];
  product_ids: number[];
  password?: string;
}

const secrets = ['password'] as const;

/** The form of a member. Without a member it adds one. */
export function MemberDialog({
  open,
  member,
  onClose,
  onAddedWithoutMail,
  onChangeEmail,
}: MemberDialogProps) {
  const { t } = useTranslation();
  const delivers = useDelivers(open && !member);
  const draft = useMemberDraft({ member, delivers, onAddedWithoutMail });
  const { form, set, values } = draft;
  const leave = useLeave();

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={member ? t('Editar pessoa') : t('Adicionar pessoa')}
      description={
        member && (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 wrap-anywhere">{member.email}</span>
            <Button size="sm" onClick={() => leave(onChangeEmail, draft.order)}>
              {t('Mudar e-mail')}
            </Button>
          </span>
        )
      }
      saveLabel={member ? t('Salvar') : t('Adicionar')}
      width={520}
      draft={draft}
    >
      <TextField
        label={t('Nome')}
        required
        autoComplete="off"
        error={draft.errorOf('name')}
        {...form.register('name')}
      />
      {!member && <SignInFields draft={draft} delivers={delivers} />}
      <ProductPicker
        value={values.product_ids}
        hint={<ProductsHint member={member} chosenIds={values.product_ids} />}
        error={draft.errorOf('product_ids')}
        onChange={(ids) => set('product_ids', ids)}
      />
      <RolesField
        value={values.roles}
        error={draft.errorOf('roles')}
        onChange={(roles) => set('roles', roles)}
      />
    </FormDialog>
  );
}

interface ProductsHintProps {
  member: Member | null;
  chosenIds: readonly number[];
}

/** The use of products, and which of the chosen ones a reward granted. */
function ProductsHint({ member, chosenIds }: ProductsHintProps) {
  const { t } = useTranslation();
  const rewarded = member?.rewarded_products.filter((it) => chosenIds.includes(it.product_id));
  return (
    <>
      {t('O que esta pessoa pode ver.')}
      {rewarded?.map(({ product_id, product, reward }) => (
        <span key={product_id} className="block">
          {t('{{product}} veio da recompensa {{reward}}.', { product, reward })}
        </span>
      ))}
    </>
  );
}

interface SignInFieldsProps {
  draft: Draft<MemberForm>;
  delivers: Delivers;
}

/** How a new member signs in. */
function SignInFields({ draft, delivers }: SignInFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        label={t('E-mail')}
        required
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        error={draft.errorOf('email')}
        {...draft.form.register('email')}
      />
      <TextField
        label={t('Senha (opcional)')}
        type="password"
        autoComplete="new-password"
        hint={
          delivers === false
            ? t(
                'Este servidor não envia e-mails: crie uma senha ou, sem ela, passe à pessoa o link de acesso que aparece em seguida.',
              )
            : t('Sem senha, enviamos um convite por e-mail.')
        }
        error={draft.errorOf('password')}
        {...draft.form.register('password', { setValueAs: (text: string) => text || undefined })}
      />
    </>
  );
}

interface MemberDraftOptions extends Pick<MemberDialogProps, 'member' | 'onAddedWithoutMail'> {
  delivers: Delivers;
}

/** The draft of a member. Saving adds or changes one. */
function useMemberDraft({ member, delivers, onAddedWithoutMail }: MemberDraftOptions) {
  const { t } = useTranslation();
  const viewerRoles = useMyRoles();
  const add = useAddMember();
  const change = useChangeMember();
  return useDraft<MemberForm>({
    name: `member.${member?.id ?? 'new'}`,
    saved: formOf(member),
    schema: member ? MemberPatch : MemberInput,
    secrets,
    async reread() {
      if (!member) return undefined;
      const { data } = await call(members.list, { query: { search: member.email } });
      const now = data.find(({ id }) => id === member.id);
      return now && formOf(now);
    },
    failure: 'Não foi possível salvar esta pessoa',
    save: async ({ email = '', ...body }, { changes }) => {
      if (member) return change.mutateAsync({ params: { id: member.id }, body: changes });
      const added = await add.mutateAsync({ body: { ...body, email } });
      const { data, message } = added;
      if (delivers === false && !body.password && mayCreateAccessLink(viewerRoles, data.roles))
        onAddedWithoutMail(data);
      else
        toast.success(
          t(messages.added, { name: data.name }),
          message ? { description: message } : undefined,
        );
      return added;
    },
  });
}

/**
 * The fields in the order of the contract's shape, because a draft compares the JSON that it sends.
 */
function formOf(member: Member | null): MemberForm {
  if (!member) return { name: '', email: '', roles: ['student'], product_ids: [] };
  return {
    name: member.name,
    roles: roles.filter((role) => member.roles.includes(role)),
    product_ids: member.product_ids,
  };
}
