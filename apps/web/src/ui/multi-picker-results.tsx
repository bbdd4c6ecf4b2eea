import { Combobox } from '@base-ui/react/combobox';
import { Check, Plus } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { useLayerScope } from './edit-chrome.tsx';
import { LoadMore } from './load-more.tsx';
import { menuItemClass, menuPopupClass } from './menu.tsx';
import { OptionLabel, type PickerOption } from './multi-picker-option.tsx';
import { useTranslation } from './translation.ts';

/** The state of the picker's search. */
export interface PickerSearch {
  /** The first results are loading. */
  pending?: boolean;
  failed?: boolean;
  onRetry?: () => void;
  hasMore?: boolean;
  /** More results are loading. */
  busy?: boolean;
  onMore?: () => void;
  /** The text for no results: 'Nenhum produto'. */
  nothing: string;
}

interface PickerResultsProps extends PickerSearch {
  /** The box of the picker, below which the results open. */
  anchor: RefObject<HTMLDivElement | null>;
  maxCharacters: number;
  /** Offers to create an option; null if there is nothing to create. */
  newOption: NewOptionProps | null;
}

/** The list that opens below a picker: the found options, and the states of the search. */
export function PickerResults({
  anchor,
  maxCharacters,
  newOption,
  pending = false,
  failed = false,
  onRetry,
  hasMore = false,
  busy = false,
  onMore,
  nothing,
}: PickerResultsProps) {
  const { t } = useTranslation();
  const scope = useLayerScope();
  return (
    <Combobox.Portal className={cx(scope, 'contents')}>
      <Combobox.Positioner
        anchor={anchor}
        sideOffset={6}
        collisionPadding={12}
        className="z-dialog outline-none"
      >
        <Combobox.Popup
          ref={(popup) => {
            for (const element of [popup?.parentElement, anchor.current])
              for (const button of element?.querySelectorAll('[aria-label="Dismiss"]') ?? [])
                button.setAttribute('aria-label', t('Fechar'));
          }}
          aria-busy={pending || busy || undefined}
          className={cx(
            menuPopupClass,
            'max-h-[min(var(--available-height),320px)] w-(--anchor-width)',
          )}
        >
          <Combobox.Status className="text-14 text-text-2">
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
                <span className="min-w-0 wrap-anywhere">
                  <OptionLabel
                    label={option.label}
                    maxCharacters={maxCharacters}
                    className="block"
                  />
                  {option.note && (
                    <span className="block text-13 font-normal text-text-2">{option.note}</span>
                  )}
                </span>
                <Combobox.ItemIndicator className="shrink-0 text-accent">
                  <Check size={16} strokeWidth={2} aria-hidden="true" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
          {newOption && <NewOption {...newOption} />}
          {onMore && !pending && !failed && (
            <LoadMore hasMore={hasMore} busy={busy} onMore={onMore} />
          )}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

interface NewOptionProps {
  label: string;
  busy: boolean;
  onCreate: () => void;
}

function NewOption({ label, busy, onCreate }: NewOptionProps) {
  return (
    <div className="border-t border-line p-1.5">
      <Button
        variant="ghost"
        size="sm"
        busy={busy}
        icon={<Plus size={16} strokeWidth={2} aria-hidden="true" />}
        onClick={onCreate}
      >
        {label}
      </Button>
    </div>
  );
}
