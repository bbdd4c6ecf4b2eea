import { Combobox } from '@base-ui/react/combobox';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isComposing } from './composing.ts';
import { Field, type FieldTexts } from './field.tsx';
import { ChipsInput } from './multi-picker-chips.tsx';
import type { PickerOption } from './multi-picker-option.tsx';
import { PickerResults, type PickerSearch } from './multi-picker-results.tsx';
import { useSearchText } from './search-text.ts';
import { useTranslation } from './translation.ts';

/** Behaviour 30. */
const MAX_LABEL_CHARACTERS = 50;

interface MultiPickerProps extends FieldTexts, PickerSearch {
  /** The results of the search so far. */
  options: readonly PickerOption[];
  chosen: readonly PickerOption[];
  onChange: (ids: number[]) => void;
  onSearch: (text: string) => void;
  /** Debounce of the search, in ms. */
  delay?: number;
  /** Longer names are truncated. */
  maxCharacters?: number;
  /** Picks one option: a new choice replaces the old one and closes the list. */
  single?: boolean;
  /** Offers to create an option with the typed name, unless that name exists. */
  create?: false | CreateOptions;
  placeholder?: string;
  id?: string;
}

interface CreateOptions {
  label: (text: string) => string;
  exists: (text: string) => boolean;
  onCreate: (text: string) => Promise<unknown>;
}

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
  id,
  ...texts
}: MultiPickerProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { text, setText, searchNow, isWaiting } = useSearchText({ delay, onSearch });
  const [open, setOpen] = useState(false);

  function close() {
    setText('');
    setOpen(false);
  }

  function choose(picked: readonly PickerOption[]) {
    const ids = picked.map((option) => option.id);
    if (single && ids.length) close();
    onChange(single ? ids.slice(-1) : ids);
  }

  const newOption = useNewOption(!pending && !failed && create, text.trim(), close);

  function takeFirst() {
    if (failed) return;
    const [first] = options;
    if (!first) return newOption?.onCreate();
    setText('');
    if (chosen.every(({ id: other }) => other !== first.id)) choose([...chosen, first]);
  }
  const enter = useEnter({ isReady: !isWaiting && !pending, onEnter: takeFirst });

  return (
    <Field {...texts} id={id}>
      {(wiring) => (
        <Combobox.Root<PickerOption, true>
          multiple
          items={options}
          filter={null}
          value={[...chosen]}
          isItemEqualToValue={(a, b) => a.id === b.id}
          itemToStringLabel={({ label }) => label}
          inputValue={text}
          onInputValueChange={(next) => {
            enter.cancel();
            setText(next);
          }}
          open={open}
          onOpenChange={setOpen}
          onValueChange={choose}
          onItemHighlighted={(item) => {
            if (hasMore && !busy && item && item.id === options.at(-1)?.id) onMore?.();
          }}
          autoHighlight
        >
          <ChipsInput
            ref={box}
            wiring={wiring}
            chosen={chosen}
            maxCharacters={maxCharacters}
            placeholder={placeholder ?? t('Buscar')}
            onKeyDown={(event) => {
              // The library would remove all chips: Esc belongs to the layer around a closed list.
              if (event.key === 'Escape' && !open) event.preventBaseUIHandler();
              if (event.key !== 'Enter' || text.trim() === '' || isComposing(event)) return;
              // The highlighted option may be one of an earlier text.
              const isEarly = isWaiting || pending;
              if (options.length > 0 && !isEarly) return;
              // Enter must not submit the surrounding form.
              event.preventDefault();
              event.preventBaseUIHandler();
              searchNow(text);
              enter.press();
            }}
          />
          <PickerResults
            anchor={box}
            pending={pending}
            failed={failed}
            onRetry={onRetry}
            hasMore={hasMore}
            busy={busy}
            onMore={onMore}
            nothing={nothing}
            maxCharacters={maxCharacters}
            newOption={newOption}
          />
        </Combobox.Root>
      )}
    </Field>
  );
}

/** Calls `onEnter` for a press of Enter, once the results of the typed text are there. */
function useEnter({ isReady, onEnter }: { isReady: boolean; onEnter: () => void }) {
  const [isPressed, setIsPressed] = useState(false);
  const act = useEffectEvent(onEnter);
  useEffect(() => {
    if (!isPressed || !isReady) return;
    setIsPressed(false);
    act();
  }, [isPressed, isReady]);
  return { press: () => setIsPressed(true), cancel: () => setIsPressed(false) };
}

/** The offer to create an option with the typed name; null if that name exists. */
function useNewOption(create: false | undefined | CreateOptions, text: string, close: () => void) {
  const [busy, setBusy] = useState(false);
  if (!create || text === '' || create.exists(text)) return null;

  async function run({ onCreate }: CreateOptions) {
    if (busy) return;
    setBusy(true);
    try {
      await onCreate(text);
      close();
    } catch {
      // the caller shows the error
    } finally {
      setBusy(false);
    }
  }

  return { label: create.label(text), busy, onCreate: () => void run(create) };
}
