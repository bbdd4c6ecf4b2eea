import { messages } from '@vitrine/contract/members';
import { roles, type Role } from '@vitrine/contract/roles';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useIsOwner } from '../../platform/site-context.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { roleNames } from './roles.ts';

interface RolesFieldProps {
  value: readonly Role[];
  error: string | undefined;
  onChange: (roles: Role[]) => void;
}

/**
 * Chooses roles, each with its explanation. Only owners may choose 'owner'. The usual role stands
 * first: on a phone the others are below the fold.
 */
export function RolesField({ value, error, onChange }: RolesFieldProps) {
  const { t } = useTranslation();
  const isOwner = useIsOwner();
  const noteId = useId();
  return (
    <fieldset aria-invalid={error ? true : undefined} aria-describedby={error ? noteId : undefined}>
      <legend className="mb-2 text-13 font-medium text-text-2">{t('Papéis')}</legend>
      <div className="grid grid-cols-1 gap-3">
        {roles.toReversed().map((role) => {
          const disabled = role === 'owner' && !isOwner;
          return (
            <Checkbox
              key={role}
              label={t(roleNames[role].name)}
              hint={disabled ? t(messages.ownersOnly) : t(roleNames[role].may)}
              disabled={disabled}
              checked={value.includes(role)}
              onChange={(event) =>
                onChange(
                  roles.filter((one) =>
                    one === role ? event.target.checked : value.includes(one),
                  ),
                )
              }
            />
          );
        })}
      </div>
      {error && (
        <p id={noteId} role="alert" className="mt-2 flex items-center gap-1.5 text-13 text-error">
          <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
