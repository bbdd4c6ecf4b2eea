import { withoutScheme } from '@vitrine/contract/custom-links';
import { isOfNetwork, readLink, type SocialNetwork } from '@vitrine/contract/links';
import { messages } from '@vitrine/contract/messages';
import { pageAt } from '@vitrine/contract/pages';
import { useState, type ReactNode, type Ref } from 'react';
import type { FieldTexts } from '../../ui/field.tsx';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation, type TFunction } from '../../ui/translation.ts';
import { usePointerRelease } from '../forms/pointer-release.ts';
import { PlacePicker, type Place } from './place-picker.tsx';

interface LinkFieldProps extends FieldTexts {
  value: string | null;
  /** The address to store, on every change; '' for none. */
  onChange: (address: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  placeholder?: string;
  prefix?: ReactNode;
  readOnly?: boolean;
  /**
   * The field's social network: '@escola' becomes a profile there. Hides the places of this site.
   */
  network?: SocialNetwork;
  /** Stores the address without its scheme, where the specification requires it. */
  withoutScheme?: boolean;
  /** False if the form has another way to choose a place. */
  places?: boolean;
  /** A remark below the field for this address, such as a warning with a button. */
  noteFor?: (address: string) => ReactNode;
}

const networkNames = { youtube: 'YouTube', instagram: 'Instagram', facebook: 'Facebook' } as const;

/**
 * A field for typed addresses. It shows the result: 'www.site.com' gets https, '@escola' its network.
 * It also offers the school's courses, lessons and communities.
 *
 * ```tsx
 * <DraftField draft={draft} name="url">
 *   {(field) => <LinkField label={t('URL')} {...field} />}
 * </DraftField>
 * ```
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
  const [typedText, setTypedText] = useState<string | null>(null);
  const released = usePointerRelease();
  const [chosenPage, setChosenPage] = useState<Place | null>(null);
  const storedUrl = value ?? '';
  const parse = (text: string) => readLink(text, { network, ownHost: location.host });
  const storedFormOf = (text: string) => {
    const address = parse(text) ?? text;
    return bare ? withoutScheme(address) : address;
  };
  // Undo, reset and another device change the stored value. The field then shows that value.
  const shownText = typedText !== null && storedFormOf(typedText) === storedUrl ? typedText : null;
  const address = parse(storedUrl);
  const isInvalid = shownText === null && address === null;
  const note =
    address &&
    ((shownText !== null &&
      shownText.trim() !== storedUrl &&
      t('Fica {{address}}', { address: storedUrl })) ||
      (network && !isOfNetwork(address, network) && (
        <InlineWarning>
          {t('Este endereço não é do {{network}}.', { network: networkNames[network] })}
        </InlineWarning>
      )) ||
      noteFor?.(address) ||
      (chosenPage?.path === address && chosenPage.name) ||
      placeNote(t, address));

  return (
    <div className="grid grid-cols-1 gap-1.5">
      <TextField
        {...field}
        value={shownText ?? storedUrl}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={error ?? (isInvalid ? t(messages.invalidLink) : undefined)}
        errorHelp={
          errorHelp ??
          (isInvalid ? t('Por exemplo {{example}}', { example: 'www.site.com/pagina' }) : undefined)
        }
        hint={hint}
        onChange={({ target }) => {
          setTypedText(target.value);
          onChange(storedFormOf(target.value));
        }}
        onBlur={() => {
          void released().then(() => setTypedText(null));
          onBlur?.();
        }}
      />
      <div role="status" className="text-13 text-text-2 empty:hidden">
        {!error && note}
      </div>
      {places && !field.readOnly && (
        <PlacePicker
          onChoose={(place) => {
            setTypedText(null);
            setChosenPage(place);
            onChange(place.path);
          }}
        />
      )}
    </div>
  );
}

/** The page of this site that a path leads to. */
function placeNote(t: TFunction, address: string) {
  if (!address.startsWith('/')) return null;
  const page = pageAt(address.replace(/[?#].*/, ''));
  return page && t('Neste site: {{page}}', { page: t(page.page.title) });
}
