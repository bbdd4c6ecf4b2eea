import type { Editor } from '@tiptap/react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { takeEscape } from './escape.ts';
import { controlClass } from './field.tsx';
import { useTranslation } from './translation.ts';

/** The form for the address of the link at the cursor. The selection becomes the link. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState<string>(
    () => (editor.getAttributes('link')['href'] as string | undefined) ?? '',
  );
  const [isInvalid, setIsInvalid] = useState(false);
  const isLink = editor.isActive('link');

  useEffect(() => input.current?.focus(), []);

  /** The text takes the focus before the field goes: a dialog would take a focus that is lost. */
  function leave() {
    editor.view.focus();
    onDone();
  }

  function apply() {
    const href = withScheme(address.trim());
    if (!href) return setIsInvalid(true);
    linkSelection(editor, href, address.trim());
    leave();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      apply();
    }
    if (event.key === 'Escape') {
      takeEscape(event);
      leave();
    }
  }

  // Not a <form>, because the panel already is one and forms cannot nest.
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line p-2">
      <input
        ref={input}
        type="url"
        inputMode="url"
        aria-label={t('Endereço do link')}
        aria-invalid={isInvalid || undefined}
        placeholder="https://"
        value={address}
        onChange={(event) => {
          setAddress(event.target.value);
          setIsInvalid(false);
        }}
        onKeyDown={onKeyDown}
        className={cx(controlClass, 'h-8 flex-1 basis-40 pointer-coarse:h-control')}
      />
      <Button size="sm" variant="primary" onClick={apply}>
        {t('Aplicar')}
      </Button>
      {isLink && (
        <Button
          size="sm"
          onClick={() => {
            editor.chain().extendMarkRange('link').unsetLink().run();
            leave();
          }}
        >
          {t('Remover')}
        </Button>
      )}
      {isInvalid && (
        <p role="alert" className="basis-full text-13 text-error">
          {t('Link inválido')}
        </p>
      )}
    </div>
  );
}

/** Links the selection or the link at the cursor. Without either, inserts `text` as a link. */
function linkSelection(editor: Editor, href: string, text: string) {
  const chain = editor.chain().extendMarkRange('link');
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run();
  else chain.setLink({ href }).run();
}

/** 'site.com/a' gives 'https://site.com/a'. Null means neither a web nor a mail address. */
export function withScheme(address: string): string | null {
  if (!address || /\s/.test(address)) return null;
  if (/^(https?:\/\/|mailto:)/i.test(address)) return address;
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return null;
  if (address.startsWith('/') || address.startsWith('#')) return address;
  return /^[^/]+\.[^/]+/.test(address) ? `https://${address}` : null;
}
