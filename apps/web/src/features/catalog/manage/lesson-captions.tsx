import { Captions, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ReportProgress } from '../../../kit/uploads/upload.ts';
import { languageName } from '../../../platform/language-name.ts';
import { Button } from '../../../ui/button.tsx';
import { FileInput } from '../../../ui/file-input.tsx';
import { useHeldFocus } from '../../../ui/held-focus.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { Select } from '../../../ui/select.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { captionLanguages, languageIn } from './caption-languages.ts';
import { UploadingFile } from './uploading-file.tsx';

/** A caption in the form. Its fields have the contract's order, so that drafts compare as equal. */
export interface LessonCaption {
  language: string;
  path: string;
}

interface LessonCaptionsProps {
  captions: readonly LessonCaption[];
  error: string | undefined;
  onChange: (captions: LessonCaption[]) => void;
  onUploadProgress: ReportProgress;
}

/** The captions of the video, one file per language. */
export function LessonCaptions({
  captions,
  error,
  onChange,
  onUploadProgress,
}: LessonCaptionsProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const errorId = useId();
  const section = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // The key counts the choices: the same file is sent again when it is chosen again.
  const [chosen, setChosen] = useState<{ key: number; file: File } | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const taken = captions.map(({ language }) => language);
  const free = captionLanguages.filter((language) => !taken.includes(language));

  return (
    // Handles the focus of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section ref={section} tabIndex={-1} aria-labelledby={titleId} {...useHeldFocus(section)}>
      <h2 id={titleId} className="text-15 font-semibold text-text">
        {t('Legendas')}
      </h2>
      <p className="mt-0.5 mb-2 text-13 text-text-2">
        {t('Para ler o que o vídeo diz: um arquivo VTT ou SRT de até 2 MB por idioma.')}
      </p>
      <ul aria-label={t('Legendas')}>
        {captions.map(({ language, path }) => (
          <CaptionRow
            key={path}
            language={language}
            free={free}
            onLanguage={(next) =>
              onChange(
                captions.map((one) => (one.path === path ? { ...one, language: next } : one)),
              )
            }
            onRemove={() => onChange(captions.filter((one) => one.path !== path))}
          />
        ))}
        {chosen && (
          <UploadingFile
            key={chosen.key}
            file={chosen.file}
            use="lesson_captions"
            active
            onDone={(path) => {
              setChosen(null);
              const language = languageIn(chosen.file.name, free);
              onChange([...captions, { language, path }]);
            }}
            onFail={setHasFailed}
            onDrop={() => setChosen(null)}
            onUploadProgress={onUploadProgress}
          />
        )}
      </ul>
      <FileInput
        ref={input}
        accept=".vtt,.srt,text/vtt"
        onFiles={([file]) => file && setChosen({ key: (chosen?.key ?? 0) + 1, file })}
      />
      {free.length > 0 && (
        <Button
          className="mt-2"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && errorId}
          aria-disabled={(chosen !== null && !hasFailed) || undefined} // a second file would end the upload of the first
          icon={<Captions size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t('Adicionar legenda')}
        </Button>
      )}
      {error && (
        <div id={errorId} className="mt-2">
          <InlineError>{error}</InlineError>
        </div>
      )}
    </section>
  );
}

interface CaptionRowProps {
  language: string;
  /** Languages without a file. */
  free: readonly string[];
  onLanguage: (language: string) => void;
  onRemove: () => void;
}

/** One file of captions: its language, and its removal. */
function CaptionRow({ language, free, onLanguage, onRemove }: CaptionRowProps) {
  const { t, i18n } = useTranslation();
  return (
    <li className="flex min-h-12 items-center gap-2">
      <Captions size={18} strokeWidth={1.75} className="mx-1 shrink-0 text-text-3" aria-hidden />
      <Select
        label={t('Idioma da legenda')}
        hideLabel
        className="w-60 max-w-full"
        value={language}
        options={[language, ...free].map((value) => ({
          value,
          label: languageName(value, i18n.language),
        }))}
        onValueChange={onLanguage}
      />
      <span className="flex-1" />
      <IconButton
        label={t('Remover {{name}}', { name: languageName(language, i18n.language) })}
        onClick={onRemove}
      >
        <X size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
