import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import {
  useForm,
  useWatch,
  type DefaultValues,
  type FieldValues,
  type Path,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../platform/api.ts';
import { tenantId } from '../platform/boot.ts';
import { reader } from '../platform/session.ts';
import { useLeaveGuard } from './leave-guard.tsx';

interface DraftOptions<T extends FieldValues> {
  /** Names the draft kept on this device, for this person and school: `custom-link.7`. */
  name: string;
  /** As it is saved. Changes of it reach a form that nobody has touched. */
  saved: T;
  /** The contract's input shape: its messages stand beside the fields before anything is sent. */
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever shape the contract has
  schema?: any;
  save: (values: T) => Promise<unknown>;
  /** Fields that are never kept on this device: passwords. */
  secrets?: readonly (keyof T)[];
  /** The specification's words when saving failed for no fault of the fields. */
  failure: string;
}

/**
 * A form against what is saved: dirty means different from it, a save that fails keeps every value
 * and shows the server's words beside the fields, a reload finds the draft again, and leaving with
 * changes asks first.
 *
 *     const draft = useDraft({ name: 'platform-info', saved, schema: PlatformInfoInput, save, failure })
 *     <form {...draft.formProps}>
 *       <TextField {...draft.form.register('name')} error={draft.errorOf('name')} />
 *     </form>
 *     <SaveBar {...draft.bar} />
 */
export function useDraft<T extends FieldValues>({
  name,
  saved,
  schema,
  save,
  secrets = none,
  failure,
}: DraftOptions<T>) {
  const { t } = useTranslation();
  const form = useForm<T>({
    defaultValues: saved as DefaultValues<T>,
    ...(schema && { resolver: zodResolver(schema) }),
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as T;
  const dirty = !same(values, saved);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<{ title: string; text?: string } | null>(null);
  const kept = useKeptDraft(name, values, dirty, secrets);

  const before = useRef(saved);
  useEffect(() => {
    if (same(before.current, saved)) return;
    if (same(form.getValues(), before.current)) form.reset(saved);
    before.current = saved;
  }, [saved, form]);

  /** Resolves to whether it was saved. */
  async function submit(): Promise<boolean> {
    if (saving) return false;
    let done = false;
    setError(null);
    await form.handleSubmit(async (given) => {
      setSaving(true);
      try {
        await save(given);
        before.current = given;
        kept.drop();
        form.reset(given);
        done = true;
      } catch (trouble) {
        explain(trouble);
      } finally {
        setSaving(false);
      }
    })();
    return done;
  }

  function explain(trouble: unknown) {
    const fields = trouble instanceof ApiError ? Object.entries(trouble.fields) : [];
    const known = fields.filter(([field]) => field in form.getValues());
    known.forEach(([field, texts], index) =>
      form.setError(field as Path<T>, { message: texts[0]! }, { shouldFocus: index === 0 }),
    );
    if (trouble instanceof ApiError && trouble.status === 422 && known.length) return;
    const text = trouble instanceof ApiError && trouble.status > 0 ? trouble.message : undefined;
    setError({ title: t(failure), ...(text && { text }) });
  }

  function discard() {
    setError(null);
    kept.drop();
    form.reset(saved);
  }

  useLeaveGuard({ dirty, save: submit, discard });

  return {
    form,
    values,
    dirty,
    saving,
    submit,
    discard,
    errorOf: (field: Path<T>) => {
      const message = form.getFieldState(field, form.formState).error?.message;
      return message ? t(message) : undefined;
    },
    /** For the form element: the browser's own bubbles stay away, Enter saves. */
    formProps: {
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        void submit();
      },
    },
    /** A draft of an earlier visit that differs from what is saved; `restore` puts it back. */
    restore:
      kept.found && !dirty ? () => form.reset(kept.found!, { keepDefaultValues: true }) : null,
    forget: kept.drop,
    bar: { dirty, saving, error, onSave: () => void submit(), onDiscard: discard },
  };
}

const none: readonly never[] = [];

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** A local copy of what has been typed; dropped when it is saved or discarded. */
function useKeptDraft<T extends object>(
  name: string,
  values: T,
  dirty: boolean,
  secrets: readonly (keyof T)[],
) {
  const key = `draft:${tenantId()}:${reader()?.id}:${name}`;
  const [found, setFound] = useState<T | null>(() => read<T>(key));
  useEffect(() => {
    if (!dirty) return;
    const kept = Object.entries(values).filter(([field]) => !secrets.includes(field as keyof T));
    write(key, Object.fromEntries(kept));
  }, [key, values, dirty, secrets]);
  return {
    found,
    drop() {
      remove(key);
      setFound(null);
    },
  };
}

// Private windows may refuse to keep anything: then nothing is kept, and nothing breaks.
function read<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // full or forbidden
  }
}

function remove(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {
    // forbidden
  }
}
