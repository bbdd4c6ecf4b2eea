import { isSafeUrl } from '@vitrine/contract/addresses';
import { limits, messages } from '@vitrine/contract/rewards';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** The links of a reward (B section 5). An invalid link is refused before it is added. */
export function LinksField({
  value,
  onChange,
  error,
}: {
  value: string[];
  onChange: (links: string[]) => void;
  error?: string | undefined;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const full = value.length >= limits.links;

  function add() {
    const url = text.trim();
    if (!url || full) return;
    if (!isSafeUrl(url) || url.length > limits.link) return setRefused(t(messages.wrongLink));
    if (!value.includes(url)) onChange([...value, url]);
    setText('');
    setRefused('');
  }

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-start gap-2">
        <TextField
          ref={field}
          className="min-w-0 flex-1"
          label={t('Links')}
          type="url"
          placeholder="https://"
          value={text}
          error={refused || error}
          hint={full ? t(messages.tooManyLinks) : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setRefused('');
          }}
          // Adds the typed link on blur, before a save.
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
    <ul aria-label={t('Links')} className="grid gap-1">
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
