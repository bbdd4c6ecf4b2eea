import { limits, type MembersChoices } from '@vitrine/contract/imports';
import { useState } from 'react';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useDelivers } from '../mails/mails.queries.ts';

/** When the imported people get their invitation, and how many a day. */
export type Invitation = Pick<MembersChoices, 'invite' | 'per_day'>;

interface ChooseInvitationProps {
  /** Number of new people. */
  people: number;
  value: Invitation;
  onChange: (invitation: Invitation) => void;
}

/** Chooses whether new people get a mail, and how many a day. */
export function ChooseInvitation({ people, value, onChange }: ChooseInvitationProps) {
  const { t } = useTranslation();
  const delivers = useDelivers(people > 0);
  if (people === 0) return null;
  const { invite, per_day } = value;
  const days = Math.ceil(people / per_day);
  const hint = {
    now: t('{{count}} convite sai com a importação.|{{count}} convites saem com a importação.', {
      count: people,
    }),
    gradual: t('{{count}} dia até o último convite.|{{count}} dias até o último convite.', {
      count: days,
    }),
    none: t('Ninguém recebe e-mail. Você convida depois, na página desta importação.'),
  }[invite];
  return (
    <section className="grid grid-cols-1 gap-4">
      <Segmented<Invitation['invite']>
        wide
        label={t('Convite por e-mail')}
        value={invite}
        onValueChange={(next) => onChange({ ...value, invite: next })}
        options={[
          { value: 'now', label: t('Convidar agora') },
          { value: 'gradual', label: t('Aos poucos') },
          { value: 'none', label: t('Sem convite') },
        ]}
      />
      {invite === 'gradual' && (
        <PerDayField value={per_day} onChange={(count) => onChange({ ...value, per_day: count })} />
      )}
      {delivers === false ? (
        <InlineWarning>
          {t(
            'Este servidor não envia e-mails: depois da importação, copie em Pessoas o link de acesso de cada pessoa.',
          )}
        </InlineWarning>
      ) : (
        <p className="text-14 text-text-2">{hint}</p>
      )}
    </section>
  );
}

interface PerDayFieldProps {
  value: number;
  onChange: (count: number) => void;
}

/** The number of invitations a day. While it is typed, the field may be empty; the last number counts. */
function PerDayField({ value, onChange }: PerDayFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(String(value));
  return (
    <NumberField
      className="max-w-60"
      inputMode="numeric"
      min={1}
      max={limits.invitationsPerDay}
      label={t('Convites por dia')}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        const count = Math.min(Math.floor(Number(event.target.value)), limits.invitationsPerDay);
        if (count >= 1) onChange(count);
      }}
      onBlur={() => setText(String(value))}
    />
  );
}
