import { messages } from '@vitrine/contract/messages';
import { withoutScheme } from '@vitrine/contract/custom-links';
import { isOfNetwork, readLink, type SocialNetwork } from '@vitrine/contract/links';
import { pageAt } from '@vitrine/contract/pages';
import { useState, type ReactNode, type Ref } from 'react';
import type { FieldTexts } from '../../ui/field.tsx';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { PlacePicker, type Place } from './place-picker.tsx';

interface LinkFieldProps extends FieldTexts {
  value: string | null;
  /** The address as it is kept, while one types; '' for none. */
  onChange: (address: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  placeholder?: string;
  prefix?: ReactNode;
  readOnly?: boolean;
  /** Of one social network: '@escola' is its page there, and no place of this site is. */
  network?: SocialNetwork;
  /** Kept without its scheme, where the specification says so. */
  withoutScheme?: boolean;
  /** False where one chooses a place in another way. */
  places?: boolean;
  /** What stands under the field for this address: a warning with its button. */
  noteFor?: (address: string) => ReactNode;
}

const networkNames = { youtube: 'YouTube', instagram: 'Instagram', facebook: 'Facebook' } as const;

/**
 * An address as people type it. It says what it made of it: 'www.site.com' gets its https, '@escola'
 * its network, and a course, a lesson or a community can be chosen.
 *
 *     <Controller name="url" control={form.control}
 *       render={({ field }) => <LinkField label={t('URL')} error={draft.errorOf('url')} {...field} />} />
 */
export function LinkField({
  value,
  onChange,
  onBlur,
  network,
  withoutScheme: bare = false,
  places = !network,
  noteFor,
  hint,
  error,
  errorHelp,
  ...field
}: LinkFieldProps) {
  const { t } = useTranslation();
  const [typing, setTyping] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Place | null>(null);
  const kept = value ?? '';
  const read = (text: string) => readLink(text, { network, ownHost: location.host });
  const keptOf = (text: string) => {
    const address = read(text) ?? text;
    return bare ? withoutScheme(address) : address;
  };
  // Undo, a reset and another device change what is kept: then that is shown.
  const typed = typing !== null && keptOf(typing) === kept ? typing : null;
  const address = read(kept);
  const wrong = typed === null && address === null;
  const note =
    address &&
    ((typed !== null && typed.trim() !== kept && t('Fica {{address}}', { address: kept })) ||
      (network && !isOfNetwork(address, network) && (
        <InlineWarning>
          {t('Este endereço não é do {{network}}.', { network: networkNames[network] })}
        </InlineWarning>
      )) ||
      noteFor?.(address) ||
      (chosen?.path === address && chosen.name) ||
      placeNote(t, address));

  return (
    <div className="grid gap-1.5">
      <TextField
        {...field}
        value={typed ?? kept}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={error ?? (wrong ? t(messages.invalidLink) : undefined)}
        errorHelp={
          errorHelp ??
          (wrong ? t('Por exemplo {{example}}', { example: 'www.site.com/pagina' }) : undefined)
        }
        hint={hint}
        onChange={({ target }) => {
          setTyping(target.value);
          onChange(keptOf(target.value));
        }}
        onBlur={() => {
          setTyping(null);
          onBlur?.();
        }}
      />
      <div role="status" className="text-13 text-text-2 empty:hidden">
        {!error && note}
      </div>
      {places && !field.readOnly && (
        <PlacePicker
          onChoose={(place) => {
            setTyping(null);
            setChosen(place);
            onChange(place.path);
          }}
        />
      )}
    </div>
  );
}

/** Which page of this site a path leads to. */
function placeNote(t: ReturnType<typeof useTranslation>['t'], address: string) {
  if (!address.startsWith('/')) return null;
  const found = pageAt(address.replace(/[?#].*/, ''));
  return found && t('Neste site: {{page}}', { page: t(found.page.title) });
}
