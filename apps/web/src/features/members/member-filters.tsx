import { roles, type Role } from '@vitrine/contract/sessions';
import { useTranslation } from '../../ui/translation.ts';
import { OneProductPicker } from '../../kit/forms/product-picker.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import type { MembersQuestion } from './members.queries.ts';
import { roleNames } from './roles.ts';

interface MemberFiltersProps {
  question: MembersQuestion;
  onAsk: (change: Partial<MembersQuestion>) => void;
}

export function MemberFilters({ question, onAsk }: MemberFiltersProps) {
  const { t } = useTranslation();
  return (
    <div className="mb-2 grid gap-2 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <SearchField
        label={t('Buscar por nome ou e-mail')}
        query={question.search}
        onSearch={(search) => onAsk({ search })}
        className="sm:col-span-2 lg:col-span-1"
      />
      <Select<Role | 'all'>
        label={t('Papel')}
        hideLabel
        value={question.role ?? 'all'}
        options={[
          { value: 'all', label: t('Todos os papéis') },
          ...roles.map((value) => ({ value, label: t(roleNames[value].name) })),
        ]}
        onValueChange={(role) => onAsk({ role: role === 'all' ? null : role })}
      />
      <OneProductPicker
        creates={false}
        hideLabel
        placeholder={t('Todos os produtos')}
        value={question.product_id}
        onChange={(product_id) => onAsk({ product_id })}
      />
    </div>
  );
}
