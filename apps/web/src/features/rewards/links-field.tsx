import { readLink } from '@vitrine/contract/links';
import { limits, messages } from '@vitrine/contract/rewards';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import type { ControllerRenderProps, FieldValues, RefCallBack } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** Reads a typed text as a link: 'www.site.com' gets https. Blank is ''. Null if it is none. */
function linkOf(text: string) {
  const link = readLink(text, { ownHost: location.host });
  return link !== null && link.length <= limits.link ? link : null;
}

/** Whether a typed text can be saved: a link or a blank. */
export const isLinkOrBlank = (text: string) => linkOf(text) !== null;

/** The links with a typed one. A link counts once. */
export function withLink(links: readonly string[], text: string) {
  const link = linkOf(text);
  return link && !links.includes(link) ? [...links, link] : [...links];
}

interface LinksFieldProps {
  value: string[];
  onChange: (links: string[]) => void;
  /** The text that is not a link of the list yet. Saving refuses a wrong one (B section 5). */
  typed: Pick<
    ControllerRenderProps<FieldValues, string>,
    'value' | 'onChange' | 'onBlur' | 'name'
  > & { ref: RefCallBack };
  error: string | undefined;
}

/** The links of a reward. A typed link joins them on Enter, on Adicionar and on leaving the field. */
export function LinksField({ value, onChange, typed, error }: LinksFieldProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const full = value.length >= limits.links;
  const text = typed.value as string;

  function add() {
    if (!full && isLinkOrBlank(text)) {
      onChange(withLink(value, text));
      typed.onChange('');
    }
    // Shows the error of a wrong link.
    typed.onBlur();
  }

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-start gap-2">
        <TextField
          ref={(input) => {
            field.current = input;
            typed.ref(input);
          }}
          name={typed.name}
          className="min-w-0 flex-1"
          label={t('Links')}
          type="url"
          placeholder="https://"
          value={text}
          error={error}
          hint={full ? t(messages.tooManyLinks) : undefined}
          onChange={typed.onChange}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter adds the link and does not submit the form.
            event.preventDefault();
            add();
          }}
        />
        <Button
          className="mt-6.5"
          icon={<Plus size={16} strokeWidth={2} aria-hidden="true" />}
          disabled={!text.trim() || full}
          onClick={add}
        >
          {t('Adicionar')}
        </Button>
      </div>
      {value.length > 0 && (
        <LinkList
          links={value}
          onRemove={(link) => {
            onChange(value.filter((one) => one !== link));
            // Removing the row removes the button.
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
}

interface LinkListProps {
  links: string[];
  onRemove: (link: string) => void;
}

function LinkList({ links, onRemove }: LinkListProps) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('Links')} className="grid grid-cols-1 gap-1">
      {links.map((link) => (
        <li
          key={link}
          className="flex items-center gap-2 rounded-control bg-field pl-3 text-13 text-text-2"
        >
          <span className="min-w-0 flex-1 truncate">{link}</span>
          <IconButton label={t('Remover {{link}}', { link })} onClick={() => onRemove(link)}>
            <X size={16} strokeWidth={2} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
