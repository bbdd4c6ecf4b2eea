import { roles, type Role } from '@vitrine/contract/roles';
import { OneProductPicker } from '../../kit/forms/product-picker.tsx';
import type { Found } from '../../kit/queries/found-in.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { MemberListFilters } from './members.queries.ts';
import { roleNames } from './roles.ts';

interface MemberFiltersProps {
  filters: MemberListFilters;
  found: Found | null;
  onChange: (change: Partial<MemberListFilters>) => void;
}

/** The filters of the list of members: text, role and product. */
export function MemberFilters({ filters, found, onChange }: MemberFiltersProps) {
  const { t } = useTranslation();
  return (
    <div className="mb-2 grid items-start gap-2 sm:grid-cols-2 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <SearchField
        label={t('Buscar por nome ou e-mail')}
        query={filters.search}
        found={found}
        onSearch={(search) => onChange({ search })}
        className="sm:col-span-2 md:col-span-1"
      />
      <Select<Role | 'all'>
        label={t('Papel')}
        hideLabel
        value={filters.role ?? 'all'}
        options={[
          { value: 'all', label: t('Todos os papéis') },
          ...roles.map((value) => ({ value, label: t(roleNames[value].name) })),
        ]}
        onValueChange={(role) => onChange({ role: role === 'all' ? null : role })}
      />
      {/* The words are the value here, as those of the select beside them. */}
      <div className="min-w-0 [&_input]:placeholder:text-text">
        <OneProductPicker
          creates={false}
          hideLabel
          placeholder={t('Todos os produtos')}
          value={filters.product_id}
          onChange={(product_id) => onChange({ product_id })}
        />
      </div>
    </div>
  );
}
