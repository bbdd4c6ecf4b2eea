import { Combobox } from '@base-ui/react/combobox';
import { Check, Plus, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from './translation.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { useLayerScope } from './edit-chrome.tsx';
import { controlClass, Field, type FieldTexts } from './field.tsx';
import { LoadMore } from './load-more.tsx';
import { menuItemClass, menuPopupClass } from './menu.tsx';

type PickerOption = {
  id: number;
  label: string;
  /** A remark about the option: 'inativo'. */
  note?: string | undefined;
};

/** Behaviour 30: longer names are truncated, with the full name as a tooltip. */
const MAX_LABEL_CHARACTERS = 50;

/**
 * Picks several options. Chosen options are chips; a search finds the others. The parent searches and
 * passes the results. In the empty input, the left arrow moves to the chips; Backspace or Delete
 * removes one.
 *
 * ```tsx
 * <MultiPicker label={t('Produtos')} options={found} chosen={chosen} onChange={setChosen}
 *   onSearch={setSearch} hasMore={more} onMore={next} nothing={t('Nenhum produto')} />
 * ```
 */
export function MultiPicker({
  options,
  chosen,
  onChange,
  onSearch,
  delay = 500,
  pending = false,
  failed = false,
  onRetry,
  hasMore = false,
  busy = false,
  onMore,
  maxCharacters = MAX_LABEL_CHARACTERS,
  nothing,
  single = false,
  create,
  placeholder,
  disabled,
  id,
  className,
  ...texts
}: FieldTexts & {
  /** The results of the search so far. */
  options: readonly PickerOption[];
  chosen: readonly PickerOption[];
  onChange: (ids: number[]) => void;
  onSearch: (text: string) => void;
  /** Debounce of the search, in ms. */
  delay?: number;
  /** The first results are loading. */
  pending?: boolean;
  failed?: boolean;
  onRetry?: () => void;
  hasMore?: boolean;
  /** More results are loading. */
  busy?: boolean;
  onMore?: () => void;
  /** Longer names are truncated. */
  maxCharacters?: number;
  /** The text for no results: 'Nenhum produto'. */
  nothing: string;
  /** Picks one option: a new choice replaces the old one and closes the list. */
  single?: boolean;
  /** Offers to create an option with the typed name, unless that name exists. */
  create?:
    | false
    | {
        label: (text: string) => string;
        exists: (text: string) => boolean;
        onCreate: (text: string) => Promise<unknown>;
      };
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  className?: string;
}) {
  const { t } = useTranslation();
  const scope = useLayerScope();
  const box = useRef<HTMLDivElement>(null);
  const statusId = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);

  function choose(picked: readonly PickerOption[]) {
    const ids = picked.map((option) => option.id);
    if (single && ids.length) {
      setText('');
      setOpen(false);
    }
    onChange(single ? ids.slice(-1) : ids);
  }

  useDebounced(text, delay, onSearch);
  const [isCreating, setIsCreating] = useState(false);
  const trimmedText = text.trim();
  const offersNew =
    create && !pending && !failed && trimmedText !== '' && !create.exists(trimmedText);
  async function createOption() {
    if (!create || isCreating) return;
    setIsCreating(true);
    try {
      await create.onCreate(trimmedText);
      setText('');
      setOpen(false);
    } catch {
      // the caller shows the error
    } finally {
      setIsCreating(false);
    }
  }

  return (
    <Field {...texts} id={id} className={className}>
      {(wiring) => (
        <Combobox.Root<PickerOption, true>
          multiple
          items={options}
          filter={null}
          value={[...chosen]}
          isItemEqualToValue={(a, b) => a.id === b.id}
          itemToStringLabel={({ label }) => label}
          inputValue={text}
          onInputValueChange={setText}
          open={open}
          onOpenChange={setOpen}
          onValueChange={choose}
          onItemHighlighted={(item) => {
            if (hasMore && !busy && item && item.id === options.at(-1)?.id) onMore?.();
          }}
          autoHighlight
          disabled={disabled}
        >
          <Combobox.Chips
            ref={box}
            data-invalid={wiring['aria-invalid'] ? '' : undefined}
            className={cx(
              controlClass,
              'flex min-h-10 flex-wrap items-center gap-1.5 px-1.5! py-1.5 focus-within:border-accent focus-within:ring-3 focus-within:ring-accent-soft data-invalid:border-error-line',
            )}
          >
            {chosen.map((one) => (
              <Chip key={one.id} option={one} maxCharacters={maxCharacters} />
            ))}
            <Combobox.Input
              id={wiring.id}
              aria-describedby={wiring['aria-describedby']}
              aria-invalid={wiring['aria-invalid']}
              placeholder={chosen.length ? undefined : (placeholder ?? t('Buscar'))}
              enterKeyHint="search"
              onKeyDown={(event) => {
                // Without a match, Enter must not submit the surrounding form.
                if (event.key !== 'Enter' || trimmedText === '' || options.length > 0) return;
                event.preventDefault();
                if (offersNew) void createOption();
              }}
              className="h-7 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
            />
          </Combobox.Chips>
          <Combobox.Portal className={cx(scope, 'contents')}>
            <Combobox.Positioner
              anchor={box}
              sideOffset={6}
              collisionPadding={12}
              className="z-dialog outline-none"
            >
              <Combobox.Popup
                ref={(popup) => {
                  for (const element of [popup?.parentElement, box.current])
                    for (const button of element?.querySelectorAll('[aria-label="Dismiss"]') ?? [])
                      button.setAttribute('aria-label', t('Fechar'));
                }}
                aria-busy={pending || busy || undefined}
                className={cx(
                  menuPopupClass,
                  'max-h-[min(var(--available-height),320px)] w-(--anchor-width)',
                )}
              >
                <Combobox.Status id={statusId} className="text-14 text-text-2">
                  {pending && <span className="block px-3 py-2">{t('Carregando')}</span>}
                </Combobox.Status>
                {failed && (
                  <div role="alert" className="flex items-center gap-3 px-3 py-2 text-text-2">
                    <span className="flex-1">{t('Não foi possível carregar.')}</span>
                    <Button size="sm" onClick={onRetry}>
                      {t('Tentar de novo')}
                    </Button>
                  </div>
                )}
                {!pending && !failed && (
                  <Combobox.Empty className="text-14 text-text-2">
                    <span className="block px-3 py-2">{nothing}</span>
                  </Combobox.Empty>
                )}
                <Combobox.List>
                  {(option: PickerOption) => (
                    <Combobox.Item
                      key={option.id}
                      value={option}
                      className={cx(menuItemClass, 'justify-between')}
                    >
                      <span
                        className="min-w-0 wrap-anywhere"
                        title={titleOf(option.label, maxCharacters)}
                      >
                        {truncate(option.label, maxCharacters)}
                      </span>
                      <Combobox.ItemIndicator className="shrink-0 text-accent">
                        <Check size={16} strokeWidth={2} aria-hidden="true" />
                      </Combobox.ItemIndicator>
                    </Combobox.Item>
                  )}
                </Combobox.List>
                {offersNew && (
                  <CreateOption
                    label={create.label(trimmedText)}
                    busy={isCreating}
                    onCreate={() => void createOption()}
                  />
                )}
                {onMore && !pending && !failed && (
                  <LoadMore hasMore={hasMore} busy={busy} onMore={onMore} />
                )}
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  );
}

function CreateOption(props: { label: string; busy: boolean; onCreate: () => void }) {
  return (
    <div className="border-t border-line p-1.5">
      <Button
        variant="ghost"
        size="sm"
        busy={props.busy}
        icon={<Plus size={16} strokeWidth={2} aria-hidden="true" />}
        onClick={props.onCreate}
      >
        {props.label}
      </Button>
    </div>
  );
}

function Chip({ option, maxCharacters }: { option: PickerOption; maxCharacters: number }) {
  const { t } = useTranslation();
  return (
    <Combobox.Chip
      aria-label={option.label}
      className="flex h-7 max-w-full items-center gap-1 rounded-control bg-surface-3 pl-2.5 text-13 font-medium text-text data-highlighted:bg-press"
    >
      <span className="truncate" title={titleOf(option.label, maxCharacters)}>
        {truncate(option.label, maxCharacters)}
      </span>
      {option.note && <span className="shrink-0 font-normal text-text-3">{option.note}</span>}
      <Combobox.ChipRemove
        aria-label={t('Remover {{name}}', { name: option.label })}
        className="touch-target grid size-7 shrink-0 place-items-center rounded-control text-text-3 hover:text-text"
      >
        <X size={14} strokeWidth={2} aria-hidden="true" />
      </Combobox.ChipRemove>
    </Combobox.Chip>
  );
}

function truncate(label: string, maxCharacters: number): string {
  const letters = Array.from(label);
  return letters.length > maxCharacters ? `${letters.slice(0, maxCharacters).join('')}…` : label;
}

const titleOf = (label: string, maxCharacters: number) =>
  Array.from(label).length > maxCharacters ? label : undefined;

/** Calls back with the text once it has not changed for `delay` ms. */
function useDebounced(text: string, delay: number, callback: (text: string) => void) {
  const lastSent = useRef(text);
  const onRest = useEffectEvent(callback);
  useEffect(() => {
    if (text === lastSent.current) return;
    const timer = setTimeout(() => {
      lastSent.current = text;
      onRest(text);
    }, delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
}
