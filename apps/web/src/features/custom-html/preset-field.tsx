import { useState } from 'react';
import { Accordion } from '../../ui/accordion.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { codeOf, presets } from './presets.ts';

/** Presets (safety, Custom HTML 4): makes a snippet from a service and its id. */
export function PresetField({ onUse }: { onUse: (name: string, code: string) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(presets[0]!.name);
  const [typedText, setTypedText] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  const preset = presets.find((one) => one.name === name)!;
  const id = typedText.trim();

  function use() {
    setIsInvalid(!preset.pattern.test(id));
    if (preset.pattern.test(id)) onUse(name, codeOf(preset, id));
  }

  return (
    <Accordion label={t('Medir com um serviço conhecido')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('Serviço')}
          value={name}
          options={presets.map((one) => ({ value: one.name, label: one.name }))}
          onValueChange={(next) => {
            setName(next);
            setIsInvalid(false);
          }}
        />
        <TextField
          label={t('Seu código nesse serviço')}
          placeholder={preset.example}
          autoCapitalize="none"
          spellCheck={false}
          value={typedText}
          onChange={(event) => {
            setTypedText(event.target.value);
            setIsInvalid(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            use();
          }}
          error={
            isInvalid
              ? t('Confira o código: ele é como {{example}}.', { example: preset.example })
              : undefined
          }
        />
      </div>
      <Button className="mt-4" onClick={use}>
        {t('Preencher o editor')}
      </Button>
    </Accordion>
  );
}
